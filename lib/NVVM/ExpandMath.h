//===- ExpandMath.h - Functions as arithmetic -------------------*- C++ -*-===//

#ifndef RMSNORM_NVVM_EXPANDMATH_H
#define RMSNORM_NVVM_EXPANDMATH_H

#include "FloatBuilder.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::rmsnorm {

/// Replaces a function of f64, or of f32 as well, by what `create` writes for
/// its operands.
template <typename MathOp, auto create, bool onlyF64 = false>
struct ExpandFunction : OpRewritePattern<MathOp> {
  /// Goes before upstream's expansions.
  ExpandFunction(MLIRContext *context)
      : OpRewritePattern<MathOp>(context, /*benefit=*/2) {}

  LogicalResult matchAndRewrite(MathOp op,
                                PatternRewriter &rewriter) const override {
    Type element = getElementTypeOrSelf(op.getType());
    if (!element.isF64() && (onlyF64 || !element.isF32()))
      return failure();
    FloatBuilder b(rewriter, op.getLoc(), op.getType());
    if constexpr (std::is_invocable_v<decltype(create), FloatBuilder &, Value>)
      rewriter.replaceOp(op, create(b, op.getOperand()));
    else
      rewriter.replaceOp(op, create(b, op.getLhs(), op.getRhs()));
    return success();
  }
};

/// e^(x.high + x.low), with less than an ulp of error if that much is known of
/// x.
Value createExp(FloatBuilder &b, FloatBuilder::Pair x);

/// `math.expm1`, `tanh` and `erf` in f64, for which upstream has no
/// polynomials, and `exp` and `exp2` in f32 too, where those of upstream give
/// zero for subnormal numbers and are off at powers of two.
void populateExponentialPatterns(RewritePatternSet &patterns);

/// `math.log`, `log2`, `log10`, `log1p` and `powf` in f32 and f64. Upstream's
/// logarithms take subnormal numbers for larger ones, and its powers are off by
/// many ulp.
void populateLogarithmPatterns(RewritePatternSet &patterns);

} // namespace mlir::rmsnorm

#endif // RMSNORM_NVVM_EXPANDMATH_H
