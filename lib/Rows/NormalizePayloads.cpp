//===- NormalizePayloads.cpp - Scalar code that clones onto vectors -------===//

#include "RMSNorm/Rows/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
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

/// In 16 bits the root is rounded, and then its reciprocal: so does upstream's
/// lowering of math.rsqrt to LLVM, and PyTorch on a CPU.
struct ExpandReciprocalRoot : OpRewritePattern<math::RsqrtOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::RsqrtOp op,
                                PatternRewriter &rewriter) const override {
    Type type = op.getType();
    if (getElementTypeOrSelf(type).getIntOrFloatBitWidth() != 16)
      return failure();
    Value one = arith::ConstantOp::create(rewriter, op.getLoc(), type,
                                          rewriter.getOneAttr(type));
    Value root = math::SqrtOp::create(rewriter, op.getLoc(), op.getOperand(),
                                      op.getFastmathAttr());
    rewriter.replaceOpWithNewOp<arith::DivFOp>(op, one, root,
                                               op.getFastmathAttr());
    return success();
  }
};

/// An exponent of 2 is a product only where it stands in the body.
struct InlineSplat : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    for (OpOperand *input : op.getDpsInputOperands()) {
      BlockArgument argument = op.getMatchingBlockArgument(input);
      SplatElementsAttr splat;
      if (argument.use_empty() ||
          !matchPattern(input->get(), m_Constant(&splat)))
        continue;
      Value scalar = arith::ConstantOp::create(
          rewriter, op.getLoc(), splat.getSplatValue<TypedAttr>());
      rewriter.replaceAllUsesWith(argument, scalar);
      return success();
    }
    return failure();
  }
};

struct NormalizePayloads
    : rmsnorm::impl::NormalizePayloadsPassBase<NormalizePayloads> {
  void runOnOperation() override {
    // Before powers become reciprocal roots, which round once.
    RewritePatternSet roots(&getContext());
    roots.add<ExpandReciprocalRoot>(&getContext());
    RewritePatternSet patterns(&getContext());
    patterns.add<InlineSplat, RoundConstant>(&getContext());
    populateMathAlgebraicSimplificationPatterns(patterns);
    linalg::populateEraseUnusedOperandsAndResultsPatterns(patterns);
    if (failed(applyPatternsGreedily(getOperation(), std::move(roots))) ||
        failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
