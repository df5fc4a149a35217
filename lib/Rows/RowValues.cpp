//===- RowValues.cpp - Values of a row: read, computed, kept --------------===//

#include "RowEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
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
                                       Value column) {
  SmallVector<Value> result;
  for (int64_t c : coordinates)
    result.push_back(c == kColumn ? column
                     : c == kUnit
                         ? Value(arith::ConstantIndexOp::create(b, loc, 0))
                         : rows[c]);
  return result;
}

Value RowEmitter::readColumn(Value tensor, ArrayRef<int64_t> coordinates,
                             Chunk &chunk) {
  auto type =
      getVectorType(chunk.width, getElementTypeOrSelf(tensor.getType()));
  Value padding =
      arith::ConstantOp::create(b, loc, b.getZeroAttr(type.getElementType()));
  auto read = vector::TransferReadOp::create(b, loc, type, tensor,
                                             indices(coordinates, chunk.first),
                                             padding, ArrayRef<bool>{true});
  if (chunk.mask)
    read.getMaskMutable().assign(chunk.mask);
  return read;
}

Value RowEmitter::readRow(Value tensor, ArrayRef<int64_t> coordinates) {
  return tensor::ExtractOp::create(b, loc, tensor,
                                   indices(coordinates, Value()));
}

Value RowEmitter::evaluate(Value v, Chunk *chunk) {
  if (!isa<RankedTensorType>(v.getType()))
    return v;
  if (Value known = rowValues.lookup(v))
    return known;
  if (chunk)
    if (Value known = chunk->values.lookup(v))
      return known;
  auto it = cluster.coordinates.find(v);
  // Only a destination that is never read has no place.
  ArrayRef<int64_t> coordinates = it == cluster.coordinates.end()
                                      ? ArrayRef<int64_t>()
                                      : ArrayRef<int64_t>(it->second);
  bool alongColumn = hasColumn(coordinates);
  Operation *def = v.getDefiningOp();
  bool isMember = def && cluster.contains(def);
  if (isMember && isUnitReshape(def))
    return evaluate(def->getOperand(0), chunk);

  // What belongs to the row as a whole stands outside the loop over chunks.
  OpBuilder::InsertionGuard guard(b);
  if (!alongColumn && chunkLoop)
    b.setInsertionPoint(chunkLoop);

  Value result;
  std::optional<unsigned> written = plan.getStorePass(v);
  if (alongColumn && walk.width && written && *written < currentPass)
    result = readColumn((*slices)[v], {kColumn}, *chunk);
  else if (isMember)
    result = runPayload(cast<linalg::LinalgOp>(def), v,
                        alongColumn ? chunk : nullptr);
  else if (isa_and_nonnull<tensor::EmptyOp>(def))
    // What an accumulator starts from without being filled is anybody's guess.
    result = arith::ConstantOp::create(
        b, loc, b.getZeroAttr(getElementTypeOrSelf(v.getType())));
  else
    result = alongColumn ? readColumn(v, coordinates, *chunk)
                         : readRow(v, coordinates);
  (alongColumn ? chunk->values : rowValues)[v] = result;
  return result;
}

/// The payload of `op` on the elements of this piece of the row: the scalar or
/// vector that `returned` gets, or what a reduction is to combine where it is
/// null.
Value RowEmitter::runPayload(linalg::LinalgOp op, Value returned,
                             Chunk *chunk) {
  Operation *combiner = returned ? nullptr : getCombiner(op);
  IRMapping map;
  for (OpOperand &operand : op->getOpOperands()) {
    BlockArgument arg = op.getMatchingBlockArgument(&operand);
    bool isAccumulator = combiner && op.isDpsInit(&operand);
    if (!arg.use_empty() && !isAccumulator)
      map.map(arg, evaluate(operand.get(), chunk));
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

Value RowEmitter::clonePayloadOp(Operation *op, IRMapping &map, Chunk *chunk) {
  if (auto index = dyn_cast<linalg::IndexOp>(op)) {
    int64_t place = cluster.loops.lookup(op->getParentOp())[index.getDim()];
    if (place != kColumn)
      return indices({place}, Value()).front();
    auto type = getVectorType(chunk->width, b.getIndexType());
    return arith::AddIOp::create(b, loc, vector::StepOp::create(b, loc, type),
                                 broadcast(chunk->first, chunk->width));
  }
  bool onVectors = llvm::any_of(op->getOperands(), [&](Value v) {
    return isa<VectorType>(map.lookupOrDefault(v).getType());
  });
  IRMapping operands;
  for (Value v : op->getOperands()) {
    Value mapped = map.lookupOrDefault(v);
    operands.map(v, onVectors ? broadcast(mapped, chunk->width) : mapped);
  }
  Operation *clone = b.clone(*op, operands);
  if (onVectors)
    for (Value result : clone->getResults())
      result.setType(getVectorType(chunk->width, result.getType()));
  return clone->getResult(0);
}
