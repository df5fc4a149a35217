//===- LoopCoordinates.cpp - Rows and groups across a structured op -------===//

#include "Cluster.h"

using namespace mlir;
using namespace mlir::rmsnorm;

Coordinates rmsnorm::getOperandCoordinates(AffineMap map,
                                           ArrayRef<int64_t> loops) {
  Coordinates result;
  for (AffineExpr e : map.getResults()) {
    auto dim = dyn_cast<AffineDimExpr>(e);
    result.push_back(dim ? loops[dim.getPosition()] : int64_t(kUnit));
  }
  return result;
}

std::optional<Coordinates> rmsnorm::getLoopCoordinates(const Cluster &cluster,
                                                       linalg::LinalgOp op) {
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  Coordinates loops(extents.size(), kUnknown);
  auto learn = [&](Value tensor, AffineMap map) {
    auto it = cluster.coordinates.find(tensor);
    if (it == cluster.coordinates.end())
      return true;
    for (auto [expr, coordinate] :
         llvm::zip_equal(map.getResults(), it->second)) {
      auto dim = dyn_cast<AffineDimExpr>(expr);
      if (!dim) {
        if (coordinate != kUnit)
          return false;
        continue;
      }
      int64_t &loop = loops[dim.getPosition()];
      if (loop != kUnknown && loop != coordinate)
        return false;
      loop = coordinate;
    }
    return true;
  };
  for (OpOperand &operand : op->getOpOperands())
    if (!learn(operand.get(), op.getMatchingIndexingMap(&operand)))
      return std::nullopt;
  for (OpResult result : op->getResults())
    if (!learn(result, op.getIndexingMapMatchingResult(result)))
      return std::nullopt;

  // A value of the row beside tensors that are not of the cluster: theirs is
  // the column if it is as long.
  bool hasPlace = llvm::is_contained(loops, kColumn) || hasGroup(loops);
  if (!hasPlace && hasRow(loops) && llvm::count(loops, kUnknown) == 1) {
    int64_t open = llvm::find(loops, kUnknown) - loops.begin();
    if (!ShapedType::isDynamic(extents[open]) && extents[open] != 1 &&
        extents[open] == cluster.getColumnExtent())
      loops[open] = kColumn;
  }

  llvm::SmallSet<int64_t, 4> seen;
  for (auto [loop, extent, iterator] :
       llvm::zip_equal(loops, extents, op.getIteratorTypesArray())) {
    if (loop == kUnknown && extent == 1)
      loop = kUnit;
    auto [first, last] = cluster.getRows(loop);
    for (int64_t place = first; place <= last; ++place)
      if (place == kUnknown || (place != kUnit && !seen.insert(place).second))
        return std::nullopt;
    if (iterator == utils::IteratorType::reduction && loop >= 0)
      return std::nullopt;
  }
  return loops;
}

bool rmsnorm::combinesGroups(linalg::LinalgOp op, ArrayRef<int64_t> loops,
                             bool isPerRow) {
  auto has = [&](int64_t place) { return llvm::is_contained(loops, place); };
  for (auto [place, iterator] :
       llvm::zip_equal(loops, op.getIteratorTypesArray()))
    if (place == kGroup && iterator == utils::IteratorType::reduction)
      return true;
  return (has(kColumn) && hasGroup(loops)) ||
         (isPerRow && has(kInGroup) && !has(kGroup));
}
