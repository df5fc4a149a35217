//===- ExpandF64Truncations.cpp - From f64 by way of f32 ------------------===//

#include "RMSNorm/Rows/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::rmsnorm {
#define GEN_PASS_DEF_EXPANDF64TRUNCATIONSPASS
#include "RMSNorm/Rows/Passes.h.inc"
} // namespace mlir::rmsnorm

using namespace mlir;

/// `element`, or a vector of it where `like` is a vector.
static Type shapedLike(Type like, Type element) {
  auto shaped = dyn_cast<ShapedType>(like);
  return shaped ? Type(shaped.clone(element)) : element;
}

/// f64 to f32, rounded to odd.
static Value roundToOdd(ImplicitLocOpBuilder &b, Value x) {
  Type f64 = x.getType(), f32 = shapedLike(f64, b.getF32Type()),
       i32 = shapedLike(f64, b.getI32Type());
  auto constant = [&](int32_t value) -> Value {
    auto shaped = dyn_cast<ShapedType>(i32);
    if (!shaped)
      return arith::ConstantOp::create(b, b.getI32IntegerAttr(value));
    return arith::ConstantOp::create(
        b, DenseElementsAttr::get(shaped, b.getI32IntegerAttr(value)));
  };
  Value near = arith::TruncFOp::create(b, f32, x);
  Value back = arith::ExtFOp::create(b, f64, near);
  Value bits = arith::BitcastOp::create(b, i32, near);
  // Ordered: NaN stays as it is.
  Value inexact = arith::CmpFOp::create(b, arith::CmpFPredicate::ONE, back, x);
  Value even = arith::CmpIOp::create(
      b, arith::CmpIPredicate::eq, arith::AndIOp::create(b, bits, constant(1)),
      constant(0));
  Value above = arith::CmpFOp::create(b, arith::CmpFPredicate::OGT, back, x);
  Value negative =
      arith::CmpIOp::create(b, arith::CmpIPredicate::slt, bits, constant(0));
  // A step down in value is a step down in magnitude unless the sign is set.
  Value shrinks = arith::XOrIOp::create(b, above, negative);
  Value step = arith::SelectOp::create(b, shrinks, constant(-1), constant(1));
  Value moved = arith::AddIOp::create(b, bits, step);
  Value odd = arith::SelectOp::create(
      b, arith::AndIOp::create(b, inexact, even), moved, bits);
  return arith::BitcastOp::create(b, f32, odd);
}

namespace {
struct TruncateInTwoSteps : OpRewritePattern<arith::TruncFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::TruncFOp op,
                                PatternRewriter &rewriter) const override {
    if (!getElementTypeOrSelf(op.getIn().getType()).isF64() ||
        getElementTypeOrSelf(op.getType()).getIntOrFloatBitWidth() > 16 ||
        op.getRoundingmode().value_or(arith::RoundingMode::to_nearest_even) !=
            arith::RoundingMode::to_nearest_even)
      return failure();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    rewriter.replaceOpWithNewOp<arith::TruncFOp>(op, op.getType(),
                                                 roundToOdd(b, op.getIn()));
    return success();
  }
};

struct ExpandF64Truncations
    : rmsnorm::impl::ExpandF64TruncationsPassBase<ExpandF64Truncations> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<TruncateInTwoSteps>(&getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
