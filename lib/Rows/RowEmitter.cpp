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

RowEmitter::RowEmitter(const Cluster &cluster, const Plan &plan, OpBuilder &b,
                       Location loc, ValueRange rows, OpFoldResult extent,
                       Walk walk)
    : cluster(cluster), plan(plan), b(b), loc(loc), rows(rows), extent(extent),
      walk(walk) {
  std::optional<int64_t> fixed = getConstantIntValue(extent);
  if (fixed && walk.width > *fixed)
    this->walk.width = llvm::PowerOf2Ceil(*fixed);
}

void RowEmitter::run(llvm::MapVector<Value, Value> &outputSlices) {
  slices = &outputSlices;
  if (walk.width == 0 && cluster.column.tensor)
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
  Value end = getMainEnd();

  SmallVector<Value> carried;
  for (linalg::LinalgOp reduction : pass.reductions) {
    Type element = getElementTypeOrSelf(reduction->getResult(0).getType());
    bool ordered = isOrdered(reduction);
    carried.push_back(
        ordered ? evaluate(reduction.getDpsInits()[0], nullptr)
                : neutral(reduction, getVectorType(walk.width, element)));
  }
  for (OpResult output : pass.stores)
    carried.push_back((*slices)[output]);

  if (getConstantIntValue(end) != 0) {
    carried = isBlocked(pass)
                  ? emitBlocks(pass, end, carried)
                  : emitLoop(pass, arith::ConstantIndexOp::create(b, loc, 0),
                             end, carried);
    takeSlices(pass, carried);
  }
  auto accumulators =
      MutableArrayRef<Value>(carried).take_front(pass.reductions.size());
  emitTail(pass, end, accumulators);
  for (auto [reduction, accumulator] :
       llvm::zip_equal(pass.reductions, accumulators))
    finish(reduction, accumulator);
}

/// The end of the last whole chunk.
Value RowEmitter::getMainEnd() {
  if (walk.scalable) {
    // A division on a GPU is a function; `vscale` is a power of two.
    Value n = getValueOrCreateConstantIndexOp(b, loc, extent);
    Value zero = arith::ConstantIndexOp::create(b, loc, 0);
    Value mask = arith::SubIOp::create(b, loc, zero, getExtent(1));
    return arith::AndIOp::create(b, loc, n, mask);
  }
  AffineExpr n = b.getAffineSymbolExpr(0);
  return getValueOrCreateConstantIndexOp(
      b, loc,
      affine::makeComposedFoldedAffineApply(b, loc, n - n % walk.width,
                                            {extent}));
}

/// The rest of the row from `end`: a narrower vector, or a masked one where its
/// width is known at run time only.
void RowEmitter::emitTail(const Pass &pass, Value end,
                          MutableArrayRef<Value> accumulators) {
  std::optional<int64_t> fixed = getConstantIntValue(extent);
  bool isMasked = !fixed || walk.scalable;
  int64_t width = isMasked ? walk.width : *fixed % walk.width;
  if (width == 0)
    return;
  Chunk chunk{end, width, Value(), llvm::DenseMap<Value, Value>()};
  if (isMasked) {
    Value left = arith::SubIOp::create(
        b, loc, getValueOrCreateConstantIndexOp(b, loc, extent), end);
    chunk.mask = vector::CreateMaskOp::create(
        b, loc, getVectorType(width, b.getI1Type()), left);
    if (accumulators.empty() && !walk.scalable) {
      emitTailStores(chunk, pass, left);
      return;
    }
  }
  emitChunk(chunk, pass, accumulators);
}

/// Nothing where nothing is left: to store under an empty mask is slow where
/// the row ends at a page.
void RowEmitter::emitTailStores(Chunk &chunk, const Pass &pass, Value left) {
  SmallVector<Value> before;
  for (OpResult output : pass.stores)
    before.push_back((*slices)[output]);
  Value some = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sgt, left,
                                     arith::ConstantIndexOp::create(b, loc, 0));
  auto choice = scf::IfOp::create(b, loc, TypeRange(ValueRange(before)), some,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  llvm::SaveAndRestore outermost(chunkLoop, choice.getOperation());
  b.setInsertionPointToStart(choice.thenBlock());
  emitChunk(chunk, pass, {});
  SmallVector<Value> after;
  for (OpResult output : pass.stores)
    after.push_back((*slices)[output]);
  scf::YieldOp::create(b, loc, after);
  b.setInsertionPointToStart(choice.elseBlock());
  scf::YieldOp::create(b, loc, before);
  takeSlices(pass, choice.getResults());
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
  auto loop = scf::ForOp::create(b, loc, begin, end, getExtent(1), carried);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  llvm::SaveAndRestore outermost(chunkLoop,
                                 chunkLoop ? chunkLoop : loop.getOperation());
  takeSlices(pass, loop.getRegionIterArgs());
  Chunk chunk{loop.getInductionVar(), walk.width, Value(),
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
  return (!fixed || walk.scalable || *fixed > walk.width * kChunksPerBlock) &&
         llvm::any_of(pass.reductions, isCompensated);
}

SmallVector<Value> RowEmitter::emitBlocks(const Pass &pass, Value end,
                                          ValueRange carried) {
  Value begin = arith::ConstantIndexOp::create(b, loc, 0);
  Value step = getExtent(kChunksPerBlock);
  // In front of what a loop carries, the part of each sum that is lost so far.
  SmallVector<Value> initial;
  for (linalg::LinalgOp reduction :
       llvm::make_filter_range(pass.reductions, isCompensated)) {
    Type element = getElementTypeOrSelf(reduction->getResult(0).getType());
    initial.push_back(arith::ConstantOp::create(
        b, loc, b.getZeroAttr(getVectorType(walk.width, element))));
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
