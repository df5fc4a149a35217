//===- Plan.h - Which pass over the row computes what -----------*- C++ -*-===//
//
// A row that does not fit into registers is walked once for every reduction
// that others wait for. A value is computed in each pass that needs it, from
// what is in memory by then; a result of the cluster that an earlier pass has
// written is read back instead.
//
//===----------------------------------------------------------------------===//

#ifndef RMSNORM_LIB_ROWS_PLAN_H
#define RMSNORM_LIB_ROWS_PLAN_H

#include "Cluster.h"

namespace mlir::rmsnorm {

struct Pass {
  /// Reductions that this pass completes.
  SmallVector<linalg::LinalgOp> reductions;
  /// Results of the cluster along the column that this pass writes.
  SmallVector<OpResult> stores;
};

struct Plan {
  explicit Plan(const Cluster &cluster);

  SmallVector<Pass> passes;
  /// Results of the cluster with one element per row.
  SmallVector<OpResult> rowStores;

  /// The number of the pass that writes `value`, if one does.
  std::optional<unsigned> getStorePass(Value value) const;
};

} // namespace mlir::rmsnorm

#endif // RMSNORM_LIB_ROWS_PLAN_H
