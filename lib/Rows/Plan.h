//===- Plan.h - Which pass over the row computes what -----------*- C++ -*-===//
//
// A row that does not fit into registers is walked once for every reduction
// that others wait for. A value is computed in each pass that needs it, from
// what is in memory by then; a result of the cluster that an earlier pass has
// written is read back instead.
//
// A pass that needs values of groups goes from group to group. Each group is
// small, and done with passes of its own before the next one begins.
//
//===----------------------------------------------------------------------===//

#ifndef RMSNORM_LIB_ROWS_PLAN_H
#define RMSNORM_LIB_ROWS_PLAN_H

#include "Cluster.h"
#include <vector>

namespace mlir::rmsnorm {

struct RowPass {
  /// Reductions that this pass completes; those of the row among the passes
  /// over a group go on in the next group.
  SmallVector<linalg::LinalgOp> reductions;
  /// Results of the cluster with a column or groups that this pass writes.
  SmallVector<OpResult> stores;
  /// Tensors from outside that this pass reads along the column.
  llvm::SmallSetVector<Value, 4> reads;
  /// The passes over each group, if this one goes from group to group.
  std::vector<RowPass> inGroup;

  bool isGrouped() const { return !inGroup.empty(); }
};

class Plan {
public:
  explicit Plan(const Cluster &cluster);

  /// In their order.
  SmallVector<RowPass> passes;
  /// Results of the cluster with one element per row.
  SmallVector<OpResult> rowStores;

private:
  bool needsGroups(Value value) const;
  bool needsGroups(linalg::LinalgOp reduction) const;
  void addPasses(const RowPass &level);
  void addPass(RowPass pass);
  void planGroups(RowPass &pass) const;
  /// A value that the pass which is being planned computes if it needs it, not
  /// read or there before.
  bool isComputed(Value value) const;

  const Cluster &cluster;
  /// What the passes so far write.
  llvm::DenseSet<Value> written;
};

} // namespace mlir::rmsnorm

#endif // RMSNORM_LIB_ROWS_PLAN_H
