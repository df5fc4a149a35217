//===- Plan.h - Which pass over the row computes what -----------*- C++ -*-===//
//
// A row that does not fit into registers is walked once for every reduction
// that others wait for. A value is computed in each pass that needs it, from
// what is in memory by then; a result of the cluster that an earlier pass has
// written is read back instead. Where rows have buffers, so is a value that
// takes more to compute: the first pass to do so keeps it.
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
  /// Results of the cluster with a column or groups that this pass writes, and
  /// values that it keeps.
  SmallVector<OpResult> stores;
  /// Tensors from outside that this pass reads along the column.
  llvm::SmallSetVector<Value, 4> reads;
  /// The passes over each group, if this one goes from group to group.
  std::vector<RowPass> inGroup;

  bool isGrouped() const { return !inGroup.empty(); }
};

class Plan {
public:
  /// `hasBuffers` says whether a value can be kept in memory of its row's own.
  Plan(const Cluster &cluster, bool hasBuffers);

  /// In their order.
  SmallVector<RowPass> passes;
  /// Results of the cluster with one element per row.
  SmallVector<OpResult> rowStores;
  /// Values that a pass writes to a buffer of one row, for later ones.
  SmallVector<OpResult> kept;

private:
  bool needsGroups(Value value) const;
  bool needsGroups(linalg::LinalgOp reduction) const;
  void addPasses(const RowPass &level);
  void addPass(RowPass pass);
  void planGroups(RowPass &pass) const;
  /// A value that the pass which is being planned computes if it needs it, not
  /// read or there before.
  bool isComputed(Value value) const;
  void keepIfCostly(Value value);
  Value getNarrowestSource(Value value) const;

  const Cluster &cluster;
  bool hasBuffers;
  /// What the passes so far write.
  llvm::DenseSet<Value> written;
  /// What the passes so far compute, and the first one to do so; groups apart,
  /// whose values stay in registers.
  llvm::DenseMap<Value, unsigned> computedBy;
};

} // namespace mlir::rmsnorm

#endif // RMSNORM_LIB_ROWS_PLAN_H
