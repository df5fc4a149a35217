//===- Passes.td - Passes of the stage Decompose -*- tablegen -*-===//

#ifndef RMSNORM_DECOMPOSE_PASSES_TD
#define RMSNORM_DECOMPOSE_PASSES_TD

include "mlir/Pass/PassBase.td"

def DecomposePass : Pass<"rmsnorm-decompose"> {
  let summary = "Turns rmsnorm.norm into linalg reductions and elementwise ops";
  let description = [{
    Every norm becomes a sum of squares, a value per row and one elementwise op
    that holds the rounding points. A norm on memrefs is read as tensors and
    written back to its destination.

    ```mlir
    %y = rmsnorm.norm ins(%x : tensor<4x8xf32>) outs(%init : tensor<4x8xf32>)
           {epsilon = 1.0e-06 : f64} -> tensor<4x8xf32>
    // becomes
    %sum = linalg.generic {iterator_types = ["parallel", "reduction"], ...}
    %r = linalg.generic {iterator_types = ["parallel"], ...}      // rsqrt(sum / 8 + eps)
    %y = linalg.generic {iterator_types = ["parallel", "parallel"], ...}  // x * r
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::bufferization::BufferizationDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect", "::mlir::tensor::TensorDialect"
  ];
}

#endif // RMSNORM_DECOMPOSE_PASSES_TD
