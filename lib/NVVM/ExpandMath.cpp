//===- ExpandMath.cpp - Functions that a GPU has no instruction for -------===//

#include "ExpandMath.h"
#include "RMSNorm/NVVM/Passes.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::rmsnorm {
#define GEN_PASS_DEF_EXPANDMATHPASS
#include "RMSNorm/NVVM/Passes.h.inc"
} // namespace mlir::rmsnorm

using namespace mlir;
using namespace mlir::rmsnorm;

namespace {
struct ExpandAbsI : OpRewritePattern<math::AbsIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::AbsIOp op,
                                PatternRewriter &rewriter) const override {
    Type type = op.getType();
    Value zero = arith::ConstantOp::create(rewriter, op.getLoc(), type,
                                           rewriter.getZeroAttr(type));
    Value negated =
        arith::SubIOp::create(rewriter, op.getLoc(), zero, op.getOperand());
    rewriter.replaceOpWithNewOp<arith::MaxSIOp>(op, op.getOperand(), negated);
    return success();
  }
};

} // namespace

/// Half away from zero. Upstream adds a half, which rounds the float just below
/// one half up; the part that is cut off is exact.
static Value createRound(FloatBuilder &b, Value x) {
  Value whole = b.trunc(x), rest = b.abs(b.sub(x, whole));
  Value isFar = b.compare(FloatBuilder::Predicate::OGE, rest, b.constant(0.5));
  Value away = b.add(whole, b.copySign(b.constant(1), x));
  return b.select(isFar, away, whole);
}

namespace {
struct ExpandMath : rmsnorm::impl::ExpandMathPassBase<ExpandMath> {
  void runOnOperation() override {
    // What of these is an instruction is left to `rmsnorm-expand-for-ptx`.
    static constexpr StringRef composed[] = {"sinh",  "cosh",  "tan",  "asinh",
                                             "acosh", "atanh", "fpowi"};
    RewritePatternSet patterns(&getContext());
    patterns.add<ExpandAbsI, ExpandFunction<math::RoundOp, createRound>>(
        &getContext());
    populateExponentialPatterns(patterns);
    populateLogarithmPatterns(patterns);
    math::populateExpansionPatterns(patterns, composed);
    auto any = [](StringRef name) { return name != "math.rsqrt"; };
    populateMathF32ExpansionPatterns(patterns, any);
    populateMathPolynomialApproximationPatterns(patterns, any);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
