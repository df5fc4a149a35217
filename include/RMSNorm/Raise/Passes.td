//===- Passes.td - Passes of the stage Raise -*- tablegen -*-===//

#ifndef RMSNORM_RAISE_PASSES_TD
#define RMSNORM_RAISE_PASSES_TD

include "mlir/Pass/PassBase.td"

def InlineHelpersPass : Pass<"rmsnorm-inline-helpers", "ModuleOp"> {
  let summary = "Inlines small functions that compute parts of norms";
  let description = [{
    JAX writes a variance, or a choice between two values, as a private function
    and calls it. Such helpers go where they are called, so that `rmsnorm-raise`
    (which runs this first on modules) sees a norm as one. A function that has a
    whole norm, or more than 64 ops, stays.

    ```mlir
    func.func private @mean(%s: tensor<8xf32>, %n: tensor<8xf32>) -> tensor<8xf32> {
      %0 = arith.divf %s, %n : tensor<8xf32>
      return %0 : tensor<8xf32>
    }
    // %m = call @mean(%s, %n) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    // becomes
    %m = arith.divf %s, %n : tensor<8xf32>
    ```
  }];
}

def RaisePass : Pass<"rmsnorm-raise"> {
  let summary = "Turns norms written out in linalg or TOSA into rmsnorm.norm";
  let description = [{
    Finds norms whatever ops they are written with, and replaces each by one op.
    Everything that changes the numbers is read from the program: the epsilon,
    an offset of the weight, the mean that is subtracted (`center`), what the
    statistic is of (several `axes`, a prefix of the row, a sum for the L2 norm),
    and the points where a value is rounded to 16 bits.
    What the op can't hold to the bit stays as it is. On a module,
    `rmsnorm-inline-helpers` runs first.

    ```mlir
    // %r = rsqrt(sum(x * x) / 96 + 1.0e-06), one value per row
    %n = linalg.generic {...} ins(%x, %r : tensor<4x96xf32>, tensor<4x1xf32>)  // x * r
    %y = linalg.generic {...} ins(%n, %w : tensor<4x96xf32>, tensor<96xf32>)   // n * w
    // becomes
    %init = tensor.empty() : tensor<4x96xf32>
    %y = rmsnorm.norm ins(%x : tensor<4x96xf32>) weight(%w : tensor<96xf32>)
           outs(%init : tensor<4x96xf32>) {epsilon = 1.0e-06 : f64} -> tensor<4x96xf32>
    ```

    Where elementwise ops were fused before, a norm is cut out of the body that
    computes it among other things. A reciprocal root that something else needs
    as well becomes the op's second result. Where the program rounds the root, the
    row or its mean before they are multiplied, or multiplies row and mean before
    the one is subtracted from the other, which the op doesn't do, that result is
    all that the op is used for:

    ```mlir
    %n:2 = rmsnorm.norm ins(%x : tensor<8x4xbf16>) outs(%0 : tensor<8x4xbf16>)
             rstd(%1 : tensor<8xf32>) {epsilon = 1.250000e-01 : f64} -> tensor<8x4xbf16>, tensor<8xf32>
    %r = tensor.expand_shape %n#1 [[0, 1]] output_shape [8, 1] : tensor<8xf32> into tensor<8x1xf32>
    %h = tosa.cast %r : (tensor<8x1xf32>) -> tensor<8x1xbf16>
    %y = tosa.mul %x, %h, %shift : (tensor<8x4xbf16>, tensor<8x1xbf16>, tensor<1xi8>) -> tensor<8x4xbf16>
    ```

    A norm that computes in bf16 or f16 throughout gets that as its
    `compute_type`, and so keeps the rounding of each step; `statistic` and `root`
    say which steps lead to the mean and to the quotient, `accumulator_type` and
    `statistic_type` where a sum or all of the statistic is rounded only once. With
    `allow-widening` it computes in f32 and rounds its result alone: faster and
    more accurate, but other bits.

    With `report`, every inverse root that is part of no norm gets a remark that
    names the first thing that did not fit. Norms on memrefs are not looked for:
    raise before bufferization. A function that takes roots in memory gets a remark,
    too.
  }];
  let options = [
    Option<"allowWidening", "allow-widening", "bool", "false",
           "Compute norms that round each step to 16 bits in f32 instead">,
    Option<"report", "report", "bool", "false",
           "Say for every inverse root that becomes no norm why it doesn't">];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::rmsnorm::RMSNormDialect", "::mlir::tensor::TensorDialect"
  ];
}

#endif // RMSNORM_RAISE_PASSES_TD
