//===- Scale.cpp - Sums and means -----------------------------------------===//

#include "Scale.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace mlir;
using namespace mlir::rmsnorm;

bool Scale::take(Spelling &spelling, const Element &e, bool divides) {
  if (std::optional<double> constant = spelling.getConstant(e)) {
    factor *= divides ? 1.0 / *constant : *constant;
    if (divides)
      divisor *= *constant;
    return true;
  }
  Rounded r = spelling.peel(e);
  if (r.rounding)
    return false;
  if (divides) {
    if (r.node.kind != Kind::Extent || extent)
      return false;
    extent = r.node.element.value;
    return true;
  }
  Scale taken = *this;
  ++taken.numSteps;
  ArrayRef<Element> operands = r.node.operands;
  bool isTaken = false;
  if (r.node.kind == Kind::Mul || r.node.kind == Kind::Div)
    isTaken = taken.take(spelling, operands[0], false) &&
              taken.take(spelling, operands[1], r.node.kind == Kind::Div);
  else if (r.node.kind == Kind::Reciprocal)
    isTaken = taken.take(spelling, operands[0], true);
  if (isTaken)
    *this = taken;
  return isTaken;
}

/// The factor of `node` that is left when `scale` has taken the other one, or
/// nothing where it takes neither.
static std::optional<Element> takeFactor(Spelling &spelling, const Node &node,
                                         Scale &scale) {
  bool divides = node.kind == Kind::Div;
  if (node.kind != Kind::Mul && !divides)
    return std::nullopt;
  if (scale.take(spelling, node.operands[1], divides))
    return node.operands[0];
  if (!divides && scale.take(spelling, node.operands[0], false))
    return node.operands[1];
  return std::nullopt;
}

Element mlir::rmsnorm::splitScale(Spelling &spelling, Element e, Scale &scale) {
  while (true) {
    Rounded r = spelling.peel(e);
    std::optional<Element> rest;
    if (!r.rounding)
      rest = takeFactor(spelling, r.node, scale);
    if (!rest)
      return e;
    e = std::move(*rest);
  }
}

/// A mean that is rounded to 16 bits once, after the division.
static std::optional<ScaledSum> matchWideSum(Spelling &spelling,
                                             const Element &e) {
  std::optional<Element> wide = spelling.skipRounding(e);
  if (!wide)
    return std::nullopt;
  Spelling inF32 = spelling.inF32();
  std::optional<ScaledSum> result = matchScaledSum(inF32, *wide);
  if (!result || result->scale.isNone() || result->offset != 0.0 ||
      !spelling.narrowTerms(result->sum))
    return std::nullopt;
  result->type = spelling.getComputeType();
  return result;
}

/// Adds to `sum` what `node` adds as a constant, scaled as all that comes
/// before it is; the other operand, or nothing where that isn't known.
static std::optional<Element> takeOffset(Spelling &spelling, const Node &node,
                                         ScaledSum &sum) {
  if (spelling.roundsEachStep() || sum.scale.extent)
    return std::nullopt;
  double added = 0.0;
  std::optional<Element> rest = spelling.splitConstant(node, added);
  sum.offset += added * sum.scale.factor;
  return rest;
}

std::optional<ScaledSum>
mlir::rmsnorm::matchScaledSum(Spelling &spelling, Element e, bool splitTerms) {
  if (std::optional<ScaledSum> wide = matchWideSum(spelling, e))
    return wide;
  ScaledSum result;
  result.type = result.scaled = spelling.getComputeType();
  Rounded r = spelling.peel(std::move(e));
  while (!r.rounding && r.node.kind != Kind::Sum) {
    ++result.scale.numSteps;
    std::optional<Element> rest = takeOffset(spelling, r.node, result);
    if (!rest)
      rest = takeFactor(spelling, r.node, result.scale);
    if (!rest)
      return std::nullopt;
    r = spelling.peel(std::move(*rest));
  }
  if (r.rounding || (r.node.init != 0.0 && result.scale.extent))
    return std::nullopt;
  result.offset += r.node.init * result.scale.factor;
  result.sum = std::move(r.node);
  // sum(x * x / N) is sum(x * x) / N.
  if (splitTerms && !spelling.roundsEachStep())
    result.sum.operands[0] =
        splitScale(spelling, result.sum.operands[0], result.scale);
  return result;
}

std::optional<Statistic> ScaledSum::getStatistic(int64_t count) const {
  std::optional<Statistic> statistic = scale.getStatistic(count, scaled);
  return statistic == Statistic::Mean ? getMean() : statistic;
}

int64_t ScaledSum::getCount() const {
  int64_t count = 1;
  for (int64_t extent : sum.extents) {
    if (ShapedType::isDynamic(extent))
      return ShapedType::kDynamic;
    count *= extent;
  }
  return count;
}

/// `value` in the precision of `type`.
static double roundTo(FloatType type, double value) {
  APFloat rounded(value);
  bool lost;
  rounded.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                  &lost);
  return rounded.convertToDouble();
}

bool Scale::isMeanOf(int64_t count, FloatType type) const {
  if (type.getWidth() > 16) {
    double tolerance = std::ldexp(1.0, 1 - int(type.getFPMantissaWidth()));
    return std::abs(factor * count - 1.0) <= tolerance;
  }
  if (numSteps > 1)
    return false;
  // A product with a power of two is a quotient, and no other product is.
  if (llvm::isPowerOf2_64(count) && factor * count == 1.0)
    return true;
  return divisor == roundTo(type, count) && factor == 1.0 / divisor;
}

bool Scale::isReciprocalMeanOf(int64_t count, FloatType type) const {
  return type.getWidth() == 16 && numSteps == 1 && divisor == 1.0 &&
         factor == roundTo(type, 1.0 / count);
}

std::optional<Statistic> Scale::getStatistic(int64_t count,
                                             FloatType type) const {
  if (extent)
    return std::nullopt;
  if (!ShapedType::isDynamic(count)) {
    if (isMeanOf(count, type))
      return Statistic::Mean;
    if (isReciprocalMeanOf(count, type))
      return Statistic::ReciprocalMean;
  }
  return isNone() ? std::optional(Statistic::Sum) : std::nullopt;
}
