//===- RowEmitter.cpp - Passes, chunks, accumulators ----------------------===//

#include "RowEmitter.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::rmsnorm;

/// So many additions in a row leave a sum of equal elements within 4 ulp.
static constexpr int64_t kChunksPerBlock = 64;

/// Whether the order of a sum or product is that of the row: every step in 16
/// bits rounds, so another order would be another result.
static bool isOrdered(linalg::LinalgOp reduction) {
  auto type = dyn_cast<FloatType>(
      getElementTypeOrSelf(reduction->getResult(0).getType()));
  return type && type.getWidth() <= 16 &&
         isa<arith::AddFOp, arith::MulFOp>(getCombiner(reduction));
}

static bool isCompensated(linalg::LinalgOp reduction) {
  return isa<arith::AddFOp>(getCombiner(reduction)) && !isOrdered(reduction);
}

RowEmitter::RowEmitter(const Cluster &cluster, const Plan &plan, OpBuilder &b,
                       Location loc, ValueRange rows, OpFoldResult extent,
                       int64_t chunk)
    : cluster(cluster), plan(plan), b(b), loc(loc), rows(rows), extent(extent),
      chunkWidth(chunk) {
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
    slice = tensor::InsertOp::create(b, loc, evaluate(output, nullptr), slice,
                                     ValueRange{});
  }
}

//===----------------------------------------------------------------------===//
// Passes over the row
//===----------------------------------------------------------------------===//

void RowEmitter::emitWhole() {
  Chunk row{arith::ConstantIndexOp::create(b, loc, 0),
            *getConstantIntValue(extent), Value(),
            llvm::DenseMap<Value, Value>()};
  for (const Pass &pass : plan.passes) {
    for (linalg::LinalgOp reduction : pass.reductions)
      finish(reduction,
             broadcast(runPayload(reduction, Value(), &row), row.width));
    for (OpResult output : pass.stores)
      store(row, output);
  }
}

void RowEmitter::emitPass(unsigned number) {
  const Pass &pass = plan.passes[number];
  currentPass = number;
  AffineExpr n = b.getAffineSymbolExpr(0);
  OpFoldResult mainEnd = affine::makeComposedFoldedAffineApply(
      b, loc, n - n % chunkWidth, {extent});

  SmallVector<Value> carried;
  for (linalg::LinalgOp reduction : pass.reductions) {
    Type element = getElementTypeOrSelf(reduction->getResult(0).getType());
    bool ordered = isOrdered(reduction);
    carried.push_back(
        ordered ? evaluate(reduction.getDpsInits()[0], nullptr)
                : neutral(reduction, VectorType::get({chunkWidth}, element)));
  }
  for (OpResult output : pass.stores)
    carried.push_back((*slices)[output]);

  if (getConstantIntValue(mainEnd) != 0) {
    Value end = getValueOrCreateConstantIndexOp(b, loc, mainEnd);
    carried = isBlocked(pass)
                  ? emitBlocks(pass, end, carried)
                  : emitLoop(pass, arith::ConstantIndexOp::create(b, loc, 0),
                             end, carried);
    takeSlices(pass, carried);
  }

  // The rest of the row: a narrower vector, or a masked one where its width is
  // known at run time only.
  std::optional<int64_t> fixed = getConstantIntValue(extent);
  int64_t width = fixed ? *fixed % chunkWidth : chunkWidth;
  if (width != 0) {
    Chunk chunk{getValueOrCreateConstantIndexOp(b, loc, mainEnd), width,
                Value(), llvm::DenseMap<Value, Value>()};
    if (!fixed) {
      AffineExpr end = b.getAffineSymbolExpr(1);
      OpFoldResult left = affine::makeComposedFoldedAffineApply(
          b, loc, n - end, {extent, mainEnd});
      chunk.mask = vector::CreateMaskOp::create(
          b, loc, VectorType::get({width}, b.getI1Type()), left);
    }
    emitChunk(
        chunk, pass,
        MutableArrayRef<Value>(carried).take_front(pass.reductions.size()));
  }
  for (auto [reduction, accumulator] : llvm::zip(pass.reductions, carried))
    finish(reduction, accumulator);
}

/// The last values that a loop carries are the destinations of the pass.
void RowEmitter::takeSlices(const Pass &pass, ValueRange carried) {
  for (auto [output, slice] :
       llvm::zip_equal(pass.stores, carried.take_back(pass.stores.size())))
    (*slices)[output] = slice;
}

/// The chunks from `begin` to `end`; `carried` are the accumulators and the
/// destinations before the first and after the last.
SmallVector<Value> RowEmitter::emitLoop(const Pass &pass, Value begin,
                                        Value end, ValueRange carried) {
  Value step = arith::ConstantIndexOp::create(b, loc, chunkWidth);
  auto loop = scf::ForOp::create(b, loc, begin, end, step, carried);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  llvm::SaveAndRestore outermost(chunkLoop,
                                 chunkLoop ? chunkLoop : loop.getOperation());
  takeSlices(pass, loop.getRegionIterArgs());
  Chunk chunk{loop.getInductionVar(), chunkWidth, Value(),
              llvm::DenseMap<Value, Value>()};
  SmallVector<Value> next(loop.getRegionIterArgs());
  emitChunk(chunk, pass,
            MutableArrayRef<Value>(next).take_front(pass.reductions.size()));
  for (auto [output, value] : llvm::zip_equal(
           pass.stores,
           MutableArrayRef<Value>(next).take_back(pass.stores.size())))
    value = (*slices)[output];
  scf::YieldOp::create(b, loc, next);
  return llvm::to_vector_of<Value>(loop.getResults());
}

