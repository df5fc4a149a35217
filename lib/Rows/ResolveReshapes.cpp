//===- ResolveReshapes.cpp - Views with several dynamic sizes -------------===//

#include "RMSNorm/Rows/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::rmsnorm {
#define GEN_PASS_DEF_RESOLVERESHAPESPASS
#include "RMSNorm/Rows/Passes.h.inc"
} // namespace mlir::rmsnorm

using namespace mlir;

static OpFoldResult multiply(OpBuilder &b, Location loc, OpFoldResult x,
                             OpFoldResult y) {
  AffineExpr product = b.getAffineSymbolExpr(0) * b.getAffineSymbolExpr(1);
  return affine::makeComposedFoldedAffineApply(b, loc, product, {x, y});
}

static bool splitsIntoSeveralDynamic(memref::ExpandShapeOp op) {
  return llvm::any_of(op.getReassociationIndices(), [&](auto &group) {
    return llvm::count_if(group, [&](int64_t dim) {
             return op.getResultType().isDynamicDim(dim);
           }) > 1;
  });
}

namespace {
/// expand(collapse(m)) is m where it has m's sizes.
struct ExpandOfCollapse : OpRewritePattern<memref::ExpandShapeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(memref::ExpandShapeOp op,
                                PatternRewriter &rewriter) const override {
    auto collapse = op.getSrc().getDefiningOp<memref::CollapseShapeOp>();
    if (!collapse || collapse.getSrcType() != op.getResultType() ||
        collapse.getReassociationIndices() != op.getReassociationIndices())
      return failure();
    Value buffer = collapse.getSrc();
    for (auto [dim, size] : llvm::enumerate(op.getMixedOutputShape())) {
      FailureOr<bool> same = ValueBoundsConstraintSet::areEqual(
          {buffer, static_cast<int64_t>(dim)}, size);
      if (failed(same) || !*same)
        return failure();
    }
    rewriter.replaceOp(op, buffer);
    return success();
  }
};

struct ExpandToNamedSizes : OpRewritePattern<memref::ExpandShapeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(memref::ExpandShapeOp op,
                                PatternRewriter &rewriter) const override {
    if (!splitsIntoSeveralDynamic(op))
      return failure();
    Location loc = op.getLoc();
    auto source =
        memref::ExtractStridedMetadataOp::create(rewriter, loc, op.getSrc());
    SmallVector<OpFoldResult> sizes = op.getMixedOutputShape();
    SmallVector<OpFoldResult> outer = source.getConstifiedMixedStrides();
    SmallVector<OpFoldResult> strides(sizes.size());
    for (auto [group, stride] :
         llvm::zip_equal(op.getReassociationIndices(), outer))
      for (int64_t dim : llvm::reverse(group)) {
        strides[dim] = stride;
        stride = multiply(rewriter, loc, stride, sizes[dim]);
      }
    rewriter.replaceOpWithNewOp<memref::ReinterpretCastOp>(
        op, op.getResultType(), source.getBaseBuffer(),
        source.getConstifiedMixedOffset(), sizes, strides);
    return success();
  }
};

struct ResolveReshapes
    : rmsnorm::impl::ResolveReshapesPassBase<ResolveReshapes> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<ExpandOfCollapse>(&getContext(), /*benefit=*/2);
    patterns.add<ExpandToNamedSizes>(&getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
