//===- Centre.cpp - Rows less their mean ----------------------------------===//

#include "Centre.h"

using namespace mlir;
using namespace mlir::rmsnorm;

std::optional<ScaledSum> mlir::rmsnorm::matchMean(Spelling &spelling, Element e,
                                                  const Element &x,
                                                  const Row &row) {
  std::optional<ScaledSum> sum = matchScaledSum(spelling, std::move(e));
  if (!sum)
    return std::nullopt;
  Element addend = spelling.skipWidening(sum->sum.operands.front());
  std::optional<Element> added =
      row.align(addend, sum->sum.indices, sum->sum.extents,
                spelling.isInAnyOrder(sum->sum));
  if (!added || added->isPart != x.isPart || !spelling.isSame(*added, x))
    return std::nullopt;
  sum->isPart = added->isPart;
  return sum;
}

std::optional<Centred> mlir::rmsnorm::matchCentred(Spelling &spelling,
                                                   Element e, const Row &row) {
  Rounded r = spelling.peel(std::move(e));
  if (r.rounding || r.node.kind != Kind::Sub)
    return std::nullopt;
  Element x = spelling.skipWidening(r.node.operands[0]);
  std::optional<ScaledSum> mean =
      matchMean(spelling, r.node.operands[1], x, row);
  if (!mean)
    return std::nullopt;
  return Centred{r.node.operands[0], std::move(*mean)};
}
