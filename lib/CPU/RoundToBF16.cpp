//===- RoundToBF16.cpp - f32 to bf16, exactly and fast --------------------===//

#include "RMSNorm/CPU/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::rmsnorm {
#define GEN_PASS_DEF_ROUNDTOBF16PASS
#include "RMSNorm/CPU/Passes.h.inc"
} // namespace mlir::rmsnorm

using namespace mlir;

/// The lanes of a 512-bit register of f32.
static constexpr int64_t lanes = 16;

namespace {
/// Builds integer code on the bits of one value, a scalar or a vector.
struct Bits {
  Bits(ImplicitLocOpBuilder &b, Value x)
      : b(b), x(x), type(withElement(b.getI32Type())),
        bits(arith::BitcastOp::create(b, type, x)) {}

  Type withElement(Type element) {
    auto vector = dyn_cast<VectorType>(x.getType());
    return vector ? Type(vector.clone(element)) : element;
  }
  Value constant(int64_t value) {
    TypedAttr attr = b.getI32IntegerAttr(value);
    if (auto vector = dyn_cast<VectorType>(type))
      attr = DenseElementsAttr::get(vector, Attribute(attr));
    return arith::ConstantOp::create(b, attr);
  }
  /// To nearest, ties to even; NaNs may turn into anything.
  Value round() {
    Value high = arith::ShRUIOp::create(b, bits, constant(16));
    Value odd = arith::AndIOp::create(b, high, constant(1));
    Value half = arith::AddIOp::create(b, bits, constant(0x7fff));
    return arith::AddIOp::create(b, half, odd);
  }
  /// Of each element of `value`.
  Value upperHalf(Value value) {
    Value high = arith::ShRUIOp::create(b, value, constant(16));
    return arith::TruncIOp::create(b, withElement(b.getI16Type()), high);
  }
  Value toBF16(Value half) {
    return arith::BitcastOp::create(b, withElement(b.getBF16Type()), half);
  }
  Value isDenormal() {
    // One unsigned comparison: zero wraps round.
    Value magnitude = arith::AndIOp::create(b, bits, constant(0x7fffffff));
    return arith::CmpIOp::create(
        b, arith::CmpIPredicate::ult,
        arith::SubIOp::create(b, magnitude, constant(1)), constant(0x7fffff));
  }

  ImplicitLocOpBuilder &b;
  Value x;
  Type type;
  Value bits;
};

/// What `rare` builds where `condition` holds, else what `usual` builds.
Value createChoice(ImplicitLocOpBuilder &b, Type type, Value condition,
                   function_ref<Value()> rare, function_ref<Value()> usual) {
  OpBuilder::InsertionGuard guard(b);
  auto choice = scf::IfOp::create(b, type, condition, /*withElseRegion=*/true);
  b.setInsertionPointToStart(choice.thenBlock());
  scf::YieldOp::create(b, rare());
  b.setInsertionPointToStart(choice.elseBlock());
  scf::YieldOp::create(b, usual());
  return choice.getResult(0);
}

struct RoundPattern : OpRewritePattern<arith::TruncFOp> {
  RoundPattern(MLIRContext *context, bool native)
      : OpRewritePattern(context), native(native) {}

  LogicalResult matchAndRewrite(arith::TruncFOp op,
                                PatternRewriter &rewriter) const override {
    Type from = getElementTypeOrSelf(op.getIn());
    auto vector = dyn_cast<VectorType>(op.getType());
    if (!getElementTypeOrSelf(op.getType()).isBF16() || !from.isF32() ||
        op.getRoundingmode() || (vector && vector.isScalable()))
      return failure();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    bool fits = vector && vector.getRank() == 1 &&
                vector.getNumElements() % (2 * lanes) == 0;
    rewriter.replaceOp(op, native && fits ? convert(b, op.getIn(), vector)
                                          : compute(b, op.getIn()));
    return success();
  }

  Value compute(ImplicitLocOpBuilder &b, Value x) const;
  Value convert(ImplicitLocOpBuilder &b, Value x, VectorType type) const;

  bool native;
};

struct RoundToBF16 : rmsnorm::impl::RoundToBF16PassBase<RoundToBF16> {
  using Base::Base;

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<RoundPattern>(&getContext(), native);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace

/// On the bits. A vector is looked at for NaNs as a whole: LLVM moves a choice
/// by element behind the packing, and then takes bf16 vectors apart.
Value RoundPattern::compute(ImplicitLocOpBuilder &b, Value x) const {
  Bits bits(b, x);
  Value isNaN = arith::CmpFOp::create(b, arith::CmpFPredicate::UNO, x, x);
  Value rounded = bits.round();
  auto keepNaNs = [&]() -> Value {
    return arith::SelectOp::create(b, isNaN, bits.constant(0x7fc00000),
                                   rounded);
  };
  auto vector = dyn_cast<VectorType>(x.getType());
  if (!vector || vector.getRank() != 1)
    return bits.toBF16(bits.upperHalf(keepNaNs()));
  Value any = vector::ReductionOp::create(b, vector::CombiningKind::OR, isNaN);
  Value result = createChoice(
      b, bits.withElement(b.getI16Type()), any,
      [&] { return bits.upperHalf(keepNaNs()); },
      [&] { return bits.upperHalf(rounded); });
  return bits.toBF16(result);
}

/// By the instruction, which takes denormals for zeros: where there are any,
/// those lanes are computed.
Value RoundPattern::convert(ImplicitLocOpBuilder &b, Value x,
                            VectorType type) const {
  auto mask = VectorType::get({lanes}, b.getI1Type());
  auto pair = VectorType::get({2 * lanes}, b.getBF16Type());
  auto isDenormal = b.getStringAttr("llvm.x86.avx512.fpclass.ps.512");
  auto narrow = b.getStringAttr("llvm.x86.avx512bf16.cvtne2ps2bf16.512");
  Value denormals = arith::ConstantOp::create(b, b.getI32IntegerAttr(0x20));

  Value any;
  auto getLanes = [&](int64_t offset) -> Value {
    Value part = vector::ExtractStridedSliceOp::create(
        b, x, ArrayRef{offset}, ArrayRef{lanes}, ArrayRef<int64_t>{1});
    Value found = LLVM::CallIntrinsicOp::create(b, mask, isDenormal,
                                                ValueRange{part, denormals})
                      .getResult(0);
    any = any ? arith::OrIOp::create(b, any, found) : found;
    return part;
  };
  Value result = arith::ConstantOp::create(b, b.getZeroAttr(type));
  for (int64_t i = 0; i < type.getNumElements(); i += 2 * lanes) {
    Value low = getLanes(i), high = getLanes(i + lanes);
    Value both =
        LLVM::CallIntrinsicOp::create(b, pair, narrow, ValueRange{high, low})
            .getResult(0);
    result = vector::InsertStridedSliceOp::create(b, both, result, ArrayRef{i},
                                                  ArrayRef<int64_t>{1});
  }
  any = vector::ReductionOp::create(b, vector::CombiningKind::OR, any);
  return createChoice(
      b, type, any,
      [&]() -> Value {
        Bits bits(b, x);
        Value computed = bits.toBF16(bits.upperHalf(bits.round()));
        return arith::SelectOp::create(b, bits.isDenormal(), computed, result);
      },
      [&] { return result; });
}
