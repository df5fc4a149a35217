//===- ExpandLogarithms.cpp - Logarithms and powers -----------------------===//

#include "ExpandMath.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/Support/MathExtras.h"
#include <limits>

using namespace mlir;
using namespace mlir::rmsnorm;

using Predicate = FloatBuilder::Predicate;
using Pair = FloatBuilder::Pair;

static constexpr double kInfinity = std::numeric_limits<double>::infinity();
static constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// x = 2^n * m with m from sqrt(1/2) to sqrt(2), for positive x.
static std::pair<Value, Value> takeApart(FloatBuilder &b, Value x) {
  bool isF64 = b.isF64();
  // Subnormal numbers become normal first.
  int64_t shift = isF64 ? 54 : 25;
  Value isSubnormal =
      b.compare(Predicate::OLT, x, b.constant(isF64 ? 0x1p-1022 : 0x1p-126));
  x = b.select(isSubnormal, b.mul(x, b.constant(isF64 ? 0x1p54 : 0x1p25)), x);
  Value shifted = b.select(isSubnormal, b.integer(-shift), b.integer(0));
  Value root = b.integer(isF64 ? 0x3fe6a09e667f3bcd : 0x3f3504f3);
  Value above = arith::SubIOp::create(b.b, b.toBits(x), root);
  Value n = arith::ShRSIOp::create(b.b, above, b.integer(b.getMantissa()));
  Value behind = b.integer((int64_t(1) << b.getMantissa()) - 1);
  Value rest = arith::AndIOp::create(b.b, above, behind);
  Value m = b.fromBits(arith::AddIOp::create(b.b, rest, root));
  return {b.toFloat(arith::AddIOp::create(b.b, n, shifted)), m};
}

/// log(x) for x >= 0 to about twice the bits of a float; minus infinity and
/// infinity at the ends. With f = m - 1 and s = f / (2 + f) it is n * log(2) +
/// 2 * s + s^3 * (2/3 + 2/5 * s^2 + ...), where s < 0.172.
static Pair createLog(FloatBuilder &b, Value x) {
  auto [n, m] = takeApart(b, x);
  Value f = b.sub(m, b.constant(1));
  Pair sum = b.fastTwoSum(b.constant(2), f);
  Value inverse = b.div(b.constant(1), sum.high);
  Pair s{b.mul(f, inverse), Value()};
  Value left = b.fma(b.neg(s.high), sum.high, f);
  left = b.fma(b.neg(s.high), sum.low, left);
  s.low = b.mul(left, inverse);

  Pair square = b.mul(s, s);
  SmallVector<double> coefficients;
  for (int64_t i = 5; i <= (b.isF64() ? 23 : 11); i += 2)
    coefficients.push_back(2.0 / i);
  double third = b.isF64() ? 2.0 / 3 : double(2.0f / 3);
  // What the rounding of 2/3 leaves of it.
  double thirdLow = b.isF64() ? 0x1.5555555555555p-55 : 2.0 / 3 - third;
  Pair series =
      b.fastTwoSum(b.constant(third),
                   b.mul(square.high, b.polynomial(square.high, coefficients)));
  series.low = b.add(series.low, b.constant(thirdLow));
  Pair cubic = b.mul(b.mul(s, square), series);
  Pair log = b.fastTwoSum(b.add(s.high, s.high), cubic.high);
  log.low = b.add(log.low, b.add(b.add(s.low, s.low), cubic.low));

  // log(2) in two parts, the first so short that n times it is exact.
  double high = b.isF64() ? 0x1.62e42fee00000p-1 : 0x1.63p-1;
  double low =
      b.isF64() ? 0x1.a39ef35793c76p-33 : llvm::numbers::ln2 - 0x1.63p-1;
  Pair total = b.twoSum(b.mul(n, b.constant(high)), log.high);
  Value rest = b.fma(n, b.constant(low), log.low);
  total = b.fastTwoSum(total.high, b.add(total.low, rest));
  auto isEqual = [&](double value) {
    return b.compare(Predicate::OEQ, x, b.constant(value));
  };
  total.high = b.select(isEqual(0), b.constant(-kInfinity), total.high);
  total.high = b.select(isEqual(kInfinity), x, total.high);
  Value isNumber = b.compare(Predicate::ORD, x, x);
  total.high = b.select(isNumber, total.high, x);
  return total;
}

