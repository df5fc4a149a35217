//===- RowEmitter.cpp - Passes, chunks, accumulators ----------------------===//

#include "RowEmitter.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::rmsnorm;

/// Whether the order of a sum or product is that of the row: every step in 16
/// bits rounds, so another order would be another result.
static bool isOrdered(linalg::LinalgOp reduction) {
  auto type = dyn_cast<FloatType>(getElementTypeOrSelf(reduction->getResult(0).getType()));
  return type && type.getWidth() <= 16 && isa<arith::AddFOp, arith::MulFOp>(getCombiner(reduction));
}

RowEmitter::RowEmitter(const Cluster &cluster, const Plan &plan, OpBuilder &b, Location loc, ValueRange rows, OpFoldResult extent, int64_t chunk)
    : cluster(cluster), plan(plan), b(b), loc(loc), rows(rows), extent(extent), chunkWidth(chunk) {
  std::optional<int64_t> fixed = getConstantIntValue(extent);
  if (fixed && chunk > *fixed)
    chunkWidth = llvm::PowerOf2Ceil(*fixed);
}

void RowEmitter::run(llvm::MapVector<Value, Value> &outputSlices) {
  slices = &outputSlices;
  if (chunkWidth == 0 && cluster.column.tensor)
    emitWhole();
  else
    for (unsigned number : llvm::seq<unsigned>(plan.passes.size()))
      emitPass(number);
  for (OpResult output : plan.rowStores) {
    Value &slice = (*slices)[output];
    slice = tensor::InsertOp::create(b, loc, evaluate(output, nullptr), slice, ValueRange{});
  }
}

//===----------------------------------------------------------------------===//
// Passes over the row
//===----------------------------------------------------------------------===//

void RowEmitter::emitWhole() {
  Chunk row{arith::ConstantIndexOp::create(b, loc, 0), *getConstantIntValue(extent), Value(), llvm::DenseMap<Value, Value>()};
  for (const Pass &pass : plan.passes) {
    for (linalg::LinalgOp reduction : pass.reductions)
      finish(reduction, broadcast(runPayload(reduction, Value(), &row), row.width));
    for (OpResult output : pass.stores)
      store(row, output);
  }
}

void RowEmitter::emitPass(unsigned number) {
  const Pass &pass = plan.passes[number];
  currentPass = number;
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value step = arith::ConstantIndexOp::create(b, loc, chunkWidth);
  AffineExpr n = b.getAffineSymbolExpr(0);
  OpFoldResult mainEnd = affine::makeComposedFoldedAffineApply(b, loc, n - n % chunkWidth, {extent});

  SmallVector<Value> carried;
  for (linalg::LinalgOp reduction : pass.reductions) {
    Type element = getElementTypeOrSelf(reduction->getResult(0).getType());
    bool ordered = isOrdered(reduction);
    carried.push_back(ordered ? evaluate(reduction.getDpsInits()[0], nullptr) : neutral(reduction, VectorType::get({chunkWidth}, element)));
  }
  unsigned numAccumulators = carried.size();
  for (OpResult output : pass.stores)
    carried.push_back((*slices)[output]);

  auto takeSlices = [&](ValueRange values) {
    for (auto [output, slice] : llvm::zip_equal(pass.stores, values.drop_front(numAccumulators)))
      (*slices)[output] = slice;
  };
  if (getConstantIntValue(mainEnd) != 0) {
    Value end = getValueOrCreateConstantIndexOp(b, loc, mainEnd);
    auto loop = scf::ForOp::create(b, loc, zero, end, step, carried);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    chunkLoop = loop;
    takeSlices(loop.getRegionIterArgs());
    Chunk chunk{loop.getInductionVar(), chunkWidth, Value(), llvm::DenseMap<Value, Value>()};
    SmallVector<Value> next(loop.getRegionIterArgs());
    emitChunk(chunk, pass, MutableArrayRef<Value>(next).take_front(numAccumulators));
    for (auto [output, value] : llvm::zip_equal(pass.stores, MutableArrayRef<Value>(next).drop_front(numAccumulators)))
      value = (*slices)[output];
    scf::YieldOp::create(b, loc, next);
    chunkLoop = nullptr;
    carried.assign(loop.result_begin(), loop.result_end());
    takeSlices(carried);
  }

  // The rest of the row: a narrower vector, or a masked one where its width is
  // known at run time only.
  std::optional<int64_t> fixed = getConstantIntValue(extent);
  int64_t width = fixed ? *fixed % chunkWidth : chunkWidth;
  if (width != 0) {
    Chunk chunk{getValueOrCreateConstantIndexOp(b, loc, mainEnd), width, Value(), llvm::DenseMap<Value, Value>()};
    if (!fixed) {
      AffineExpr end = b.getAffineSymbolExpr(1);
      OpFoldResult left = affine::makeComposedFoldedAffineApply(b, loc, n - end, {extent, mainEnd});
      chunk.mask = vector::CreateMaskOp::create(b, loc, VectorType::get({width}, b.getI1Type()), left);
    }
    emitChunk(chunk, pass, MutableArrayRef<Value>(carried).take_front(numAccumulators));
  }
  for (auto [reduction, accumulator] : llvm::zip(pass.reductions, carried))
    finish(reduction, accumulator);
}

