//===- NormalizePayloads.cpp - Scalar code that clones onto vectors -------===//

#include "RMSNorm/Rows/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::rmsnorm {
#define GEN_PASS_DEF_NORMALIZEPAYLOADSPASS
#include "RMSNorm/Rows/Passes.h.inc"
} // namespace mlir::rmsnorm

using namespace mlir;

namespace {
/// The folder of arith.truncf keeps what is not exact; here it is rounded,
/// since not every target has a conversion from f64 to 16 bits.
struct RoundConstant : OpRewritePattern<arith::TruncFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::TruncFOp op,
                                PatternRewriter &rewriter) const override {
    FloatAttr constant;
    auto type = dyn_cast<FloatType>(op.getType());
    if (!type || op.getRoundingmode() ||
        !matchPattern(op.getIn(), m_Constant(&constant)))
      return failure();
    APFloat value = constant.getValue();
    bool inexact;
    value.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                  &inexact);
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(
        op, rewriter.getFloatAttr(type, value));
    return success();
  }
};

struct NormalizePayloads
    : rmsnorm::impl::NormalizePayloadsPassBase<NormalizePayloads> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<RoundConstant>(&getContext());
    populateMathAlgebraicSimplificationPatterns(patterns);
    linalg::populateEraseUnusedOperandsAndResultsPatterns(patterns);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
