//===- UnpackBF16.cpp - One instruction for each bf16 ---------------------===//

#include "RMSNorm/NVVM/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::rmsnorm {
#define GEN_PASS_DEF_UNPACKBF16PASS
#include "RMSNorm/NVVM/Passes.h.inc"
} // namespace mlir::rmsnorm

using namespace mlir;

namespace {
/// A word holds two elements, the first in its lower half.
struct UnpackWords : OpRewritePattern<arith::ExtFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::ExtFOp op,
                                PatternRewriter &b) const override {
    auto narrow = dyn_cast<VectorType>(op.getIn().getType());
    auto wide = dyn_cast<VectorType>(op.getType());
    if (!narrow || narrow.getRank() != 1 || narrow.isScalable() ||
        narrow.getNumElements() % 2 || !narrow.getElementType().isBF16() ||
        !wide.getElementType().isF32())
      return failure();
    Location loc = op.getLoc();
    int64_t count = narrow.getNumElements() / 2;
    auto words = VectorType::get(count, b.getI32Type());
    auto constant = [&](int32_t value) -> Value {
      return arith::ConstantOp::create(b, loc,
                                       DenseElementsAttr::get(words, value));
    };
    Value pairs = vector::BitCastOp::create(b, loc, words, op.getIn());
    Value first = arith::ShLIOp::create(b, loc, pairs, constant(16));
    Value second = arith::AndIOp::create(b, loc, pairs, constant(0xffff0000));
    auto floats = VectorType::get(count, b.getF32Type());
    SmallVector<int64_t> order;
    for (int64_t i = 0; i < count; ++i)
      order.append({i, count + i});
    b.replaceOpWithNewOp<vector::ShuffleOp>(
        op, arith::BitcastOp::create(b, loc, floats, first),
        arith::BitcastOp::create(b, loc, floats, second), order);
    return success();
  }
};

struct UnpackBF16 : rmsnorm::impl::UnpackBF16PassBase<UnpackBF16> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<UnpackWords>(&getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
