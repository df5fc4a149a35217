//===- RowValues.cpp - Values of a row: read, computed, kept --------------===//

#include "RowEmitter.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::rmsnorm;

Value RowEmitter::getExtent(int64_t pieces) {
  Value fixed = arith::ConstantIndexOp::create(b, loc, walk.width * pieces);
  if (!walk.scalable)
    return fixed;
  return arith::MulIOp::create(b, loc, vector::VectorScaleOp::create(b, loc),
                               fixed);
}

Value RowEmitter::broadcast(Value v, int64_t width) {
  if (isa<VectorType>(v.getType()))
    return v;
  return vector::BroadcastOp::create(b, loc, getVectorType(width, v.getType()),
                                     v);
}

SmallVector<Value> RowEmitter::indices(ArrayRef<int64_t> coordinates,
                                       Chunk *chunk) {
  auto getIndex = [&](int64_t place) -> Value {
    if (place == kColumn)
      return chunk->first;
    if (place == kInGroup && group)
      return chunk->inGroup;
    if (place == kGroup && group)
      return group->number;
    return place >= 0 ? rows[place]
                      : arith::ConstantIndexOp::create(b, loc, 0).getResult();
  };
  return llvm::map_to_vector(coordinates, getIndex);
}

Value RowEmitter::readColumn(Value tensor, ArrayRef<int64_t> coordinates,
                             Chunk &chunk) {
  auto type =
      getVectorType(chunk.width, getElementTypeOrSelf(tensor.getType()));
  Value padding =
      arith::ConstantOp::create(b, loc, b.getZeroAttr(type.getElementType()));
  auto read = vector::TransferReadOp::create(b, loc, type, tensor,
                                             indices(coordinates, &chunk),
                                             padding, ArrayRef<bool>{true});
  if (chunk.mask)
    read.getMaskMutable().assign(chunk.mask);
  return read;
}

Value RowEmitter::readRow(Value tensor, ArrayRef<int64_t> coordinates) {
  return tensor::ExtractOp::create(b, loc, tensor,
                                   indices(coordinates, nullptr));
}

/// Memory of this row's own for a value that passes hand on. Whole chunks of
/// it, so that a mask never is all there is of an access to its end.
Value RowEmitter::createRowBuffer(OpResult value) {
  AffineExpr n = b.getAffineSymbolExpr(0);
  OpFoldResult size = affine::makeComposedFoldedAffineApply(
      b, loc, n.ceilDiv(walk.width) * walk.width, {extent});
  SmallVector<Value> dynamic;
  SmallVector<int64_t> shape;
  dispatchIndexOpFoldResult(size, dynamic, shape);
  auto type = RankedTensorType::get(
      shape, cast<RankedTensorType>(value.getType()).getElementType());
  return bufferization::AllocTensorOp::create(b, loc, type, dynamic);
}

/// What a written result keeps of its coordinates in the slice of the row.
static Coordinates inSlice(ArrayRef<int64_t> coordinates) {
  return llvm::filter_to_vector(
      coordinates, [](int64_t c) { return c == kColumn || hasGroup(c); });
}

Value RowEmitter::evaluate(Value v, Chunk *chunk) {
  if (!isa<RankedTensorType>(v.getType()))
    return v;
  if (Value known = rowValues.lookup(v))
    return known;
  if (Value known = group ? group->values.lookup(v) : Value())
    return known;
  if (Value known = chunk ? chunk->values.lookup(v) : Value())
    return known;
  Operation *def = v.getDefiningOp();
  if (def && cluster.contains(def) && isReshape(def))
    return evaluate(def->getOperand(0), chunk);

  // What belongs to the row or group as a whole stands outside the loop over
  // chunks.
  Coordinates coordinates = cluster.coordinates.lookup(v);
  OpBuilder::InsertionGuard guard(b);
  if (hasColumn(coordinates)) {
    Value result = compute(v, chunk);
    chunk->values[v] = result;
    return result;
  }
  bool isOfGroup = group && hasGroup(coordinates);
  if (Operation *loop = isOfGroup ? group->loop : chunkLoop)
    b.setInsertionPoint(loop);
  Value result = compute(v, isWhole() ? chunk : nullptr);
  (isOfGroup ? group->values : rowValues)[v] = result;
  return result;
}

