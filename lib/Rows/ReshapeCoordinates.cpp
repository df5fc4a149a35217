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

static Reshaped refuse(StringRef why) {
  Reshaped result;
  result.refusal = why;
  return result;
}
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

/// The place of several row dimensions as one; unknown where they don't lie one
/// behind the other.
static int64_t joinRows(const Cluster &cluster, ArrayRef<int64_t> rows,
                        Reshaped &result) {
  int64_t numRows = cluster.rowDims.size();
  for (auto [i, row] : llvm::enumerate(rows))
    if (row < 0 || row >= numRows || row != rows[0] + int64_t(i))
      return kUnknown;
  auto &joined = result.joinedRows;
  std::pair<int64_t, int64_t> ends(rows.front(), rows.back());
  auto it = llvm::find(joined, ends);
  int64_t number = it - joined.begin();
  if (it == joined.end())
    joined.push_back(ends);
  return numRows + number;
}

static Reshaped collapse(const Cluster &cluster,
                         ArrayRef<ReassociationIndices> dims,
                         ArrayRef<int64_t> known, ArrayRef<int64_t> shape) {
  Reshaped result;
  result.joinedRows = cluster.joinedRows;
  for (const ReassociationIndices &parts : dims) {
    SmallVector<int64_t> wide;
    for (int64_t d : parts)
      if (shape[d] != 1)
        wide.push_back(known[d]);
    int64_t place = wide.empty()       ? int64_t(kUnit)
                    : wide.size() == 1 ? wide[0]
                    : wide == Coordinates{kGroup, kInGroup}
                        ? int64_t(kColumn)
                        : joinRows(cluster, wide, result);
    if (place == kUnknown)
      return refuse(kOtherRows);
    result.coordinates.push_back(place);
  }
  return result;
}

Reshaped rmsnorm::reshapeCoordinates(const Cluster &cluster, Operation *reshape,
                                     ArrayRef<int64_t> known, bool isSource) {
  auto getShape = [](Value v) {
    return cast<RankedTensorType>(v.getType()).getShape();
  };
  Value source = reshape->getOperand(0), result = reshape->getResult(0);
  if (auto op = dyn_cast<tensor::ExpandShapeOp>(reshape))
    return isSource
               ? expand(op.getReassociationIndices(), known, getShape(result))
               : collapse(cluster, op.getReassociationIndices(), known,
                          getShape(result));
  auto op = cast<tensor::CollapseShapeOp>(reshape);
  return isSource
             ? collapse(cluster, op.getReassociationIndices(), known,
                        getShape(source))
             : expand(op.getReassociationIndices(), known, getShape(source));
}
