//===- RowGroups.cpp - Groups within a row --------------------------------===//

#include "RowEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::rmsnorm;

//===----------------------------------------------------------------------===//
// Rows that are walked: one group after the other
//===----------------------------------------------------------------------===//

/// So many chunks of a group stay in registers from one pass over it to the
/// next.
static constexpr int64_t kMostKept = 4;

/// As wide as the vectors of a row that is as long as a group.
int64_t RowEmitter::getGroupWidth() const {
  return std::min<int64_t>(walk.width, llvm::PowerOf2Ceil(cluster.groupSize));
}

RowEmitter::Chunk RowEmitter::createGroupChunk(Value offset, int64_t width) {
  Value first = b.createOrFold<arith::AddIOp>(loc, group->first, offset);
  return {first, width, Value(), offset, llvm::DenseMap<Value, Value>()};
}

void RowEmitter::emitGroup(const RowPass &pass, Value first,
                           MutableArrayRef<Value> accumulators) {
  Value size = arith::ConstantIndexOp::create(b, loc, cluster.groupSize);
  Group current{arith::DivUIOp::create(b, loc, first, size), first,
                llvm::DenseMap<Value, Value>()};
  llvm::SaveAndRestore inGroup(group, &current);
  int64_t width = getGroupWidth();
  SmallVector<Chunk> kept;
  if (cluster.groupSize <= kMostKept * width)
    for (int64_t at = 0; at < cluster.groupSize; at += width)
      kept.push_back(
          createGroupChunk(arith::ConstantIndexOp::create(b, loc, at),
                           std::min(width, cluster.groupSize - at)));
  for (const RowPass &step : pass.inGroup) {
    SmallVector<Value> carried;
    for (linalg::LinalgOp reduction : step.reductions)
      carried.push_back(
          reducesGroup(cluster, reduction)
              ? createAccumulator(reduction)
              : accumulators[llvm::find(pass.reductions, reduction) -
                             pass.reductions.begin()]);
    emitGroupPass(step, kept, carried);
    for (auto [reduction, accumulator] :
         llvm::zip_equal(step.reductions, carried)) {
      if (reducesGroup(cluster, reduction))
        current.values[reduction->getResult(0)] =
            finish(reduction, accumulator);
      else
        accumulators[llvm::find(pass.reductions, reduction) -
                     pass.reductions.begin()] = accumulator;
    }
    written.insert_range(step.stores);
  }
}

/// One pass over the group: over the chunks that are kept, or over all.
void RowEmitter::emitGroupPass(const RowPass &pass, MutableArrayRef<Chunk> kept,
                               MutableArrayRef<Value> accumulators) {
  for (OpResult output : pass.stores)
    if (!hasColumn(cluster.coordinates.lookup(output)))
      storeOfGroup(output);
  for (Chunk &chunk : kept)
    emitChunk(chunk, pass, accumulators);
  RowPass columns;
  columns.reductions = pass.reductions;
  llvm::copy_if(pass.stores, std::back_inserter(columns.stores),
                [&](OpResult output) {
                  return hasColumn(cluster.coordinates.lookup(output));
                });
  if (!kept.empty() || (columns.reductions.empty() && columns.stores.empty()))
    return;

  int64_t width = getGroupWidth(), tail = cluster.groupSize % width;
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(b, loc, value);
  };
  SmallVector<Value> carried(accumulators);
  for (OpResult output : columns.stores)
    carried.push_back((*slices)[output]);
  carried = emitLoop(
      columns, constant(0), constant(cluster.groupSize - tail), constant(width),
      carried, [&](Value offset, MutableArrayRef<Value> next) {
        llvm::SaveAndRestore loop(group->loop, b.getBlock()->getParentOp());
        Chunk chunk = createGroupChunk(offset, width);
        emitChunk(chunk, columns, next);
      });
  takeSlices(columns, carried);
  llvm::copy(ArrayRef(carried).take_front(accumulators.size()),
             accumulators.begin());
  if (tail) {
    Chunk chunk = createGroupChunk(constant(cluster.groupSize - tail), tail);
    emitChunk(chunk, columns, accumulators);
  }
}

void RowEmitter::storeOfGroup(OpResult output) {
  Value &slice = (*slices)[output];
  slice = tensor::InsertOp::create(b, loc, evaluate(output, nullptr), slice,
                                   group->number);
}

//===----------------------------------------------------------------------===//
// Rows that are one vector: all groups at once
//===----------------------------------------------------------------------===//

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
