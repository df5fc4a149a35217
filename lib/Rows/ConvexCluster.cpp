//===- ConvexCluster.cpp - Members that one loop can hold -----------------===//

#include "Cluster.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::rmsnorm;

using OpSet = llvm::SmallPtrSet<Operation *, 16>;

static bool dependsOn(Operation *op, const OpSet &set) {
  auto isIn = [&](Value v) {
    return v.getDefiningOp() && set.contains(v.getDefiningOp());
  };
  if (llvm::any_of(op->getOperands(), isIn))
    return true;
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op->getRegions(), captured);
  return llvm::any_of(captured, isIn);
}

static bool feeds(Operation *op, const OpSet &set) {
  return llvm::any_of(op->getUsers(), [&](Operation *user) {
    return set.contains(op->getBlock()->findAncestorOpInBlock(*user));
  });
}

/// Drops what has to be done before an op outside that comes before `seed`: one
/// that the seed waits for, or one whose effects keep their place.
static void dropEarlier(Cluster &cluster, OpSet &members, Operation *seed) {
  OpSet waitedFor{seed}, outside;
  for (Operation &op : llvm::reverse(llvm::make_range(
           cluster.ops.front()->getIterator(), seed->getIterator()))) {
    bool feedsOutside = feeds(&op, outside);
    if (members.contains(&op)) {
      if (!feedsOutside) {
        if (feeds(&op, waitedFor))
          waitedFor.insert(&op);
        continue;
      }
      members.erase(&op);
      cluster.refused[&op] = "an op outside of the loop waits for it";
    }
    if (feedsOutside || feeds(&op, waitedFor) || !isMemoryEffectFree(&op))
      outside.insert(&op);
  }
}

/// Drops what has to be done behind an op outside that waits for the cluster.
static void dropLater(Cluster &cluster, OpSet &members) {
  OpSet behind;
  bool closed = false;
  for (Operation &op :
       llvm::make_range(cluster.ops.front()->getIterator(),
                        std::next(cluster.ops.back()->getIterator()))) {
    bool isMember = members.contains(&op);
    if (closed || dependsOn(&op, behind)) {
      if (members.erase(&op))
        cluster.refused[&op] =
            closed ? "an op with memory effects stands in between"
                   : "it waits for an op outside of the loop";
      behind.insert(&op);
    } else if (!isMember && dependsOn(&op, members)) {
      behind.insert(&op);
    }
    // What follows the loop has to move behind it; effects keep their order.
    closed |= behind.contains(&op) && !isMemoryEffectFree(&op);
  }
}

void rmsnorm::makeConvex(Cluster &cluster, Operation *seed) {
  OpSet members(cluster.ops.begin(), cluster.ops.end());
  auto drop = [&] {
    llvm::erase_if(cluster.ops,
                   [&](Operation *op) { return !members.contains(op); });
  };
  dropEarlier(cluster, members, seed);
  drop();
  dropLater(cluster, members);
  drop();
}
