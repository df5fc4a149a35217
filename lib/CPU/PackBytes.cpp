//===- PackBytes.cpp - Even and odd lanes that meet as bytes --------------===//

#include "RMSNorm/CPU/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::rmsnorm {
#define GEN_PASS_DEF_PACKBYTESPASS
#include "RMSNorm/CPU/Passes.h.inc"
} // namespace mlir::rmsnorm

using namespace mlir;

/// The integers behind 8-bit floats.
static Value getIntegers(Value bytes) {
  auto cast = bytes.getDefiningOp<arith::BitcastOp>();
  return cast ? cast.getIn() : bytes;
}

/// Whether `bytes` were wider: floats of 32 bits or integers of as many.
static bool isNarrowed(Value bytes) {
  Operation *op = bytes.getDefiningOp();
  if (!isa_and_nonnull<arith::FPToSIOp, arith::FPToUIOp, arith::TruncIOp>(op))
    return false;
  Type from = getElementTypeOrSelf(op->getOperand(0));
  return from.isF32() || from.isInteger(32);
}

/// 32-bit integers whose lowest bytes are `bytes`.
static Value getWide(OpBuilder &b, Value bytes) {
  Value from = bytes.getDefiningOp()->getOperand(0);
  if (getElementTypeOrSelf(from).isInteger(32))
    return from;
  auto type = cast<VectorType>(from.getType()).clone(b.getI32Type());
  return arith::FPToSIOp::create(b, bytes.getLoc(), type, from);
}

namespace {
struct PackPairs : OpRewritePattern<vector::InterleaveOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(vector::InterleaveOp op,
                                PatternRewriter &b) const override {
    auto half = cast<VectorType>(op.getLhs().getType());
    Value evenBytes = getIntegers(op.getLhs());
    Value oddBytes = getIntegers(op.getRhs());
    if (half.getElementTypeBitWidth() != 8 || half.isScalable() ||
        half.getRank() != 1 || !isNarrowed(evenBytes) || !isNarrowed(oddBytes))
      return failure();
    Value even = getWide(b, evenBytes), odd = getWide(b, oddBytes);
    Location loc = op.getLoc();
    auto wide = cast<VectorType>(even.getType());
    auto constant = [&](int32_t value) -> Value {
      return arith::ConstantOp::create(b, loc,
                                       DenseElementsAttr::get(wide, value));
    };
    Value low = arith::AndIOp::create(b, loc, even, constant(0xff));
    Value high = arith::ShLIOp::create(b, loc, odd, constant(8));
    Value pairs =
        arith::TruncIOp::create(b, loc, half.clone(b.getI16Type()),
                                arith::OrIOp::create(b, loc, low, high));
    b.replaceOpWithNewOp<vector::BitCastOp>(op, op.getType(), pairs);
    return success();
  }
};

struct PackBytes : rmsnorm::impl::PackBytesPassBase<PackBytes> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<PackPairs>(&getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
