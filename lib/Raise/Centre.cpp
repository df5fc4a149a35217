//===- Centre.cpp - Rows less their mean ----------------------------------===//

#include "Centre.h"

using namespace mlir;
using namespace mlir::rmsnorm;

std::optional<ScaledSum> mlir::rmsnorm::matchMean(Spelling &spelling, Element e,
                                                  const Element &x,
                                                  const Row &row) {
  // The row may be scaled itself, or by one over its length before it is
  // summed.
  for (bool splitTerms : {false, true}) {
    std::optional<ScaledSum> sum = matchScaledSum(spelling, e, splitTerms);
    if (!sum || sum->offset != 0.0)
      return std::nullopt;
    std::optional<Element> added =
        row.align(spelling, sum->sum.operands.front(), sum->sum,
                  spelling.isInAnyOrder(sum->sum));
    if (!added || added->isPart != x.isPart || !spelling.isSame(*added, x))
      continue;
    sum->isPart = added->isPart;
    return sum;
  }
  return std::nullopt;
}

std::optional<Centred> mlir::rmsnorm::matchCentred(Spelling &spelling,
                                                   Element e, const Row &row,
                                                   bool anySign) {
  Rounded r = spelling.peel(std::move(e));
  if (r.rounding)
    return std::nullopt;
  auto subtract = [&](const Element &from,
                      const Element &e) -> std::optional<Centred> {
    Element x = spelling.skipWidening(from);
    std::optional<ScaledSum> mean = matchMean(spelling, e, x, row);
    return mean ? std::optional(Centred{from, std::move(*mean)}) : std::nullopt;
  };
  auto differ = [&](const Element &a, const Element &b) {
    std::optional<Centred> centred = subtract(a, b);
    return centred || !anySign ? centred : subtract(b, a);
  };
  ArrayRef<Element> operands = r.node.operands;
  if (r.node.kind == Kind::Sub)
    return differ(operands[0], operands[1]);
  if (r.node.kind == Kind::Add)
    for (unsigned i = 0; i < 2; ++i) {
      Rounded added = spelling.peel(operands[i]);
      std::optional<Centred> centred;
      if (added.node.kind == Kind::Negate && !added.rounding)
        centred = differ(operands[1 - i], added.node.operands[0]);
      if (centred)
        return centred;
    }
  return std::nullopt;
}
