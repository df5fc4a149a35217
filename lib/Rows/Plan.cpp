//===- Plan.cpp - Levels of the values of a cluster -----------------------===//

#include "Plan.h"

using namespace mlir;
using namespace mlir::rmsnorm;

/// A reduction walks the row unless what it reduces has one element.
static bool reducesColumn(const Cluster &cluster, linalg::LinalgOp op) {
  Coordinates loops = cluster.loops.lookup(op);
  return llvm::any_of(
      llvm::zip_equal(loops, op.getIteratorTypesArray()), [](auto loop) {
        return std::get<0>(loop) == kColumn &&
               std::get<1>(loop) == utils::IteratorType::reduction;
      });
}

Plan::Plan(const Cluster &cluster) {
  // A value's level is the number of passes that must be over before it can be
  // computed: those of its operands, and for a reduction its own.
  llvm::DenseMap<Value, unsigned> levels;
  auto at = [&](unsigned level) -> Pass & {
    if (passes.size() <= level)
      passes.resize(level + 1);
    return passes[level];
  };
  for (Operation *op : cluster.ops) {
    unsigned level = 0;
    for (Value v : op->getOperands())
      level = std::max(level, levels.lookup(v));
    auto structured = dyn_cast<linalg::LinalgOp>(op);
    if (structured && reducesColumn(cluster, structured))
      at(level++).reductions.push_back(structured);
    for (Value v : op->getResults())
      levels[v] = level;
  }
  for (OpResult output : cluster.getOutputs()) {
    if (hasColumn(cluster.coordinates.lookup(output)))
      at(levels[output]).stores.push_back(output);
    else
      rowStores.push_back(output);
  }
}

std::optional<unsigned> Plan::getStorePass(Value value) const {
  for (auto [i, pass] : llvm::enumerate(passes))
    if (llvm::is_contained(pass.stores, value))
      return i;
  return std::nullopt;
}
