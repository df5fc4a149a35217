//===- Statistic.cpp - The mean square of a row ---------------------------===//

#include "Statistic.h"
#include <cmath>

using namespace mlir;
using namespace mlir::rmsnorm;

namespace {
/// A sum times constants and over extents.
struct ScaledSum {
  SmallVector<Node, 1> sums;
  SmallVector<Value, 1> extents;
  double factor = 1.0;
  bool opaque = false; // holds anything else
};
} // namespace

static void collectScale(Spelling &spelling, Element e, bool divides,
                         ScaledSum &result) {
  if (std::optional<double> constant = spelling.getConstant(e)) {
    result.factor *= divides ? 1.0 / *constant : *constant;
    return;
  }
  Rounded r = spelling.peel(std::move(e));
  ArrayRef<Element> operands = r.node.operands;
  if (r.rounding) {
    result.opaque = true;
  } else if (divides) {
    if (r.node.kind == Kind::Extent)
      result.extents.push_back(r.node.element.value);
    else
      result.opaque = true;
  } else if (r.node.kind == Kind::Sum) {
    result.sums.push_back(std::move(r.node));
  } else if (r.node.kind == Kind::Mul) {
    collectScale(spelling, operands[0], false, result);
    collectScale(spelling, operands[1], false, result);
  } else if (r.node.kind == Kind::Div) {
    collectScale(spelling, operands[0], false, result);
    collectScale(spelling, operands[1], true, result);
  } else if (r.node.kind == Kind::Reciprocal) {
    collectScale(spelling, operands[0], true, result);
  } else {
    result.opaque = true;
  }
}

/// One sum with its scale, or nothing.
static std::optional<ScaledSum> matchScaledSum(Spelling &spelling, Element e) {
  ScaledSum result;
  collectScale(spelling, std::move(e), false, result);
  if (result.opaque || result.sums.size() != 1 || result.extents.size() > 1)
    return std::nullopt;
  return result;
}

/// The scalar that `e` is the square of.
static std::optional<Element> matchSquare(Spelling &spelling, Element e) {
  Rounded r = spelling.peel(std::move(e));
  if (r.rounding)
    return std::nullopt;
  ArrayRef<Element> operands = r.node.operands;
  if (r.node.kind == Kind::Square ||
      (r.node.kind == Kind::Mul && spelling.isSame(operands[0], operands[1])))
    return operands[0];
  return std::nullopt;
}

/// Whether `e` has a mean subtracted: then this is the variance of a LayerNorm.
static bool isCentred(Spelling &spelling, Element e) {
  Node node = spelling.peel(std::move(e)).node;
  return node.kind == Kind::Sub &&
         matchScaledSum(spelling, node.operands[1]).has_value();
}

std::optional<RowStatistic>
mlir::rmsnorm::matchStatistic(Spelling &spelling, Element e, AffineExpr last) {
  RowStatistic result;
  Rounded shifted = spelling.peel(e);
  if (shifted.rounding)
    return std::nullopt;
  if (shifted.node.kind == Kind::Add) {
    ArrayRef<Element> operands = shifted.node.operands;
    std::optional<double> left = spelling.getConstant(operands[0]);
    std::optional<double> right = spelling.getConstant(operands[1]);
    if (left.has_value() == right.has_value())
      return std::nullopt;
    result.epsilon = left ? *left : *right;
    e = operands[left ? 1 : 0];
  }
  if (!std::isfinite(result.epsilon) || result.epsilon < 0)
    return std::nullopt;

  std::optional<ScaledSum> sum = matchScaledSum(spelling, std::move(e));
  if (!sum)
    return std::nullopt;
  result.factor = sum->factor;
  if (!sum->extents.empty())
    result.extent = sum->extents.front();

  std::optional<Element> x =
      matchSquare(spelling, sum->sums.front().operands.front());
  if (!x || isCentred(spelling, *x))
    return std::nullopt;
  // A statistic that differs along the row is not one of the row.
  if (isa<AffineDimExpr>(last) && x->uses(last))
    return std::nullopt;
  result.x = x->replace(getAffineSymbolExpr(0, last.getContext()), last);
  return result;
}

bool RowStatistic::isMeanOf(int64_t rowExtent, FloatType type) const {
  double tolerance = std::ldexp(1.0, 1 - int(type.getFPMantissaWidth()));
  return std::abs(factor * rowExtent - 1.0) <= tolerance;
}
