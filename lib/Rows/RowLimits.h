//===- RowLimits.h - What a target holds of a row at once -------*- C++ -*-===//

#ifndef RMSNORM_LIB_ROWS_ROWLIMITS_H
#define RMSNORM_LIB_ROWS_ROWLIMITS_H

#include "Plan.h"

namespace mlir::rmsnorm {

/// As the options of `rmsnorm-emit-rows` give them.
struct RowLimits {
  int64_t chunk;
  bool scalable;
  int64_t registerBits, maxGroup, groupBits;
};

/// Whether lanes hold a row of `cluster` as one vector: it fits into their
/// registers, and neighbours hold its groups.
bool isHeld(const RowLimits &limits, const Cluster &cluster, const Plan &plan,
            int64_t length);

/// Why the groups of `cluster` can't be worked on within its rows, if so.
StringRef getReasonAgainstGroups(const RowLimits &limits,
                                 const Cluster &cluster);

} // namespace mlir::rmsnorm

#endif // RMSNORM_LIB_ROWS_ROWLIMITS_H
