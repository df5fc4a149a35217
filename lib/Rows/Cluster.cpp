//===- Cluster.cpp - Growing a cluster from a reduction -------------------===//

#include "Cluster.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::rmsnorm;

bool Cluster::coversRows(ArrayRef<int64_t> coordinates) const {
  return llvm::all_of(llvm::seq<int64_t>(rowDims.size()), [&](int64_t row) {
    return llvm::any_of(coordinates, [&](int64_t place) {
      auto [first, last] = getRows(place);
      return first <= row && row <= last;
    });
  });
}

bool Cluster::isCloned(Operation *op) const {
  if (isReshape(op))
    return true;
  // A single row is worked on once.
  return !rowDims.empty() && llvm::none_of(op->getOperands(), [&](Value v) {
    const auto *it = coordinates.find(v);
    return it != coordinates.end() && hasRow(it->second) &&
           coversRows(loops.lookup(op));
  });
}

bool Cluster::stays(Operation *op) const {
  if (!contains(op))
    return true;
  return isCloned(op) && llvm::any_of(op->getUsers(), [&](Operation *user) {
           return stays(user);
         });
}

SmallVector<OpResult> Cluster::getOutputs() const {
  SmallVector<OpResult> outputs;
  for (Operation *op : ops)
    if (!isCloned(op))
      for (OpResult result : op->getResults())
        if (llvm::any_of(result.getUsers(),
                         [&](Operation *user) { return stays(user); }))
          outputs.push_back(result);
  return outputs;
}

Operation *rmsnorm::getCombiner(linalg::LinalgOp op) {
  if (op.getNumDpsInits() != 1 || op.getNumReductionLoops() == 0)
    return nullptr;
  SmallVector<Operation *> combiners;
  if (!matchReduction(op.getRegionOutputArgs(), 0, combiners) ||
      combiners.size() != 1)
    return nullptr;
  Operation *combiner = combiners.front();
  return linalg::getCombinerOpKind(combiner) ? combiner : nullptr;
}

//===----------------------------------------------------------------------===//
// Which ops can be a member at all
//===----------------------------------------------------------------------===//

static bool isCoordinateMap(AffineMap map) {
  return map.isProjectedPermutation(/*allowZeroInResults=*/true);
}

bool rmsnorm::isBool(Type type) {
  return isa<ShapedType>(type) && getElementTypeOrSelf(type).isInteger(1);
}

bool rmsnorm::isRowCode(linalg::LinalgOp op) {
  if (!op || !op.hasPureTensorSemantics() ||
      llvm::any_of(op->getOperandTypes(), isBool) ||
      !llvm::all_of(op.getIndexingMapsArray(), isCoordinateMap))
    return false;
  if (op.getNumReductionLoops() > 0 && !getCombiner(op))
    return false;
  auto isScalarCode = [](Operation &inner) {
    return isa<linalg::YieldOp, linalg::IndexOp>(inner) ||
           inner.hasTrait<OpTrait::ConstantLike>() ||
           (OpTrait::hasElementwiseMappableTraits(&inner) &&
            inner.getNumRegions() == 0);
  };
  return llvm::all_of(*op.getBlock(), isScalarCode);
}

static bool reduces(const Cluster &cluster, Operation *op, int64_t place) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!structured)
    return false;
  Coordinates loops = cluster.loops.lookup(op);
  return llvm::any_of(
      llvm::zip_equal(loops, structured.getIteratorTypesArray()),
      [&](auto loop) {
        return std::get<0>(loop) == place &&
               std::get<1>(loop) == utils::IteratorType::reduction;
      });
}

bool rmsnorm::reducesRow(const Cluster &cluster, Operation *op) {
  return reduces(cluster, op, kColumn);
}

bool rmsnorm::reducesGroup(const Cluster &cluster, Operation *op) {
  return reduces(cluster, op, kInGroup);
}
