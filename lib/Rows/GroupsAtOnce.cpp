//===- GroupsAtOnce.cpp - All groups of a row that is one vector ----------===//

#include "RowEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::rmsnorm;

int64_t RowEmitter::getNumGroups() const {
  return cluster.groupSize ? *getConstantIntValue(extent) / cluster.groupSize
                           : 1;
}

/// The row as a vector of groups.
Value RowEmitter::cutIntoGroups(Value v) {
  auto type = cast<VectorType>(v.getType());
  return vector::ShapeCastOp::create(
      b, loc,
      VectorType::get({getNumGroups(), cluster.groupSize},
                      type.getElementType()),
      v);
}

static Value flatten(OpBuilder &b, Location loc, Value groups) {
  auto type = cast<VectorType>(groups.getType());
  return vector::ShapeCastOp::create(
      b, loc, VectorType::get(type.getNumElements(), type.getElementType()),
      groups);
}

/// The value of its group for each element of the row.
Value RowEmitter::spreadGroups(Value v) {
  auto type = dyn_cast<VectorType>(v.getType());
  if (!type)
    return v;
  Type element = type.getElementType();
  Value each = vector::ShapeCastOp::create(
      b, loc, VectorType::get({getNumGroups(), 1}, element), v);
  Value all = vector::BroadcastOp::create(
      b, loc, VectorType::get({getNumGroups(), cluster.groupSize}, element),
      each);
  return flatten(b, loc, all);
}

/// A tensor whose dimensions of groups are one again, as is its place; only
/// what comes of an expansion is sure to be a view of that. Upstream's folding
/// of views takes the two for rows and columns of what was expanded.
Value RowEmitter::joinGroups(Value tensor, Coordinates &coordinates) {
  auto first = llvm::find(coordinates, kGroup);
  auto last = llvm::find(coordinates, kInGroup);
  if (first > last || last == coordinates.end())
    return tensor;
  if (!std::all_of(first + 1, last, [](int64_t c) { return c == kUnit; }))
    return tensor;
  SmallVector<ReassociationIndices> dims;
  Coordinates joined;
  for (auto it = coordinates.begin(); it != coordinates.end(); ++it) {
    if (it <= first || it > last) {
      dims.emplace_back();
      joined.push_back(it == first ? int64_t(kColumn) : *it);
    }
    dims.back().push_back(it - coordinates.begin());
  }
  coordinates = joined;
  return tensor::CollapseShapeOp::create(b, loc, tensor, dims);
}

/// What is per group, or the row of a tensor that has groups.
Value RowEmitter::readGroups(Value tensor, ArrayRef<int64_t> coordinates,
                             Chunk &row) {
  Type element = getElementTypeOrSelf(tensor.getType());
  bool isColumn = hasColumn(coordinates);
  SmallVector<int64_t> shape{getNumGroups()};
  if (isColumn)
    shape.push_back(cluster.groupSize);
  SmallVector<AffineExpr> dims(shape.size(), b.getAffineConstantExpr(0));
  for (auto [i, c] : llvm::enumerate(coordinates))
    if (hasGroup(c))
      dims[c == kInGroup] = b.getAffineDimExpr(i);
  Value padding = arith::ConstantOp::create(b, loc, b.getZeroAttr(element));
  Value read = vector::TransferReadOp::create(
      b, loc, VectorType::get(shape, element), tensor,
      indices(coordinates, &row), padding,
      AffineMap::get(coordinates.size(), 0, dims, b.getContext()),
      SmallVector<bool>(shape.size(), true));
  return isColumn ? flatten(b, loc, read) : read;
}

Value RowEmitter::reduceGroups(linalg::LinalgOp reduction, Chunk &row) {
  Value init = evaluate(reduction.getDpsInits()[0], &row);
  Value v = broadcast(runPayload(reduction, Value(), &row), row.width);
  Type element = getElementTypeOrSelf(v.getType());
  Value none = neutral(reduction, VectorType::get(getNumGroups(), element));
  Value result = vector::MultiDimReductionOp::create(
      b, loc, cutIntoGroups(v), none, ArrayRef<bool>{false, true},
      *linalg::getCombinerOpKind(getCombiner(reduction)));
  return combineInitial(reduction, init, result);
}
