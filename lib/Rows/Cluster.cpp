//===- Cluster.cpp - Growing a cluster from a reduction -------------------===//

#include "Cluster.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::rmsnorm;

bool Cluster::isCloned(Operation *op) const {
  if (isUnitReshape(op))
    return true;
  // A single row is worked on once.
  return !rowDims.empty() && llvm::none_of(op->getOperands(), [&](Value v) {
    auto it = coordinates.find(v);
    return it != coordinates.end() && hasRow(it->second);
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

/// A vector of i1 in memory is bits, a tensor of i1 is bytes.
static bool isBool(Type type) {
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

bool rmsnorm::isUnitReshape(Operation *op) {
  if (!isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op))
    return false;
  auto from = cast<RankedTensorType>(op->getOperand(0).getType());
  auto to = cast<RankedTensorType>(op->getResult(0).getType());
  auto notOne = [](ArrayRef<int64_t> shape) {
    return llvm::to_vector(
        llvm::make_filter_range(shape, [](int64_t d) { return d != 1; }));
  };
  return notOne(from.getShape()) == notOne(to.getShape());
}
