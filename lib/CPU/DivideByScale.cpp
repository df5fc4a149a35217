//===- DivideByScale.cpp - Many quotients by one divisor ------------------===//

#include "RMSNorm/CPU/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

namespace mlir::rmsnorm {
#define GEN_PASS_DEF_DIVIDEBYSCALEPASS
#include "RMSNorm/CPU/Passes.h.inc"
} // namespace mlir::rmsnorm

using namespace mlir;

/// Divisors with a normal inverse and finite multiples up to the largest bound,
/// that leave something normal over of every dividend whose quotient does not
/// become zero.
static constexpr float leastDivisor = 0x1p-80f, largestDivisor = 0x1p104f;

/// Bounds up to here are apart from their neighbours by less than rounding a
/// quotient to an integer makes of it.
static constexpr double largestBound = 1 << 21;

namespace {
/// Whether a value is limited from below or from above, and where.
struct Clamp {
  bool isBelow;
  APFloat bound;
};

/// A quotient by a splat that becomes an integer of 16 bits or an 8-bit float,
/// so that nothing is seen of what is next to zero or beyond its bounds.
struct Quotient {
  Operation *conversion;
  /// To an integer.
  math::RoundEvenOp rounding;
  arith::DivFOp division;
  vector::BroadcastOp divisor;
  /// From the first one to the last.
  SmallVector<Clamp> clamps;

  static std::optional<Quotient> match(Operation *conversion);
  void rewrite(ImplicitLocOpBuilder &b);
};
} // namespace

static bool isExactIn(Type type, APFloat value) {
  bool losesInfo = false;
  value.convert(cast<FloatType>(type).getFloatSemantics(),
                APFloat::rmNearestTiesToEven, &losesInfo);
  return !losesInfo;
}

std::optional<Quotient> Quotient::match(Operation *conversion) {
  Type to = getElementTypeOrSelf(conversion->getResult(0));
  bool toInteger = isa<arith::FPToSIOp, arith::FPToUIOp>(conversion);
  if (to.getIntOrFloatBitWidth() > (toInteger ? 16 : 8))
    return std::nullopt;
  Quotient quotient{conversion, {}, {}, {}, {}};
  Operation *def = conversion->getOperand(0).getDefiningOp();
  bool hasBounds[2] = {false, false};
  for (; isa_and_nonnull<arith::MaximumFOp, arith::MinimumFOp>(def);
       def = def->getOperand(0).getDefiningOp()) {
    bool isBelow = isa<arith::MaximumFOp>(def);
    APFloat bound(0.0f);
    if (!matchPattern(def->getOperand(1), m_ConstantFloat(&bound)) ||
        !(toInteger ? bound.isInteger() : isExactIn(to, bound)) ||
        std::abs(bound.convertToDouble()) > largestBound ||
        // Zero is between the bounds.
        (!bound.isZero() && bound.isNegative() != isBelow))
      return std::nullopt;
    hasBounds[isBelow] = true;
    quotient.clamps.insert(quotient.clamps.begin(), {isBelow, bound});
  }
  if (toInteger) {
    quotient.rounding = dyn_cast_or_null<math::RoundEvenOp>(def);
    def = quotient.rounding ? quotient.rounding.getOperand().getDefiningOp()
                            : nullptr;
  } else if (!hasBounds[0] || !hasBounds[1]) {
    // Of an infinite dividend comes no infinity.
    return std::nullopt;
  }
  quotient.division = dyn_cast_or_null<arith::DivFOp>(def);
  if (!quotient.division || !quotient.division->hasOneUse() ||
      !isa<VectorType>(quotient.division.getType()) ||
      !getElementTypeOrSelf(quotient.division.getType()).isF32())
    return std::nullopt;
  quotient.divisor =
      quotient.division.getRhs().getDefiningOp<vector::BroadcastOp>();
  if (!quotient.divisor || !quotient.divisor.getSource().getType().isF32())
    return std::nullopt;
  return quotient;
}

