//===- LowerReductions.cpp - Reductions of vectors as trees ---------------===//

#include "RMSNorm/CPU/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::rmsnorm {
#define GEN_PASS_DEF_LOWERREDUCTIONSPASS
#include "RMSNorm/CPU/Passes.h.inc"
} // namespace mlir::rmsnorm

using namespace mlir;

namespace {
/// Folds the upper half onto the lower one until one element is left.
struct ReductionToTree : OpRewritePattern<vector::ReductionOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(vector::ReductionOp op, PatternRewriter &rewriter) const override {
    VectorType type = op.getSourceVectorType();
    if (type.isScalable() || !llvm::isPowerOf2_64(type.getNumElements()))
      return failure();
    Location loc = op.getLoc();
    Value v = op.getVector();
    for (int64_t half = type.getNumElements() / 2; half >= 1; half /= 2) {
      auto part = [&](int64_t offset) -> Value {
        return vector::ExtractStridedSliceOp::create(rewriter, loc, v, ArrayRef<int64_t>{offset}, ArrayRef<int64_t>{half}, ArrayRef<int64_t>{1});
      };
      Value low = part(0), high = part(half);
      v = vector::makeArithReduction(rewriter, loc, op.getKind(), low, high, op.getFastmathAttr());
    }
    Value result = vector::ExtractOp::create(rewriter, loc, v, ArrayRef<int64_t>{0});
    if (op.getAcc())
      result = vector::makeArithReduction(rewriter, loc, op.getKind(), op.getAcc(), result, op.getFastmathAttr());
    rewriter.replaceOp(op, result);
    return success();
  }
};

struct LowerReductions : rmsnorm::impl::LowerReductionsPassBase<LowerReductions> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<ReductionToTree>(&getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
