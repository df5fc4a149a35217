//===- Statistic.cpp - The mean square of a row ---------------------------===//

#include "Statistic.h"
#include <cmath>

using namespace mlir;
using namespace mlir::rmsnorm;

/// The scalar that `e` is the square of, times what `scale` takes.
static std::optional<Element> matchSquare(Spelling &spelling, Element e,
                                          Scale &scale) {
  Rounded r = spelling.peel(std::move(e));
  if (r.rounding || (r.node.kind != Kind::Square && r.node.kind != Kind::Mul))
    return std::nullopt;
  Element base = r.node.operands.front();
  if (r.node.kind == Kind::Mul) {
    Element other = r.node.operands.back();
    // x * (x / N)
    if (!spelling.roundsEachStep() && !spelling.isSame(base, other)) {
      base = splitScale(spelling, std::move(base), scale);
      other = splitScale(spelling, std::move(other), scale);
    }
    if (!spelling.isSame(base, other))
      return std::nullopt;
  }
  return base;
}

bool RowStatistic::isRow(Spelling &spelling, const Element &e) const {
  return spelling.isSame(skipSigns(spelling, e), skipSigns(spelling, x));
}

/// `e` without the constant that is added to it.
static Element splitEpsilon(Spelling &spelling, Element e, double &epsilon) {
  Rounded r = spelling.peel(e);
  std::optional<Element> rest;
  if (!r.rounding)
    rest = spelling.splitConstant(r.node, epsilon);
  return rest.value_or(std::move(e));
}

/// The sum of squares in `result`, and x as what is squared.
static bool matchSquares(Spelling &spelling, Element e, const Output &y,
                         RowStatistic &result) {
  std::optional<ScaledSum> sum = matchScaledSum(spelling, std::move(e));
  if (!sum)
    return false;
  std::optional<Row> row = getRow(y, sum->sum.extents);
  std::optional<Element> squared =
      matchSquare(spelling, sum->sum.operands.front(), sum->scale);
  if (!row || !squared)
    return false;
  squared =
      row->align(spelling, *squared, sum->sum, spelling.isInAnyOrder(sum->sum));
  if (!squared)
    return false;
  result.row = std::move(*row);
  result.squares = std::move(*sum);
  result.squares.isPart = squared->isPart;
  result.x = std::move(*squared);
  return true;
}

/// The variance as E[x * x] - E[x] * E[x].
static bool matchDifference(Spelling &spelling, const Rounded &r,
                            const Output &y, RowStatistic &result) {
  if (r.rounding || r.node.kind != Kind::Sub || spelling.roundsEachStep() ||
      !matchSquares(spelling, r.node.operands[0], y, result))
    return false;
  Scale scale;
  std::optional<Element> mean =
      matchSquare(spelling, r.node.operands[1], scale);
  std::optional<ScaledSum> sum;
  if (mean && scale.isNone()) {
    sum = matchMean(spelling, *mean, result.x, result.row);
    if (!sum) {
      result.x = spelling.skipSigns(result.x);
      sum = matchMean(spelling, *mean, result.x, result.row);
    }
  }
  if (!sum || result.squares.offset != 0.0)
    return false;
  result.center = true;
  // The difference of a sum and a squared mean is no sum of centred squares.
  result.means.push_back(result.squares);
  result.means.push_back(std::move(*sum));
  return true;
}

/// What is left of max(e, 0): a variance that is computed from centred values
/// is never negative.
static Rounded skipMaxZero(Spelling &spelling, Element e) {
  Rounded r = spelling.peel(std::move(e));
  if (!r.rounding && r.node.kind == Kind::Max)
    for (unsigned i = 0; i < 2; ++i)
      if (spelling.getConstant(r.node.operands[i]) == 0.0)
        return spelling.peel(r.node.operands[1 - i]);
  if (!r.rounding && clampsToZero(r.node.element.value.getDefiningOp()))
    return spelling.peel(r.node.operands[0]);
  return r;
}

/// The mean square or the variance in `result`, without epsilon.
static bool matchMeanSquare(Spelling &spelling, const Element &e,
                            const Output &y, RowStatistic &result) {
  Rounded positive = skipMaxZero(spelling, e);
  if (matchDifference(spelling, positive, y, result))
    return true;
  // What adds up squares is never negative, but it may be NaN.
  Rounded bounded = spelling.peel(e);
  bool isIdle = !bounded.rounding && bounded.node.kind == Kind::Max &&
                keepsNaN(bounded.node.element.value.getDefiningOp());
  if (!matchSquares(spelling, isIdle ? positive.node.element : e, y, result))
    return false;
  Element base = spelling.skipSigns(result.x);
  if (auto centred =
          matchCentred(spelling, base, result.row, /*anySign=*/true)) {
    result.center = true;
    result.x = centred->x;
    result.means.push_back(std::move(centred->mean));
  }
  return true;
}

std::optional<RowStatistic>
mlir::rmsnorm::matchStatistic(Spelling &spelling, const InverseRoot &root,
                              const Output &y) {
  RowStatistic result;
  Element e = root.statistic;
  if (root.epsilon)
    result.epsilon = *root.epsilon;
  else
    e = splitEpsilon(spelling, std::move(e), result.epsilon);
  if (!matchMeanSquare(spelling, e, y, result)) {
    std::optional<Element> wide = spelling.skipRounding(e);
    Spelling inF32 = spelling.inF32();
    if (!wide || !matchMeanSquare(inF32, *wide, y, result))
      return std::nullopt;
  }
  double inside = result.squares.offset;
  if (inside != 0.0 && (root.epsilon || spelling.roundsEachStep()))
    return std::nullopt;
  // A factor of the root is one of the epsilon inside, too.
  double scale = root.scale * root.scale;
  result.squares.scale.factor *= scale;
  if (!root.epsilon)
    result.epsilon = (result.epsilon + inside) * scale;
  return result;
}