Value RowEmitter::compute(Value v, Chunk *chunk) {
  // Only a destination that is never read has no place.
  Coordinates coordinates = cluster.coordinates.lookup(v);
  Operation *def = v.getDefiningOp();
  auto read = [&](Value tensor, Coordinates from) {
    if (tensor.getDefiningOp<tensor::ExpandShapeOp>())
      tensor = joinGroups(tensor, from);
    if (isWhole() && hasGroup(from))
      return readGroups(tensor, from, *chunk);
    return hasColumn(from) ? readColumn(tensor, from, *chunk)
                           : readRow(tensor, from);
  };
  if (written.contains(v))
    return read((*slices)[v], inSlice(coordinates));
  if (def && cluster.contains(def)) {
    auto op = cast<linalg::LinalgOp>(def);
    if (isWhole() && reducesGroup(cluster, op))
      return reduceGroups(op, *chunk);
    return runPayload(op, v, chunk);
  }
  // What an accumulator starts from without being filled is anybody's guess.
  if (isa_and_nonnull<tensor::EmptyOp>(def))
    return arith::ConstantOp::create(
        b, loc, b.getZeroAttr(getElementTypeOrSelf(v.getType())));
  auto taken = inPlace.find(v);
  return taken == inPlace.end()
             ? read(v, coordinates)
             : read((*slices)[taken->second], inSlice(coordinates));
}

/// The payload of `op` on the elements of this piece of the row: the scalar or
/// vector that `returned` gets, or what a reduction is to combine where it is
/// null.
Value RowEmitter::runPayload(linalg::LinalgOp op, Value returned,
                             Chunk *chunk) {
  Operation *combiner = returned ? nullptr : getCombiner(op);
  bool isOfGroups = !hasColumn(cluster.loops.lookup(op));
  IRMapping map;
  for (OpOperand &operand : op->getOpOperands()) {
    BlockArgument arg = op.getMatchingBlockArgument(&operand);
    bool isAccumulator = combiner && op.isDpsInit(&operand);
    if (arg.use_empty() || isAccumulator)
      continue;
    Value v = evaluate(operand.get(), chunk);
    bool isPerGroup = !hasColumn(cluster.coordinates.lookup(operand.get()));
    map.map(arg, isPerGroup && !isOfGroups ? spreadGroups(v) : v);
  }
  for (Operation &inner : op.getBlock()->without_terminator())
    if (&inner != combiner)
      map.map(inner.getResult(0), clonePayloadOp(&inner, map, chunk));
  if (!combiner) {
    unsigned number = cast<OpResult>(returned).getResultNumber();
    return map.lookupOrDefault(
        op.getBlock()->getTerminator()->getOperand(number));
  }
  bool accumulatorFirst =
      combiner->getOperand(0) == op.getRegionOutputArgs()[0];
  return map.lookupOrDefault(combiner->getOperand(accumulatorFirst ? 1 : 0));
}

/// The number of an element along `place`: a vector of them, if there are
/// several.
Value RowEmitter::createIndex(int64_t place, Chunk *chunk) {
  auto step = [&](int64_t width) -> Value {
    return vector::StepOp::create(b, loc,
                                  getVectorType(width, b.getIndexType()));
  };
  if (isWhole() && place == kGroup)
    return step(getNumGroups());
  if (!hasColumn(place))
    return indices(place, chunk).front();
  if (isWhole() && place == kInGroup) {
    Value size = arith::ConstantIndexOp::create(b, loc, cluster.groupSize);
    return arith::RemUIOp::create(b, loc, step(chunk->width),
                                  broadcast(size, chunk->width));
  }
  return arith::AddIOp::create(
      b, loc, step(chunk->width),
      broadcast(indices(place, chunk).front(), chunk->width));
}

Value RowEmitter::clonePayloadOp(Operation *op, IRMapping &map, Chunk *chunk) {
  if (auto index = dyn_cast<linalg::IndexOp>(op))
    return createIndex(cluster.loops.lookup(op->getParentOp())[index.getDim()],
                       chunk);
  VectorType vector;
  for (Value v : op->getOperands())
    if (auto type = dyn_cast<VectorType>(map.lookupOrDefault(v).getType()))
      vector = type;
  IRMapping operands;
  for (Value v : op->getOperands()) {
    Value mapped = map.lookupOrDefault(v);
    operands.map(v, vector ? broadcast(mapped, vector.getDimSize(0)) : mapped);
  }
  Operation *clone = b.clone(*op, operands);
  if (vector)
    for (Value result : clone->getResults())
      result.setType(vector.clone(result.getType()));
  return clone->getResult(0);
}
