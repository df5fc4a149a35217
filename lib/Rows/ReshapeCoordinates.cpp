//===- ReshapeCoordinates.cpp - Rows and groups across a reshape ----------===//

#include "Cluster.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::rmsnorm;

bool rmsnorm::isReshape(Operation *op) {
  return isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op);
}

bool rmsnorm::isUnitReshape(Operation *op) {
  if (!isReshape(op))
    return false;
  auto from = cast<RankedTensorType>(op->getOperand(0).getType());
  auto to = cast<RankedTensorType>(op->getResult(0).getType());
  auto notOne = [](ArrayRef<int64_t> shape) {
    return llvm::to_vector(
        llvm::make_filter_range(shape, [](int64_t d) { return d != 1; }));
  };
  return notOne(from.getShape()) == notOne(to.getShape());
}

static Reshaped refuse(StringRef why) { return {{}, 0, why}; }
static constexpr StringLiteral kOtherRows = "it changes what a row is";

/// Goes from the collapsed shape to the expanded one.
static Reshaped expand(ArrayRef<ReassociationIndices> dims,
                       ArrayRef<int64_t> known, ArrayRef<int64_t> shape) {
  Reshaped result;
  result.coordinates.assign(shape.size(), kUnit);
  for (auto [place, parts] : llvm::zip_equal(known, dims)) {
    SmallVector<int64_t> wide =
        llvm::filter_to_vector(parts, [&](int64_t d) { return shape[d] != 1; });
    if (wide.empty() && place == kUnit)
      continue;
    if (wide.size() == 1) {
      result.coordinates[wide[0]] = place;
      continue;
    }
    if (wide.size() != 2 || place != kColumn)
      return refuse(kOtherRows);
    if (ShapedType::isDynamic(shape[wide[1]]))
      return refuse("its groups have a size that is known at run time only");
    result.coordinates[wide[0]] = kGroup;
    result.coordinates[wide[1]] = kInGroup;
    result.groupSize = shape[wide[1]];
  }
  return result;
}

static Reshaped collapse(ArrayRef<ReassociationIndices> dims,
                         ArrayRef<int64_t> known, ArrayRef<int64_t> shape) {
  Reshaped result;
  for (const ReassociationIndices &parts : dims) {
    SmallVector<int64_t> wide;
    for (int64_t d : parts)
      if (shape[d] != 1)
        wide.push_back(known[d]);
    if (wide.empty())
      result.coordinates.push_back(kUnit);
    else if (wide.size() == 1)
      result.coordinates.push_back(wide[0]);
    else if (wide == Coordinates{kGroup, kInGroup})
      result.coordinates.push_back(kColumn);
    else
      return refuse(kOtherRows);
  }
  return result;
}

Reshaped rmsnorm::reshapeCoordinates(Operation *reshape,
                                     ArrayRef<int64_t> known, bool isSource) {
  auto getShape = [](Value v) {
    return cast<RankedTensorType>(v.getType()).getShape();
  };
  Value source = reshape->getOperand(0), result = reshape->getResult(0);
  if (auto op = dyn_cast<tensor::ExpandShapeOp>(reshape))
    return isSource
               ? expand(op.getReassociationIndices(), known, getShape(result))
               : collapse(op.getReassociationIndices(), known,
                          getShape(result));
  auto op = cast<tensor::CollapseShapeOp>(reshape);
  return isSource
             ? collapse(op.getReassociationIndices(), known, getShape(source))
             : expand(op.getReassociationIndices(), known, getShape(source));
}
