//===- RowLimits.cpp - What a target holds of a row at once ---------------===//

#include "RowLimits.h"
#include "RowEmitter.h"

using namespace mlir;
using namespace mlir::rmsnorm;

/// Bits of the widest type among those that `reductions` reduce in, at least
/// 32.
static int64_t getWidestBits(ArrayRef<linalg::LinalgOp> reductions) {
  int64_t widest = 32;
  for (linalg::LinalgOp reduction : reductions) {
    Type type = getElementTypeOrSelf(reduction->getResult(0).getType());
    widest = std::max<int64_t>(
        widest, type.isIndex() ? 64 : type.getIntOrFloatBitWidth());
  }
  return widest;
}

static SmallVector<linalg::LinalgOp> getRowReductions(const Plan &plan) {
  SmallVector<linalg::LinalgOp> reductions;
  for (const auto &pass : plan.passes)
    llvm::append_range(reductions, pass.reductions);
  return reductions;
}

static SmallVector<linalg::LinalgOp>
getGroupReductions(const Cluster &cluster) {
  SmallVector<linalg::LinalgOp> reductions;
  for (Operation *op : cluster.ops)
    if (reducesGroup(cluster, op))
      reductions.push_back(cast<linalg::LinalgOp>(op));
  return reductions;
}

bool rmsnorm::isHeld(const RowLimits &limits, const Cluster &cluster,
                     const Plan &plan, int64_t length) {
  int64_t group = cluster.groupSize;
  return !ShapedType::isDynamic(length) &&
         length <=
             limits.registerBits / getWidestBits(getRowReductions(plan)) &&
         (!group || (llvm::isPowerOf2_64(group) && group >= limits.chunk &&
                     group <= limits.maxGroup));
}

StringRef rmsnorm::getReasonAgainstGroups(const RowLimits &limits,
                                          const Cluster &cluster) {
  if (!cluster.groupSize)
    return {};
  Plan plan(cluster, /*hasBuffers=*/false);
  int64_t length = cluster.getColumnExtent();
  if (limits.scalable) {
    SmallVector<linalg::LinalgOp> reductions = getGroupReductions(cluster);
    if (llvm::any_of(reductions, isOrdered))
      return "the order of its sums is that of the elements";
    if (isHeld(limits, cluster, plan, length))
      return {};
    if (cluster.groupSize > limits.groupBits / getWidestBits(reductions))
      return "groups of this size do not fit into the registers of a warp";
    for (const auto &pass : plan.passes)
      if (pass.isGrouped() && !pass.reductions.empty())
        return "a reduction of the whole row would go from group to group";
    return {};
  }
  // The elements of a sum that goes on from group to group meet the same lanes
  // as without groups.
  int64_t width = limits.chunk;
  if (!ShapedType::isDynamic(length))
    width = std::min<int64_t>(limits.chunk, llvm::PowerOf2Ceil(length));
  for (const auto &pass : plan.passes)
    for (linalg::LinalgOp reduction : pass.reductions)
      if (pass.isGrouped() && isCompensated(reduction) &&
          (cluster.groupSize % width ||
           width * kChunksPerBlock % cluster.groupSize))
        return "a sum of the whole row would be added up in another order";
  if (cluster.groupSize > width * kChunksPerBlock &&
      llvm::any_of(getGroupReductions(cluster), isCompensated))
    return "a sum of each group is added up in blocks";
  return {};
}