/// `result` unless it is an infinity or a NaN, or `x` is negative.
static Value finish(FloatBuilder &b, Value x, Pair log, Value result) {
  Value isFinite =
      b.compare(Predicate::OLT, b.abs(log.high), b.constant(kInfinity));
  result = b.select(isFinite, result, log.high);
  Value isNegative = b.compare(Predicate::OLT, x, b.constant(0));
  return b.select(isNegative, b.constant(kNaN), result);
}

static Value createPlainLog(FloatBuilder &b, Value x) {
  Pair log = createLog(b, x);
  return finish(b, x, log, log.high);
}

/// Another base's: `scale` times log(x).
static Value createScaledLog(FloatBuilder &b, Value x, Pair scale) {
  Pair log = createLog(b, x);
  Pair scaled = b.mul(log, scale);
  return finish(b, x, log, b.add(scaled.high, scaled.low));
}

static Pair split(FloatBuilder &b, double value, double rest) {
  if (b.isF64())
    return {b.constant(value), b.constant(rest)};
  return {b.constant(float(value)), b.constant(value - float(value))};
}

static Value createLog2(FloatBuilder &b, Value x) {
  return createScaledLog(b, x,
                         split(b, 0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56));
}

static Value createLog10(FloatBuilder &b, Value x) {
  return createScaledLog(b, x,
                         split(b, 0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57));
}

/// log(1 + x), and what the rounding of the sum leaves out divided by it.
static Value createLog1p(FloatBuilder &b, Value x) {
  Pair sum = b.twoSum(b.constant(1), x);
  Pair log = createLog(b, sum.high);
  Value rest = b.add(log.low, b.div(sum.low, sum.high));
  Value result = b.add(log.high, rest);
  Value isZero = b.compare(Predicate::OEQ, x, b.constant(0));
  return b.select(isZero, x, finish(b, sum.high, log, result));
}

/// e^(y * log|x|), and the sign of x where y is odd.
static Value createPow(FloatBuilder &b, Value x, Value y) {
  Value one = b.constant(1), zero = b.constant(0), magnitude = b.abs(x);
  Pair log = createLog(b, magnitude);
  Pair exponent = b.twoProduct(y, log.high);
  exponent.low = b.fma(y, log.low, exponent.low);
  Value power = createExp(b, exponent);
  Value isOne = b.compare(Predicate::OEQ, magnitude, one);
  power = b.select(isOne, one, power);

  auto isFraction = [&](Value value) {
    return b.compare(Predicate::UNE, value, b.trunc(value));
  };
  // Zero and infinity have a sign, but powers all the same.
  Value isNegative = b.compare(Predicate::OLT, x, zero);
  Value isFinite = b.compare(Predicate::OLT, magnitude, b.constant(kInfinity));
  Value isNone = arith::AndIOp::create(
      b.b, isFraction(y), arith::AndIOp::create(b.b, isNegative, isFinite));
  power = b.select(isNone, b.constant(kNaN), power);
  Value half = b.mul(y, b.constant(0.5));
  Value isOdd = arith::AndIOp::create(b.b, isFraction(half),
                                      b.compare(Predicate::OEQ, y, b.trunc(y)));
  power = b.select(isOdd, b.copySign(power, x), power);
  return b.select(b.compare(Predicate::OEQ, y, zero), one, power);
}

void rmsnorm::populateLogarithmPatterns(RewritePatternSet &patterns) {
  patterns.add<ExpandFunction<math::LogOp, createPlainLog>,
               ExpandFunction<math::Log2Op, createLog2>,
               ExpandFunction<math::Log10Op, createLog10>,
               ExpandFunction<math::Log1pOp, createLog1p>,
               ExpandFunction<math::PowFOp, createPow>>(patterns.getContext());
}