void RowEmitter::emitChunk(Chunk &chunk, const Pass &pass, MutableArrayRef<Value> accumulators) {
  for (auto [reduction, accumulator] : llvm::zip_equal(pass.reductions, accumulators)) {
    Value v = toAccumulator(reduction, runPayload(reduction, Value(), &chunk), chunk);
    if (isOrdered(reduction))
      accumulator = vector::ReductionOp::create(b, loc, *linalg::getCombinerOpKind(getCombiner(reduction)), v, accumulator);
    else
      accumulator = combine(reduction, accumulator, v);
  }
  for (OpResult output : pass.stores)
    store(chunk, output);
}

void RowEmitter::store(Chunk &chunk, OpResult output) {
  Value v = broadcast(evaluate(output, &chunk), chunk.width);
  Value &slice = (*slices)[output];
  auto write = vector::TransferWriteOp::create(b, loc, v, slice, ValueRange{chunk.first}, ArrayRef<bool>{true});
  if (chunk.mask)
    write.getMaskMutable().assign(chunk.mask);
  slice = write.getResult();
}

void RowEmitter::finish(linalg::LinalgOp reduction, Value accumulator) {
  Operation *combiner = getCombiner(reduction);
  if (isa<FloatType>(accumulator.getType())) {
    rowValues[reduction->getResult(0)] = accumulator;
    return;
  }
  Value result = vector::ReductionOp::create(b, loc, *linalg::getCombinerOpKind(combiner), accumulator);
  Value init = evaluate(reduction.getDpsInits()[0], nullptr);
  bool isNeutral = matchPattern(init, m_Zero()) || matchPattern(init, m_AnyZeroFloat());
  if (!isNeutral || !isa<arith::AddFOp, arith::AddIOp>(combiner))
    result = combine(reduction, init, result);
  rowValues[reduction->getResult(0)] = result;
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

Value RowEmitter::neutral(linalg::LinalgOp reduction, Type type) {
  TypedAttr value = *arith::getNeutralElement(getCombiner(reduction));
  if (auto vector = dyn_cast<VectorType>(type))
    value = DenseElementsAttr::get(vector, Attribute(value));
  return arith::ConstantOp::create(b, loc, value);
}

/// `v` as wide as the accumulator, neutral where it holds no element of the row.
Value RowEmitter::toAccumulator(linalg::LinalgOp reduction, Value v, Chunk &chunk) {
  v = broadcast(v, chunk.width);
  auto type = VectorType::get({chunkWidth}, getElementTypeOrSelf(v.getType()));
  if (chunk.mask)
    return arith::SelectOp::create(b, loc, chunk.mask, v, neutral(reduction, type));
  if (chunk.width == chunkWidth)
    return v;
  return vector::InsertStridedSliceOp::create(b, loc, v, neutral(reduction, type), ArrayRef<int64_t>{0}, ArrayRef<int64_t>{1});
}

Value RowEmitter::combine(linalg::LinalgOp reduction, Value accumulator, Value v) {
  Operation *combiner = getCombiner(reduction);
  Value carriedArg = reduction.getRegionOutputArgs()[0];
  IRMapping map;
  for (Value operand : combiner->getOperands())
    map.map(operand, operand == carriedArg ? accumulator : v);
  Operation *clone = b.clone(*combiner, map);
  clone->getResult(0).setType(accumulator.getType());
  return clone->getResult(0);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Value RowEmitter::broadcast(Value v, int64_t width) {
  if (isa<VectorType>(v.getType()))
    return v;
  return vector::BroadcastOp::create(b, loc, VectorType::get({width}, v.getType()), v);
}

SmallVector<Value> RowEmitter::indices(ArrayRef<int64_t> coordinates, Value column) {
  SmallVector<Value> result;
  for (int64_t c : coordinates)
    result.push_back(c == kColumn ? column : c == kUnit ? Value(arith::ConstantIndexOp::create(b, loc, 0)) : rows[c]);
  return result;
}

Value RowEmitter::readColumn(Value tensor, ArrayRef<int64_t> coordinates, Chunk &chunk) {
  auto type = VectorType::get({chunk.width}, getElementTypeOrSelf(tensor.getType()));
  Value padding = arith::ConstantOp::create(b, loc, b.getZeroAttr(type.getElementType()));
  auto read = vector::TransferReadOp::create(b, loc, type, tensor, indices(coordinates, chunk.first), padding, ArrayRef<bool>{true});
  if (chunk.mask)
    read.getMaskMutable().assign(chunk.mask);
  return read;
}

Value RowEmitter::readRow(Value tensor, ArrayRef<int64_t> coordinates) {
  return tensor::ExtractOp::create(b, loc, tensor, indices(coordinates, Value()));
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
  ArrayRef<int64_t> coordinates = it == cluster.coordinates.end() ? ArrayRef<int64_t>() : ArrayRef<int64_t>(it->second);
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
  if (alongColumn && chunkWidth && written && *written < currentPass)
    result = readColumn((*slices)[v], {kColumn}, *chunk);
  else if (isMember)
    result = runPayload(cast<linalg::LinalgOp>(def), v, alongColumn ? chunk : nullptr);
  else
    result = alongColumn ? readColumn(v, coordinates, *chunk) : readRow(v, coordinates);
  (alongColumn ? chunk->values : rowValues)[v] = result;
  return result;
}

/// The payload of `op` on the elements of this piece of the row: the scalar or
/// vector that `returned` gets, or what a reduction is to combine where it is null.
Value RowEmitter::runPayload(linalg::LinalgOp op, Value returned, Chunk *chunk) {
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
    return map.lookupOrDefault(op.getBlock()->getTerminator()->getOperand(number));
  }
  bool accumulatorFirst = combiner->getOperand(0) == op.getRegionOutputArgs()[0];
  return map.lookupOrDefault(combiner->getOperand(accumulatorFirst ? 1 : 0));
}

Value RowEmitter::clonePayloadOp(Operation *op, IRMapping &map, Chunk *chunk) {
  if (auto index = dyn_cast<linalg::IndexOp>(op)) {
    int64_t place = cluster.loops.lookup(op->getParentOp())[index.getDim()];
    if (place != kColumn)
      return indices({place}, Value()).front();
    auto type = VectorType::get({chunk->width}, b.getIndexType());
    return arith::AddIOp::create(b, loc, vector::StepOp::create(b, loc, type), broadcast(chunk->first, chunk->width));
  }
  bool onVectors = llvm::any_of(op->getOperands(), [&](Value v) { return isa<VectorType>(map.lookupOrDefault(v).getType()); });
  IRMapping operands;
  for (Value v : op->getOperands()) {
    Value mapped = map.lookupOrDefault(v);
    operands.map(v, onVectors ? broadcast(mapped, chunk->width) : mapped);
  }
  Operation *clone = b.clone(*op, operands);
  if (onVectors)
    for (Value result : clone->getResults())
      result.setType(VectorType::get({chunk->width}, result.getType()));
  return clone->getResult(0);
}
