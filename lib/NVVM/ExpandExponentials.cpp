//===- ExpandExponentials.cpp - exp and what is made of it ----------------===//

#include "ExpandMath.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::rmsnorm;

using Predicate = FloatBuilder::Predicate;
using Pair = FloatBuilder::Pair;

namespace {
/// x = n * log(2) + rest, with |rest| <= log(2) / 2.
struct Reduced {
  Value n, rest;
};
} // namespace

/// Beyond these an exponential is zero or infinite.
static double getLeast(const FloatBuilder &b) {
  return b.isF64() ? -746 : -104;
}
static double getGreatest(const FloatBuilder &b) {
  return b.isF64() ? 710 : 89;
}

/// log(2) in two parts, the first so short that n times it is exact (Cody and
/// Waite, Software Manual for the Elementary Functions, 1980).
static Reduced reduce(FloatBuilder &b, Pair x) {
  double high = b.isF64() ? 0x1.62e42fee00000p-1 : 0x1.63p-1;
  double low =
      b.isF64() ? 0x1.a39ef35793c76p-33 : llvm::numbers::ln2 - 0x1.63p-1;
  Value n = b.roundEven(b.mul(x.high, b.constant(llvm::numbers::log2e)));
  Value rest = b.fma(n, b.constant(-high), x.high);
  rest = b.fma(n, b.constant(-low), rest);
  return {b.toInteger(n), x.low ? b.add(rest, x.low) : rest};
}

/// e^rest - 1 by its Taylor series, which leaves out less than 2^-57 (2^-27 in
/// f32) for |rest| <= log(2) / 2.
static Value createRest(FloatBuilder &b, Value rest) {
  SmallVector<double> coefficients;
  double factorial = 1;
  for (int64_t i = 2; i <= (b.isF64() ? 13 : 8); ++i)
    coefficients.push_back(1 / (factorial *= i));
  Value square = b.mul(rest, rest);
  return b.fma(square, b.polynomial(rest, coefficients), rest);
}

static Value createExp(FloatBuilder &b, Reduced x) {
  return b.scale(b.add(b.constant(1), createRest(b, x.rest)), x.n);
}

Value rmsnorm::createExp(FloatBuilder &b, Pair x) {
  Value clamped = b.clamp(x.high, getLeast(b), getGreatest(b));
  if (x.low)
    x.low = b.select(b.compare(Predicate::OEQ, clamped, x.high), x.low,
                     b.constant(0));
  return ::createExp(b, reduce(b, {clamped, x.low}));
}

/// e^x - 1, without cancellation: 2^n * (e^rest - 1 + 1 - 2^-n).
static Value createExpM1(FloatBuilder &b, Value x) {
  Reduced reduced = reduce(b, {b.clamp(x, -50, getGreatest(b)), Value()});
  // What is below the last bit of one need not be exact.
  Value least = arith::MinSIOp::create(b.b, reduced.n, b.integer(100));
  Value inverse =
      b.powerOfTwo(arith::SubIOp::create(b.b, b.integer(0), least).getResult());
  Value sum = b.add(createRest(b, reduced.rest), b.sub(b.constant(1), inverse));
  Value isZero = b.compare(Predicate::OEQ, x, b.constant(0));
  return b.select(isZero, x, b.scale(sum, reduced.n));
}

static Value createExp2(FloatBuilder &b, Value x) {
  x = b.clamp(x, b.isF64() ? -1076 : -151, b.isF64() ? 1025 : 129);
  Value whole = b.roundEven(x);
  Value rest = b.mul(b.sub(x, whole), b.constant(llvm::numbers::ln2));
  return createExp(b, Reduced{b.toInteger(whole), rest});
}

/// By way of e^(2|x|) - 1; beyond 22 the result is one.
static Value createTanh(FloatBuilder &b, Value x) {
  Value magnitude = b.clamp(b.abs(x), 0, 22);
  Value e = createExpM1(b, b.add(magnitude, magnitude));
  return b.copySign(b.div(e, b.add(e, b.constant(2))), x);
}

/// W. J. Cody, Rational Chebyshev approximations for the error function, Math.
/// Comp. 23 (1969), with the coefficients of his CALERF (netlib, specfun): up
/// to 0.46875 for erf, above for erfc, which is less than 2^-54 from 6 on.
static Value createErf(FloatBuilder &b, Value x) {
  Value magnitude = b.clamp(b.abs(x), 0, 6), square = b.mul(x, x);
  Value small = b.mul(
      x,
      b.div(b.polynomial(square, {3.20937758913846947e3, 3.77485237685302021e2,
                                  1.13864154151050156e2, 3.16112374387056560,
                                  1.85777706184603153e-1}),
            b.polynomial(square,
                         {2.84423683343917062e3, 1.28261652607737228e3,
                          2.44024637934444173e2, 2.36012909523441209e1, 1})));
  Value ratio = b.div(
      b.polynomial(magnitude, {1.23033935479799725e3, 2.05107837782607147e3,
                               1.71204761263407058e3, 8.81952221241769090e2,
                               2.98635138197400131e2, 6.61191906371416295e1,
                               8.88314979438837594, 5.64188496988670089e-1,
                               2.15311535474403846e-8}),
      b.polynomial(magnitude,
                   {1.23033935480374942e3, 3.43936767414372164e3,
                    4.36261909014324716e3, 3.29079923573345963e3,
                    1.62138957456669019e3, 5.37181101862009858e2,
                    1.17693950891312499e2, 1.57449261107098347e1, 1}));
  Pair exact = b.twoProduct(magnitude, magnitude);
  Value rest =
      b.mul(createExp(b, Pair{b.neg(exact.high), b.neg(exact.low)}), ratio);
  Value large = b.copySign(b.sub(b.constant(1), rest), x);
  Value isSmall = b.compare(Predicate::OLE, magnitude, b.constant(0.46875));
  return b.select(isSmall, small, large);
}

static Value createPlainExp(FloatBuilder &b, Value x) {
  return createExp(b, Pair{x, Value()});
}

void rmsnorm::populateExponentialPatterns(RewritePatternSet &patterns) {
  patterns.add<ExpandFunction<math::ExpOp, createPlainExp>,
               ExpandFunction<math::ExpM1Op, createExpM1, /*onlyF64=*/true>,
               ExpandFunction<math::TanhOp, createTanh, /*onlyF64=*/true>,
               ExpandFunction<math::ErfOp, createErf, /*onlyF64=*/true>,
               ExpandFunction<math::Exp2Op, createExp2>>(patterns.getContext());
}
