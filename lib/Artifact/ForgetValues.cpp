//===- ForgetValues.cpp - Checks without the values that are checked ------===//

#include "RMSNorm/Artifact/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::rmsnorm {
#define GEN_PASS_DEF_FORGETVALUESPASS
#include "RMSNorm/Artifact/Passes.h.inc"
} // namespace mlir::rmsnorm

using namespace mlir;

namespace {
/// Yields what the results were before, without what computes them.
struct ForgetResults : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    Operation *yield = op.getBody()->getTerminator();
    auto before = op.getRegionOutputArgs();
    if (!op.hasPureTensorSemantics() || !op->use_empty() ||
        llvm::equal(yield->getOperands(), before))
      return failure();
    rewriter.modifyOpInPlace(yield, [&] { yield->setOperands(before); });
    for (Operation &inner :
         llvm::make_early_inc_range(llvm::reverse(*op.getBody())))
      if (isOpTriviallyDead(&inner))
        rewriter.eraseOp(&inner);
    return success();
  }
};

struct ForgetValues : rmsnorm::impl::ForgetValuesPassBase<ForgetValues> {
  using ForgetValuesPassBase::ForgetValuesPassBase;

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<ForgetResults>(&getContext());
    linalg::populateEraseUnusedOperandsAndResultsPatterns(patterns);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
