//===- RoundQuotients.cpp - Quotients that become integers ----------------===//

#include "RMSNorm/NVVM/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::rmsnorm {
#define GEN_PASS_DEF_ROUNDQUOTIENTSPASS
#include "RMSNorm/NVVM/Passes.h.inc"
} // namespace mlir::rmsnorm

using namespace mlir;

namespace {
/// `fptosi(clamps(roundeven(dividend / divisor)))` with one divisor for all
/// elements.
struct Quotient {
  arith::FPToSIOp result;
  /// From the last to the first, and the bound of each.
  SmallVector<std::pair<Operation *, APFloat>> clamps;
  Value dividend, divisor;

  static std::optional<Quotient> match(arith::FPToSIOp op);
};

/// The parts of a division that are the same for all elements.
struct Divisor {
  Value scale, scaled, inverse;

  Divisor(OpBuilder &b, Location loc, Value divisor);
};
} // namespace

/// Bounds up to here are apart from their neighbours by less than rounding a
/// quotient to an integer makes of it.
static constexpr double maxBound = 1 << 21;

std::optional<Quotient> Quotient::match(arith::FPToSIOp op) {
  auto type = dyn_cast<VectorType>(op.getIn().getType());
  if (!type || type.getRank() != 1 || type.isScalable() ||
      !type.getElementType().isF32() ||
      getElementTypeOrSelf(op.getType()).getIntOrFloatBitWidth() > 32)
    return std::nullopt;
  Quotient quotient{op, {}, {}, {}};
  Operation *def = op.getIn().getDefiningOp();
  while (isa_and_nonnull<arith::MaximumFOp, arith::MinimumFOp>(def)) {
    APFloat bound(0.0f);
    if (!matchPattern(def->getOperand(1), m_ConstantFloat(&bound)) ||
        !bound.isInteger() || std::abs(bound.convertToDouble()) > maxBound ||
        // Zero is between the bounds.
        (!bound.isZero() && bound.isNegative() != isa<arith::MaximumFOp>(def)))
      return std::nullopt;
    quotient.clamps.push_back({def, bound});
    def = def->getOperand(0).getDefiningOp();
  }
  auto rounded = dyn_cast_or_null<math::RoundEvenOp>(def);
  auto division = rounded ? rounded.getOperand().getDefiningOp<arith::DivFOp>()
                          : arith::DivFOp();
  auto splat = division ? division.getRhs().getDefiningOp<vector::BroadcastOp>()
                        : vector::BroadcastOp();
  if (!splat || !splat.getSource().getType().isF32())
    return std::nullopt;
  quotient.dividend = division.getLhs();
  quotient.divisor = splat.getSource();
  return quotient;
}

/// Brings the magnitude of the divisor near 1 by a power of two, as far as
/// there is one: then no step of a division by it leaves the range of f32
/// unless the quotient is no integer of 32 bits, or rounds to zero.
Divisor::Divisor(OpBuilder &b, Location loc, Value divisor) {
  Type i32 = b.getI32Type(), f32 = b.getF32Type();
  auto word = [&](int64_t value) -> Value {
    return arith::ConstantIntOp::create(b, loc, value, 32);
  };
  auto number = [&](double value) -> Value {
    return arith::ConstantOp::create(b, loc, b.getF32FloatAttr(value));
  };
  Value bits = arith::BitcastOp::create(b, loc, i32, divisor);
  Value exponent = arith::AndIOp::create(
      b, loc, arith::ShRUIOp::create(b, loc, bits, word(23)), word(255));
  Value opposite = arith::SubIOp::create(b, loc, word(254), exponent);
  opposite = arith::MaxSIOp::create(b, loc, opposite, word(1));
  opposite = arith::MinSIOp::create(b, loc, opposite, word(253));
  Value sign = arith::AndIOp::create(b, loc, bits, word(INT32_MIN));
  scale = arith::BitcastOp::create(
      b, loc, f32,
      arith::OrIOp::create(
          b, loc, arith::ShLIOp::create(b, loc, opposite, word(23)), sign));
  scaled = arith::MulFOp::create(b, loc, divisor, scale);
  // What is not zero, divided by zero, is beyond all bounds.
  Value isZero = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OEQ,
                                       scaled, number(0.0));
  scaled = arith::SelectOp::create(b, loc, isZero, number(0x1p-120), scaled);
  inverse = arith::DivFOp::create(b, loc, number(1.0), scaled);
}

static void rewrite(RewriterBase &b, Quotient &quotient) {
  Location loc = quotient.result.getLoc();
  if (Operation *def = quotient.divisor.getDefiningOp())
    b.setInsertionPointAfter(def);
  else
    b.setInsertionPointToStart(quotient.divisor.getParentBlock());
  Divisor divisor(b, loc, quotient.divisor);
  SmallVector<Value> bounds;
  for (const auto &[clamp, bound] : quotient.clamps)
    bounds.push_back(arith::MulFOp::create(
        b, loc, divisor.scaled,
        arith::ConstantOp::create(b, loc,
                                  b.getF32FloatAttr(bound.convertToFloat()))));

  b.setInsertionPoint(quotient.result);
  auto type = cast<VectorType>(quotient.dividend.getType());
  auto splat = [&](Value value) -> Value {
    return vector::BroadcastOp::create(b, loc, type, value);
  };
  Value a =
      arith::MulFOp::create(b, loc, quotient.dividend, splat(divisor.scale));
  for (auto [clamp, bound] :
       llvm::reverse(llvm::zip_equal(quotient.clamps, bounds))) {
    if (isa<arith::MaximumFOp>(clamp.first))
      a = arith::MaximumFOp::create(b, loc, a, splat(bound));
    else
      a = arith::MinimumFOp::create(b, loc, a, splat(bound));
  }
  // With the inverse rounded to nearest, one correction makes the quotient so.
  Value inverse = splat(divisor.inverse);
  Value guess = arith::MulFOp::create(b, loc, a, inverse);
  Value error = math::FmaOp::create(
      b, loc, splat(arith::NegFOp::create(b, loc, divisor.scaled)), guess, a);
  Value exact = math::FmaOp::create(b, loc, error, inverse, guess);

  SmallVector<Value> elements;
  for (int64_t i = 0; i < type.getNumElements(); ++i)
    elements.push_back(
        LLVM::CallIntrinsicOp::create(
            b, loc, b.getI32Type(), b.getStringAttr("llvm.nvvm.f2i.rn"),
            vector::ExtractOp::create(b, loc, exact, i).getResult())
            .getResults());
  Value words = vector::FromElementsOp::create(
      b, loc, type.clone(b.getI32Type()), elements);
  Type narrow = quotient.result.getType();
  if (narrow != words.getType())
    words = arith::TruncIOp::create(b, loc, narrow, words);
  b.replaceOp(quotient.result, words);
}

namespace {
struct RoundQuotients : rmsnorm::impl::RoundQuotientsPassBase<RoundQuotients> {
  void runOnOperation() override {
    SmallVector<arith::FPToSIOp> ops;
    getOperation()->walk([&](arith::FPToSIOp op) { ops.push_back(op); });
    IRRewriter b(&getContext());
    for (arith::FPToSIOp op : ops)
      if (std::optional<Quotient> quotient = Quotient::match(op))
        rewrite(b, *quotient);
  }
};
} // namespace