/// The bound, which is no NaN, or `v`, which may be one. A zero with a sign is
/// less than one without.
static Value createClamp(ImplicitLocOpBuilder &b, const Clamp &clamp,
                         Value bound, Value v) {
  using Predicate = arith::CmpFPredicate;
  bool winsTie =
      clamp.bound.isZero() && clamp.bound.isNegative() != clamp.isBelow;
  Predicate wins = clamp.isBelow ? (winsTie ? Predicate::OGE : Predicate::OGT)
                                 : (winsTie ? Predicate::OLE : Predicate::OLT);
  return arith::SelectOp::create(b, arith::CmpFOp::create(b, wins, bound, v),
                                 bound, v);
}

void Quotient::rewrite(ImplicitLocOpBuilder &b) {
  Value scale = divisor.getSource(), dividend = division.getLhs();
  b.setInsertionPointAfterValue(scale);
  auto number = [&](const APFloat &value) -> Value {
    return arith::ConstantOp::create(b,
                                     b.getF32FloatAttr(value.convertToFloat()));
  };
  auto compare = [&](arith::CmpFPredicate predicate, float bound) -> Value {
    return arith::CmpFOp::create(b, predicate, scale, number(APFloat(bound)));
  };
  Value isUsual =
      arith::AndIOp::create(b, compare(arith::CmpFPredicate::OGE, leastDivisor),
                            compare(arith::CmpFPredicate::OLE, largestDivisor));
  Value inverse = arith::DivFOp::create(b, number(APFloat(1.0f)), scale);
  // Those of the quotient and of the dividend.
  SmallVector<Value> bounds, multiples;
  for (const Clamp &clamp : clamps) {
    bounds.push_back(number(clamp.bound));
    multiples.push_back(arith::MulFOp::create(b, bounds.back(), scale));
  }

  b.setInsertionPoint(division);
  Type type = division.getType();
  auto splat = [&](Value value) -> Value {
    return vector::BroadcastOp::create(b, type, value);
  };
  auto applyClamps = [&](Value v, ArrayRef<Value> limits) {
    for (auto [clamp, limit] : llvm::zip_equal(clamps, limits))
      v = createClamp(b, clamp, splat(limit), v);
    return v;
  };
  auto choice = scf::IfOp::create(b, type, isUsual, /*withElseRegion=*/true);
  b.setInsertionPointToStart(choice.elseBlock());
  Value quotient = arith::DivFOp::create(b, dividend, splat(scale));
  scf::YieldOp::create(b, applyClamps(quotient, bounds));
  // With the inverse rounded to nearest, one correction makes the quotient so.
  // Of zero nothing is left over, with the sign that keeps zero's own.
  b.setInsertionPointToStart(choice.thenBlock());
  Value clamped = applyClamps(dividend, multiples);
  Value guess = arith::MulFOp::create(b, clamped, splat(inverse));
  Value excess = math::FmaOp::create(b, splat(scale), guess,
                                     arith::NegFOp::create(b, clamped));
  scf::YieldOp::create(b,
                       math::FmaOp::create(b, arith::NegFOp::create(b, excess),
                                           splat(inverse), guess)
                           .getResult());

  b.setInsertionPointAfter(choice);
  Value result = choice.getResult(0);
  if (rounding)
    result = math::RoundEvenOp::create(b, result);
  conversion->setOperand(0, result);
}

namespace {
struct DivideByScale : rmsnorm::impl::DivideByScalePassBase<DivideByScale> {
  void runOnOperation() override {
    SmallVector<Operation *> conversions;
    getOperation()->walk([&](Operation *op) {
      if (isa<arith::FPToSIOp, arith::FPToUIOp, arith::TruncFOp>(op))
        conversions.push_back(op);
    });
    for (Operation *conversion : conversions)
      if (std::optional<Quotient> quotient = Quotient::match(conversion)) {
        ImplicitLocOpBuilder b(quotient->division.getLoc(), conversion);
        quotient->rewrite(b);
      }
  }
};
} // namespace
