//===- Columns.cpp - Weights in the shape that the op reads ---------------===//

#include "Columns.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Utils/Utils.h"

using namespace mlir;
using namespace mlir::rmsnorm;

/// The last extents of `like` that hold all extents of `column` but 1, which
/// are as the column's type has them.
static SmallVector<int64_t> getShape(RankedTensorType column,
                                     RankedTensorType like, int64_t axes) {
  SmallVector<int64_t> own, shape;
  llvm::copy_if(column.getShape(), std::back_inserter(own),
                [](int64_t n) { return n != 1; });
  for (int64_t extent : llvm::reverse(like.getShape())) {
    if (own.empty() && int64_t(shape.size()) >= axes)
      break;
    shape.push_back(extent == 1 || own.empty() ? 1 : own.pop_back_val());
  }
  return SmallVector<int64_t>(llvm::reverse(shape));
}

/// One group for every extent but 1: it, and the ones before it; those at the
/// end go with the last.
static SmallVector<ReassociationIndices> groupUnits(ArrayRef<int64_t> shape) {
  SmallVector<ReassociationIndices> groups(1);
  bool isFull = false;
  for (auto [i, extent] : llvm::enumerate(shape)) {
    if (extent != 1 && isFull)
      groups.emplace_back();
    groups.back().push_back(i);
    isFull |= extent != 1;
  }
  return groups;
}

Value mlir::rmsnorm::reshapeUnitDims(OpBuilder &b, Location loc, Value tensor,
                                     ArrayRef<int64_t> shape) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (type.getShape() == shape)
    return tensor;
  llvm::SmallBitVector units(type.getRank());
  for (int64_t i = 0; i < type.getRank(); ++i)
    units[i] = type.getDimSize(i) == 1;
  bool isElement = units.all();
  if (isElement && !shape.empty() && type.getRank() != 0)
    units.reset(0); // one dimension stays
  if (units.any())
    tensor = tensor::dropGivenUnitDims(b, loc, tensor, units).getResult();
  auto to = RankedTensorType::get(shape, type.getElementType());
  if (tensor.getType() == to)
    return tensor;
  SmallVector<ReassociationIndices> groups;
  if (cast<RankedTensorType>(tensor.getType()).getRank() != 0)
    groups = groupUnits(shape);
  return tensor::ExpandShapeOp::create(b, loc, to, tensor, groups);
}

Value mlir::rmsnorm::reshapeColumn(OpBuilder &b, Location loc, Value column,
                                   RankedTensorType like, int64_t axes) {
  if (!column)
    return column;
  return reshapeUnitDims(
      b, loc, column,
      getShape(cast<RankedTensorType>(column.getType()), like, axes));
}
