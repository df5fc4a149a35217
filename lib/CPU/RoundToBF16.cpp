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
/// Builds integer code on the bits of f32s, one or a vector of them.
struct Bits {
  Bits(ImplicitLocOpBuilder &b, Value x)
      : b(b), x(x), type(withElement(b.getI32Type())),
        bits(arith::BitcastOp::create(b, type, x)) {}

  Type withElement(Type element) const {
    auto vector = dyn_cast<VectorType>(x.getType());
    return vector ? Type(vector.clone(element)) : element;
  }
  Value constant(int64_t value) const {
    TypedAttr attr = b.getI32IntegerAttr(value);
    if (auto vector = dyn_cast<VectorType>(type))
      attr = DenseElementsAttr::get(vector, Attribute(attr));
    return arith::ConstantOp::create(b, attr);
  }
  Value isNaN() const {
    return arith::CmpFOp::create(b, arith::CmpFPredicate::UNO, x, x);
  }
  /// To nearest, ties to even, in the upper half; NaNs may turn into anything.
  Value round() const {
    Value high = arith::ShRUIOp::create(b, bits, constant(16));
    Value odd = arith::AndIOp::create(b, high, constant(1));
    Value half = arith::AddIOp::create(b, bits, constant(0x7fff));
    return arith::AddIOp::create(b, half, odd);
  }
  /// The same, and a NaN stays one.
  Value roundAll() const {
    return arith::SelectOp::create(b, isNaN(), constant(0x7fc00000), round());
  }
  Value shiftDown(Value value) const {
    return arith::ShRUIOp::create(b, value, constant(16));
  }
  Value upperHalf(Value value) const {
    return arith::TruncIOp::create(b, withElement(b.getI16Type()),
                                   shiftDown(value));
  }

  ImplicitLocOpBuilder &b;
  Value x;
  Type type;
  Value bits;
};

/// A vector of f32 on its way to bf16: whole, or in even and odd lanes.
struct Source {
  Source(ImplicitLocOpBuilder &b, Value x, VectorType type)
      : b(b), type(type), bits(type.clone(b.getI16Type())), parts({x}) {
    if (auto split = x.getDefiningOp<vector::InterleaveOp>())
      parts.assign(split.operand_begin(), split.operand_end());
  }

  bool isSplit() const { return parts.size() == 2; }

  /// The bits of the result by integer code; `round` gives those of a part.
  Value compute(function_ref<Value(Bits &)> round) const {
    Bits even(b, parts.front());
    if (!isSplit())
      return even.upperHalf(round(even));
    Bits odd(b, parts.back());
    Value low = even.shiftDown(round(even));
    Value high =
        arith::AndIOp::create(b, round(odd), odd.constant(int32_t(0xffff0000)));
    return vector::BitCastOp::create(b, bits,
                                     arith::OrIOp::create(b, high, low));
  }
  Value computeAll() const {
    return compute([](Bits &part) { return part.roundAll(); });
  }
  Value convert() const;
  Value isDenormal() const;

  ImplicitLocOpBuilder &b;
  VectorType type, bits;
  SmallVector<Value, 2> parts;
};
} // namespace

/// The register of f32s in `v` that starts at `offset`.
static Value getRegister(ImplicitLocOpBuilder &b, Value v, int64_t offset) {
  return vector::ExtractStridedSliceOp::create(
      b, v, ArrayRef{offset}, ArrayRef{lanes}, ArrayRef<int64_t>{1});
}

/// The result by the CPU's instruction, two registers at a time.
Value Source::convert() const {
  auto name = b.getStringAttr("llvm.x86.avx512bf16.cvtne2ps2bf16.512");
  auto pairType = VectorType::get({2 * lanes}, b.getBF16Type());
  auto pairBits = VectorType::get({2 * lanes}, b.getI16Type());
  Value result = arith::ConstantOp::create(b, b.getZeroAttr(bits));
  for (int64_t i = 0; i < type.getNumElements(); i += 2 * lanes) {
    Value low = getRegister(b, parts.front(), isSplit() ? i / 2 : i);
    Value high = getRegister(b, parts.back(), isSplit() ? i / 2 : i + lanes);
    Value both =
        LLVM::CallIntrinsicOp::create(b, pairType, name, ValueRange{high, low})
            .getResult(0);
    both = arith::BitcastOp::create(b, pairBits, both);
    if (isSplit())
      both = vector::InterleaveOp::create(b, pairBits, getRegister(b, both, 0),
                                          getRegister(b, both, lanes));
    result = vector::InsertStridedSliceOp::create(b, both, result, ArrayRef{i},
                                                  ArrayRef<int64_t>{1});
  }
  return result;
}

/// One bit for every 16 elements or so: whether one of them is a denormal.
Value Source::isDenormal() const {
  auto name = b.getStringAttr("llvm.x86.avx512.fpclass.ps.512");
  auto mask = VectorType::get({lanes}, b.getI1Type());
  Value denormals = arith::ConstantOp::create(b, b.getI32IntegerAttr(0x20));
  Value any;
  for (Value part : parts)
    for (int64_t i = 0, e = type.getNumElements() / parts.size(); i < e;
         i += lanes) {
      Value found =
          LLVM::CallIntrinsicOp::create(
              b, mask, name, ValueRange{getRegister(b, part, i), denormals})
              .getResult(0);
      any = any ? arith::OrIOp::create(b, any, found) : found;
    }
  return any;
}

/// What `rare` builds where an element of `condition` holds, else what `usual`
/// builds. A vector is looked at as a whole: LLVM moves a choice by element
/// behind the packing, and then takes bf16 vectors apart.
static Value createChoice(ImplicitLocOpBuilder &b, Type type, Value condition,
                          function_ref<Value()> rare,
                          function_ref<Value()> usual) {
  Value any =
      vector::ReductionOp::create(b, vector::CombiningKind::OR, condition);
  OpBuilder::InsertionGuard guard(b);
  auto choice = scf::IfOp::create(b, type, any, /*withElseRegion=*/true);
  b.setInsertionPointToStart(choice.thenBlock());
  scf::YieldOp::create(b, rare());
  b.setInsertionPointToStart(choice.elseBlock());
  scf::YieldOp::create(b, usual());
  return choice.getResult(0);
}

/// Rounds on the bits; a vector without NaNs takes the short way.
static Value computeVector(ImplicitLocOpBuilder &b, const Source &source) {
  Value isNaN;
  for (Value part : source.parts) {
    Value found = Bits(b, part).isNaN();
    isNaN = isNaN ? arith::OrIOp::create(b, isNaN, found) : found;
  }
  return createChoice(
      b, source.bits, isNaN, [&] { return source.computeAll(); },
      [&] { return source.compute([](Bits &part) { return part.round(); }); });
}

/// Rounds by the instruction, which takes denormals for zeros: a vector with
/// one is computed.
static Value convertVector(ImplicitLocOpBuilder &b, const Source &source) {
  Value fast = source.convert();
  return createChoice(
      b, source.bits, source.isDenormal(), [&] { return source.computeAll(); },
      [&] { return fast; });
}

namespace {
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
    Value bits;
    if (!vector || vector.getRank() != 1) {
      Bits element(b, op.getIn());
      bits = element.upperHalf(element.roundAll());
    } else {
      Source source(b, op.getIn(), vector);
      bool fits = vector.getNumElements() % (2 * lanes) == 0;
      bits =
          native && fits ? convertVector(b, source) : computeVector(b, source);
    }
    rewriter.replaceOpWithNewOp<arith::BitcastOp>(op, op.getType(), bits);
    return success();
  }

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
