//===- Centre.h - Rows less their mean --------------------------*- C++ -*-===//

#ifndef RMSNORM_LIB_RAISE_CENTRE_H
#define RMSNORM_LIB_RAISE_CENTRE_H

#include "Row.h"
#include "Scale.h"

namespace mlir::rmsnorm {

/// x - sum(x) * scale.
struct Centred {
  Element x; // at the coordinates of the result
  ScaledSum mean;
};

/// The mean of `x`, an element of the row.
std::optional<ScaledSum> matchMean(Spelling &spelling, Element e,
                                   const Element &x, const Row &row);

/// `e`, at the coordinates of the result, as an element less the row's mean;
/// with `anySign` also as the mean less the element.
std::optional<Centred> matchCentred(Spelling &spelling, Element e,
                                    const Row &row, bool anySign = false);

} // namespace mlir::rmsnorm

#endif // RMSNORM_LIB_RAISE_CENTRE_H
