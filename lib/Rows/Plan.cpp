//===- Plan.cpp - Which pass over the row computes what -------------------===//

#include "Plan.h"
#include "RecomputeCost.h"

using namespace mlir;
using namespace mlir::rmsnorm;

/// The list's element `number`, which is added if it isn't there.
template <typename List> static RowPass &at(List &passes, unsigned number) {
  if (passes.size() <= number)
    passes.resize(number + 1);
  return passes[number];
}

Plan::Plan(const Cluster &cluster, bool hasBuffers)
    : cluster(cluster), hasBuffers(hasBuffers) {
  // A value's level is the number of passes that must be over before it can be
  // computed: those of its operands, and for a reduction of rows its own.
  llvm::DenseMap<Value, unsigned> levels;
  SmallVector<RowPass> passOfLevel;
  for (Operation *op : cluster.ops) {
    unsigned level = 0;
    for (Value v : op->getOperands())
      level = std::max(level, levels.lookup(v));
    if (reducesRow(cluster, op))
      at(passOfLevel, level++).reductions.push_back(cast<linalg::LinalgOp>(op));
    for (Value v : op->getResults())
      levels[v] = level;
  }
  for (OpResult output : cluster.getOutputs()) {
    Coordinates coordinates = cluster.coordinates.lookup(output);
    if (hasColumn(coordinates) || hasGroup(coordinates))
      at(passOfLevel, levels[output]).stores.push_back(output);
    else
      rowStores.push_back(output);
  }
  for (const RowPass &level : passOfLevel)
    addPasses(level);
}

bool Plan::isComputed(Value value) const {
  Operation *def = value.getDefiningOp();
  Coordinates coordinates = cluster.coordinates.lookup(value);
  return def && cluster.contains(def) && !written.contains(value) &&
         (hasColumn(coordinates) || hasGroup(coordinates));
}

bool Plan::needsGroups(linalg::LinalgOp reduction) const {
  return llvm::any_of(reduction->getOperands(),
                      [&](Value v) { return needsGroups(v); });
}

bool Plan::needsGroups(Value value) const {
  if (hasGroup(cluster.coordinates.lookup(value)))
    return true;
  return isComputed(value) &&
         llvm::any_of(value.getDefiningOp()->getOperands(),
                      [&](Value v) { return needsGroups(v); });
}

/// What knows no groups and what does are passes of their own, so that a sum
/// goes along the row as it does without groups beside it.
void Plan::addPasses(const RowPass &level) {
  RowPass flat, grouped;
  for (linalg::LinalgOp reduction : level.reductions)
    (needsGroups(reduction) ? grouped : flat).reductions.push_back(reduction);
  SmallVector<OpResult> others;
  for (OpResult store : level.stores)
    (needsGroups(store) ? grouped.stores : others).push_back(store);
  bool isGrouped = !grouped.reductions.empty() || !grouped.stores.empty();
  // What both need is computed once, unless there are reductions to wait for.
  RowPass &rest = isGrouped && flat.reductions.empty() ? grouped : flat;
  llvm::append_range(rest.stores, others);
  if (!flat.reductions.empty() || !flat.stores.empty())
    addPass(std::move(flat));
  if (isGrouped) {
    planGroups(grouped);
    addPass(std::move(grouped));
  }
}

void Plan::addPass(RowPass pass) {
  SmallVector<Value> needed(pass.stores.begin(), pass.stores.end());
  for (linalg::LinalgOp reduction : pass.reductions)
    llvm::append_range(needed, reduction->getOperands());
  llvm::DenseSet<Value> seen;
  while (!needed.empty()) {
    Value value = needed.pop_back_val();
    if (!seen.insert(value).second)
      continue;
    Operation *def = value.getDefiningOp();
    keepIfCostly(value);
    if (isComputed(value)) {
      if (!pass.isGrouped())
        computedBy.try_emplace(value, passes.size());
      llvm::append_range(needed, def->getOperands());
    } else if (!def || !cluster.contains(def)) {
      pass.reads.insert(value);
    }
  }
  written.insert_range(pass.stores);
  passes.push_back(std::move(pass));
}

/// Of a value that is only widened the source is kept, which takes less memory.
Value Plan::getNarrowestSource(Value value) const {
  auto op = value.getDefiningOp<linalg::LinalgOp>();
  if (!op || op.getNumDpsInputs() != 1 || getPayloadCost(op) > 1)
    return value;
  Value source = op.getDpsInputs()[0];
  auto getBits = [](Value v) {
    Type type = getElementTypeOrSelf(v.getType());
    return type.isIntOrFloat() ? type.getIntOrFloatBitWidth() : 64;
  };
  return computedBy.contains(source) && getBits(source) <= getBits(value)
             ? getNarrowestSource(source)
             : value;
}

/// Has `value` kept if an earlier pass computes it and to do so again costs
/// more than memory does.
void Plan::keepIfCostly(Value value) {
  if (!hasBuffers || !isComputed(value) || !computedBy.contains(value))
    return;
  value = getNarrowestSource(value);
  int64_t cost = getRecomputeCost(
      value, [&](Value v) { return isComputed(v); },
      [&](Value v) { return hasColumn(cluster.coordinates.lookup(v)); });
  if (hasGroup(cluster.coordinates.lookup(value)) || cost < kCostOfKeeping)
    return;
  kept.push_back(cast<OpResult>(value));
  passes[computedBy.lookup(value)].stores.push_back(kept.back());
  written.insert(value);
}

void Plan::planGroups(RowPass &pass) const {
  llvm::DenseMap<Value, unsigned> levels;
  std::function<unsigned(Value)> getLevel;
  auto getOperandLevel = [&](Operation *op) {
    unsigned level = 0;
    for (Value v : op->getOperands())
      level = std::max(level, getLevel(v));
    return level;
  };
  getLevel = [&](Value value) -> unsigned {
    auto known = levels.find(value);
    if (known != levels.end())
      return known->second;
    unsigned level = 0;
    if (isComputed(value)) {
      Operation *op = value.getDefiningOp();
      level = getOperandLevel(op);
      if (reducesGroup(cluster, op))
        at(pass.inGroup, level++)
            .reductions.push_back(cast<linalg::LinalgOp>(op));
    }
    return levels[value] = level;
  };
  for (linalg::LinalgOp reduction : pass.reductions) {
    unsigned level = getOperandLevel(reduction);
    at(pass.inGroup, level).reductions.push_back(reduction);
  }
  for (OpResult store : pass.stores) {
    unsigned level = getLevel(store);
    at(pass.inGroup, level).stores.push_back(store);
  }
}
