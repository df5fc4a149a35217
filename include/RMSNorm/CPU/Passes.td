//===- Passes.td - Passes of the stage CPU -*- tablegen -*-===//

#ifndef RMSNORM_CPU_PASSES_TD
#define RMSNORM_CPU_PASSES_TD

include "mlir/Pass/PassBase.td"

def LowerReductionsPass : Pass<"rmsnorm-lower-reductions"> {
  let summary = "Turns vector.reduction into a tree of halves";
  let description = [{
    LLVM adds the elements of a vector one after the other, unless it may choose
    any order. A tree has log2(n) steps and an order that is fixed by n. Sums and
    products in 16-bit floats keep the order of the elements, since each step rounds.

    ```mlir
    %s = vector.reduction <add>, %v : vector<4xf32> into f32
    // becomes
    %l = vector.extract_strided_slice %v {offsets = [0], sizes = [2], strides = [1]}
    %h = vector.extract_strided_slice %v {offsets = [2], sizes = [2], strides = [1]}
    %s2 = arith.addf %l, %h : vector<2xf32>
    // ... and once more
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::vector::VectorDialect"];
}

def WidenArithmeticPass : Pass<"rmsnorm-widen-arithmetic"> {
  let summary = "Computes bf16 and f16 arithmetic in f32 and rounds each result";
  let description = [{
    ```mlir
    %p = arith.mulf %a, %b : bf16
    // becomes
    %0 = arith.extf %a : bf16 to f32
    %1 = arith.extf %b : bf16 to f32
    %2 = arith.mulf %0, %1 : f32
    %p = arith.truncf %2 : f32 to bf16
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}


#endif // RMSNORM_CPU_PASSES_TD
