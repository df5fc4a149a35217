//===- Statistic.h - The mean square of a row -------------------*- C++ -*-===//

#ifndef RMSNORM_LIB_RAISE_STATISTIC_H
#define RMSNORM_LIB_RAISE_STATISTIC_H

#include "Spelling.h"

namespace mlir::rmsnorm {

/// sum(x * x) / N + epsilon, with N either a constant or an extent read at run
/// time. `x` is the scalar whose squares are summed, at the coordinates of the
/// norm's result.
struct RowStatistic {
  Element x;
  double epsilon = 0.0;
  double factor = 1.0; // of the sum, without the extent
  Value extent;        // an index that divides the sum, or null

  /// Whether the sum is scaled to the mean of rows of `extent` elements, as far
  /// as numbers of type `type` can tell.
  bool isMeanOf(int64_t rowExtent, FloatType type) const;
};

/// The statistic that `e` is; `last` is the coordinate along the rows.
std::optional<RowStatistic> matchStatistic(Spelling &spelling, Element e,
                                        AffineExpr last);

} // namespace mlir::rmsnorm

#endif // RMSNORM_LIB_RAISE_STATISTIC_H
