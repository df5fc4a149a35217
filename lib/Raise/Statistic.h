//===- Statistic.h - The mean square of a row -------------------*- C++ -*-===//

#ifndef RMSNORM_LIB_RAISE_STATISTIC_H
#define RMSNORM_LIB_RAISE_STATISTIC_H

#include "Centre.h"
#include "InverseRoot.h"

namespace mlir::rmsnorm {

/// sum(d * d) * scale + epsilon, with d either x or x less the row's mean.
/// `x` is at the coordinates of the norm's result. Where each step rounds, all
/// but the epsilon may be computed in f32 and rounded once.
struct RowStatistic {
  Row row;
  Element x;
  bool center = false;
  ScaledSum squares;
  SmallVector<ScaledSum, 2> means; // of x, each of which has to be whole
  double epsilon = 0.0;

  /// `e` without a sign that the squares don't show.
  Element skipSigns(Spelling &spelling, const Element &e) const {
    return center ? e : spelling.skipSigns(e);
  }
  /// Whether `e` has the square of x, at the same coordinates.
  bool isRow(Spelling &spelling, const Element &e) const;
};

/// The statistic that `root` is taken of, for rows of `y`.
std::optional<RowStatistic>
matchStatistic(Spelling &spelling, const InverseRoot &root, const Output &y);

} // namespace mlir::rmsnorm

#endif // RMSNORM_LIB_RAISE_STATISTIC_H