/// Long rows are summed in blocks, so that the error does not grow with the
/// row: within a block one chunk after the other, the blocks with compensation
/// (Kahan 1965).
bool RowEmitter::isBlocked(const Pass &pass) const {
  std::optional<int64_t> fixed = getConstantIntValue(extent);
  return (!fixed || *fixed > chunkWidth * kChunksPerBlock) &&
         llvm::any_of(pass.reductions, isCompensated);
}

SmallVector<Value> RowEmitter::emitBlocks(const Pass &pass, Value end,
                                          ValueRange carried) {
  Value begin = arith::ConstantIndexOp::create(b, loc, 0);
  Value step =
      arith::ConstantIndexOp::create(b, loc, chunkWidth * kChunksPerBlock);
  // In front of what a loop carries, the part of each sum that is lost so far.
  SmallVector<Value> initial;
  for (linalg::LinalgOp reduction :
       llvm::make_filter_range(pass.reductions, isCompensated)) {
    Type element = getElementTypeOrSelf(reduction->getResult(0).getType());
    initial.push_back(arith::ConstantOp::create(
        b, loc, b.getZeroAttr(VectorType::get({chunkWidth}, element))));
  }
  unsigned numLost = initial.size();
  llvm::append_range(initial, carried);

  auto loop = scf::ForOp::create(b, loc, begin, end, step, initial);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  llvm::SaveAndRestore outermost(chunkLoop, loop.getOperation());
  SmallVector<Value> lost(loop.getRegionIterArgs().take_front(numLost));
  SmallVector<Value> total(loop.getRegionIterArgs().drop_front(numLost));
  SmallVector<Value> block = total;
  for (auto [reduction, accumulator] : llvm::zip(pass.reductions, block))
    if (!isOrdered(reduction))
      accumulator = neutral(reduction, accumulator.getType());
  Value last = arith::AddIOp::create(b, loc, loop.getInductionVar(), step);
  block = emitLoop(pass, loop.getInductionVar(),
                   arith::MinUIOp::create(b, loc, last, end), block);

  unsigned next = 0;
  for (auto [i, reduction] : llvm::enumerate(pass.reductions)) {
    if (isCompensated(reduction)) {
      Value term = arith::SubFOp::create(b, loc, block[i], lost[next]);
      Value sum = arith::AddFOp::create(b, loc, total[i], term);
      Value part = arith::SubFOp::create(
          b, loc, arith::SubFOp::create(b, loc, sum, total[i]), term);
      // Of an infinite sum nothing is lost.
      Value isFinite =
          arith::CmpFOp::create(b, loc, arith::CmpFPredicate::ORD, part, part);
      lost[next] =
          arith::SelectOp::create(b, loc, isFinite, part, initial[next]);
      ++next;
      block[i] = sum;
    } else if (!isOrdered(reduction)) {
      block[i] = combine(reduction, total[i], block[i]);
    }
  }
  llvm::append_range(lost, block);
  scf::YieldOp::create(b, loc, lost);
  return llvm::to_vector_of<Value>(loop.getResults().drop_front(numLost));
}

void RowEmitter::emitChunk(Chunk &chunk, const Pass &pass,
                           MutableArrayRef<Value> accumulators) {
  for (auto [reduction, accumulator] :
       llvm::zip_equal(pass.reductions, accumulators)) {
    Value v =
        toAccumulator(reduction, runPayload(reduction, Value(), &chunk), chunk);
    if (isOrdered(reduction))
      accumulator = vector::ReductionOp::create(
          b, loc, *linalg::getCombinerOpKind(getCombiner(reduction)), v,
          accumulator);
    else
      accumulator = combine(reduction, accumulator, v);
  }
  for (OpResult output : pass.stores)
    store(chunk, output);
}

void RowEmitter::store(Chunk &chunk, OpResult output) {
  Value v = broadcast(evaluate(output, &chunk), chunk.width);
  Value &slice = (*slices)[output];
  auto write = vector::TransferWriteOp::create(
      b, loc, v, slice, ValueRange{chunk.first}, ArrayRef<bool>{true});
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
  Value result = vector::ReductionOp::create(
      b, loc, *linalg::getCombinerOpKind(combiner), accumulator);
  Value init = evaluate(reduction.getDpsInits()[0], nullptr);
  bool isNeutral =
      matchPattern(init, m_Zero()) || matchPattern(init, m_AnyZeroFloat());
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

/// `v` as wide as the accumulator, neutral where it holds no element of the
/// row.
Value RowEmitter::toAccumulator(linalg::LinalgOp reduction, Value v,
                                Chunk &chunk) {
  v = broadcast(v, chunk.width);
  auto type = VectorType::get({chunkWidth}, getElementTypeOrSelf(v.getType()));
  if (chunk.mask)
    return arith::SelectOp::create(b, loc, chunk.mask, v,
                                   neutral(reduction, type));
  if (chunk.width == chunkWidth)
    return v;
  return vector::InsertStridedSliceOp::create(
      b, loc, v, neutral(reduction, type), ArrayRef<int64_t>{0},
      ArrayRef<int64_t>{1});
}

Value RowEmitter::combine(linalg::LinalgOp reduction, Value accumulator,
                          Value v) {
  Operation *combiner = getCombiner(reduction);
  Value carriedArg = reduction.getRegionOutputArgs()[0];
  IRMapping map;
  for (Value operand : combiner->getOperands())
    map.map(operand, operand == carriedArg ? accumulator : v);
  Operation *clone = b.clone(*combiner, map);
  clone->getResult(0).setType(accumulator.getType());
  return clone->getResult(0);
}
