//===- NarrowMaxima.cpp - Maxima of 16-bit floats as such -----------------===//

#include "RMSNorm/CPU/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::rmsnorm {
#define GEN_PASS_DEF_NARROWMAXIMAPASS
#include "RMSNorm/CPU/Passes.h.inc"
} // namespace mlir::rmsnorm

using namespace mlir;

/// The 16-bit floats whose widened absolute values are `v`.
static Value getNarrow(Value v) {
  auto absolute = v.getDefiningOp<math::AbsFOp>();
  auto wide = absolute ? absolute.getOperand().getDefiningOp<arith::ExtFOp>()
                       : arith::ExtFOp();
  return wide && isa<VectorType>(v.getType()) &&
                 isa<BFloat16Type, Float16Type>(
                     getElementTypeOrSelf(wide.getIn()))
             ? wide.getIn()
             : Value();
}

/// `start` as a constant of `type`, if it is one number that fits.
static DenseElementsAttr getStart(Value start, VectorType type) {
  DenseFPElementsAttr constant;
  if (!matchPattern(start, m_Constant(&constant)) || !constant.isSplat())
    return {};
  bool losesInfo = false;
  APFloat value = constant.getSplatValue<APFloat>();
  value.convert(cast<FloatType>(type.getElementType()).getFloatSemantics(),
                APFloat::rmNearestTiesToEven, &losesInfo);
  return losesInfo ? DenseElementsAttr() : DenseElementsAttr::get(type, value);
}

namespace {
struct NarrowMaximum : OpRewritePattern<scf::ForOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(scf::ForOp loop,
                                PatternRewriter &rewriter) const override {
    for (auto [i, arg, yielded] :
         llvm::enumerate(loop.getRegionIterArgs(), loop.getYieldedValues())) {
      auto maximum = yielded.getDefiningOp<arith::MaximumFOp>();
      if (!maximum || !maximum->hasOneUse() || !arg.hasOneUse() ||
          !llvm::is_contained(maximum->getOperands(), arg))
        continue;
      Value narrow = getNarrow(maximum.getLhs() == arg ? maximum.getRhs()
                                                       : maximum.getLhs());
      if (!narrow)
        continue;
      if (DenseElementsAttr start = getStart(
              loop.getInitArgs()[i], cast<VectorType>(narrow.getType()))) {
        rewrite(loop, i, narrow, start, rewriter);
        return success();
      }
    }
    return failure();
  }

  /// What the loop carried so far stays behind, without a use.
  static void rewrite(scf::ForOp loop, unsigned number, Value narrow,
                      DenseElementsAttr start, PatternRewriter &rewriter) {
    Location loc = loop.getLoc();
    rewriter.setInsertionPoint(loop);
    Value init = arith::ConstantOp::create(rewriter, loc, start);
    auto terminator = cast<scf::YieldOp>(loop.getBody()->getTerminator());
    rewriter.modifyOpInPlace(terminator, [&] {
      terminator.setOperand(number, loop.getRegionIterArgs()[number]);
    });
    auto loops = loop.replaceWithAdditionalYields(
        rewriter, init, /*replaceInitOperandUsesInLoop=*/false,
        [&](OpBuilder &b, Location, ArrayRef<BlockArgument> args) {
          Value absolute = math::AbsFOp::create(b, loc, narrow);
          return SmallVector<Value>{
              arith::MaximumFOp::create(b, loc, absolute, args[0])};
        });
    auto wider = cast<scf::ForOp>(**loops);
    rewriter.setInsertionPointAfter(wider);
    Value result = wider.getResult(number);
    rewriter.replaceAllUsesWith(
        result, arith::ExtFOp::create(rewriter, loc, result.getType(),
                                      wider.getResults().back()));
  }
};

struct NarrowMaxima : rmsnorm::impl::NarrowMaximaPassBase<NarrowMaxima> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<NarrowMaximum>(&getContext());
    scf::ForOp::getCanonicalizationPatterns(patterns, &getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
