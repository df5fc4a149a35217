//===- Scale.cpp - Sums and means -----------------------------------------===//

#include "Scale.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace mlir;
using namespace mlir::rmsnorm;

namespace {
struct ScaleCollector {
  void collect(Element e, bool divides);
  Element collectFromAddend(Element e);

  Spelling &spelling;
  Scale scale;
  SmallVector<Node, 1> sums;
  SmallVector<Value, 1> extents;
  bool opaque = false; // holds anything else
};
} // namespace

void ScaleCollector::collect(Element e, bool divides) {
  if (std::optional<double> constant = spelling.getConstant(e)) {
    scale.factor *= divides ? 1.0 / *constant : *constant;
    if (divides)
      scale.divisor *= *constant;
    return;
  }
  Rounded r = spelling.peel(std::move(e));
  ArrayRef<Element> operands = r.node.operands;
  if (r.rounding) {
    opaque = true;
  } else if (divides) {
    if (r.node.kind == Kind::Extent)
      extents.push_back(r.node.element.value);
    else
      opaque = true;
  } else if (r.node.kind == Kind::Sum) {
    sums.push_back(std::move(r.node));
  } else if (r.node.kind == Kind::Mul || r.node.kind == Kind::Div) {
    ++scale.numSteps;
    collect(operands[0], false);
    collect(operands[1], r.node.kind == Kind::Div);
  } else if (r.node.kind == Kind::Reciprocal) {
    ++scale.numSteps;
    collect(operands[0], true);
  } else {
    opaque = true;
  }
}

/// What is added up, without the constants that each addend is scaled with:
/// sum(x * x / N) is sum(x * x) / N.
Element ScaleCollector::collectFromAddend(Element e) {
  auto isScale = [&](const Element &factor, bool divides) {
    return spelling.getConstant(factor) ||
           (divides && spelling.peel(factor).node.kind == Kind::Extent);
  };
  while (true) {
    Rounded r = spelling.peel(e);
    bool divides = r.node.kind == Kind::Div;
    if (r.rounding || (r.node.kind != Kind::Mul && !divides))
      return e;
    ArrayRef<Element> operands = r.node.operands;
    unsigned scaled = isScale(operands[1], divides) ? 0 : 1;
    if (scaled == 1 && (divides || !isScale(operands[0], false)))
      return e;
    collect(operands[1 - scaled], divides);
    e = operands[scaled];
  }
}

std::optional<ScaledSum> mlir::rmsnorm::matchScaledSum(Spelling &spelling,
                                                       Element e) {
  ScaleCollector collector{spelling, {}, {}, {}};
  collector.collect(std::move(e), false);
  if (collector.opaque || collector.sums.size() != 1)
    return std::nullopt;
  Node &sum = collector.sums.front();
  if (!spelling.roundsEachStep())
    sum.operands[0] = collector.collectFromAddend(sum.operands[0]);
  if (collector.extents.size() > 1)
    return std::nullopt;
  if (!collector.extents.empty())
    collector.scale.extent = collector.extents.front();
  return ScaledSum{std::move(sum), collector.scale};
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

bool Scale::isMeanOf(int64_t count, FloatType type) const {
  if (extent)
    return false;
  if (type.getWidth() > 16) {
    double tolerance = std::ldexp(1.0, 1 - int(type.getFPMantissaWidth()));
    return std::abs(factor * count - 1.0) <= tolerance;
  }
  if (numSteps > 1)
    return false;
  // A product with a power of two is a quotient, and no other product is.
  if (llvm::isPowerOf2_64(count) && factor * count == 1.0)
    return true;
  APFloat rounded{double(count)};
  bool lost;
  rounded.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                  &lost);
  return divisor == rounded.convertToDouble() && factor == 1.0 / divisor;
}
