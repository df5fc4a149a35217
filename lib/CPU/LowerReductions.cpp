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

static bool isOrderedReduction(vector::ReductionOp op) {
  bool adds = op.getKind() == vector::CombiningKind::ADD ||
              op.getKind() == vector::CombiningKind::MUL;
  return adds && isa<FloatType>(op.getType()) &&
         op.getType().getIntOrFloatBitWidth() <= 16;
}

namespace {
/// Folds the upper half onto the lower one until one element is left.
struct ReductionToTree : OpRewritePattern<vector::ReductionOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(vector::ReductionOp op,
                                PatternRewriter &rewriter) const override {
    VectorType type = op.getSourceVectorType();
    if (type.isScalable() || !llvm::isPowerOf2_64(type.getNumElements()) ||
        isOrderedReduction(op))
      return failure();
    Location loc = op.getLoc();
    Value v = op.getVector();
    for (int64_t half = type.getNumElements() / 2; half >= 1; half /= 2) {
      auto part = [&](int64_t offset) -> Value {
        return vector::ExtractStridedSliceOp::create(
            rewriter, loc, v, ArrayRef<int64_t>{offset},
            ArrayRef<int64_t>{half}, ArrayRef<int64_t>{1});
      };
      Value low = part(0), high = part(half);
      v = vector::makeArithReduction(rewriter, loc, op.getKind(), low, high,
                                     op.getFastmathAttr());
    }
    Value result =
        vector::ExtractOp::create(rewriter, loc, v, ArrayRef<int64_t>{0});
    if (op.getAcc())
      result =
          vector::makeArithReduction(rewriter, loc, op.getKind(), op.getAcc(),
                                     result, op.getFastmathAttr());
    rewriter.replaceOp(op, result);
    return success();
  }
};

/// 16-bit sums and products round at each step: one element after the other, in
/// the order of the row.
struct ReductionInOrder : OpRewritePattern<vector::ReductionOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(vector::ReductionOp op,
                                PatternRewriter &rewriter) const override {
    VectorType type = op.getSourceVectorType();
    if (type.isScalable() || !isOrderedReduction(op))
      return failure();
    Value result = op.getAcc();
    for (int64_t i : llvm::seq<int64_t>(type.getNumElements())) {
      Value element = vector::ExtractOp::create(
          rewriter, op.getLoc(), op.getVector(), ArrayRef<int64_t>{i});
      result = result
                   ? vector::makeArithReduction(rewriter, op.getLoc(),
                                                op.getKind(), result, element,
                                                op.getFastmathAttr())
                   : element;
    }
    rewriter.replaceOp(op, result);
    return success();
  }
};

struct LowerReductions
    : rmsnorm::impl::LowerReductionsPassBase<LowerReductions> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<ReductionToTree, ReductionInOrder>(&getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
