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

RowEmitter::RowEmitter(const Cluster &cluster, const Plan &plan,
                       const InPlace &inPlace, OpBuilder &b, Location loc,
                       ValueRange rows, OpFoldResult extent, Walk walk)
    : cluster(cluster), plan(plan), inPlace(inPlace), b(b), loc(loc),
      rows(rows), extent(extent), walk(walk) {
  std::optional<int64_t> fixed = getConstantIntValue(extent);
  if (fixed && walk.width > *fixed)
    this->walk.width = llvm::PowerOf2Ceil(*fixed);
}

void RowEmitter::run(llvm::MapVector<Value, Value> &outputSlices) {
  slices = &outputSlices;
  for (OpResult value : plan.kept)
    (*slices)[value] = createRowBuffer(value);
  if (isWhole() && cluster.column.tensor)
    emitWhole();
  else
    for (const RowPass &pass : plan.passes)
      emitPass(pass);
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
            *getConstantIntValue(extent), Value(), Value(),
            llvm::DenseMap<Value, Value>()};
  for (const RowPass &pass : plan.passes) {
    readOverwritten(row, pass);
    for (linalg::LinalgOp reduction : pass.reductions)
      rowValues[reduction->getResult(0)] =
          finish(reduction,
                 broadcast(runPayload(reduction, Value(), &row), row.width));
    for (OpResult output : pass.stores)
      store(row, output);
  }
}

void RowEmitter::emitPass(const RowPass &pass) {
  Value end = pass.isGrouped() ? getValueOrCreateConstantIndexOp(b, loc, extent)
                               : getMainEnd();
  SmallVector<Value> carried;
  for (linalg::LinalgOp reduction : pass.reductions)
    carried.push_back(createAccumulator(reduction));
  for (OpResult output : pass.stores)
    carried.push_back((*slices)[output]);

  if (getConstantIntValue(end) != 0) {
    carried = isBlocked(pass)
                  ? emitBlocks(pass, end, carried)
                  : emitSteps(pass, arith::ConstantIndexOp::create(b, loc, 0),
                              end, carried);
    takeSlices(pass, carried);
  }
  auto accumulators =
      MutableArrayRef<Value>(carried).take_front(pass.reductions.size());
  if (!pass.isGrouped())
    emitTail(pass, end, accumulators);
  for (auto [reduction, accumulator] :
       llvm::zip_equal(pass.reductions, accumulators))
    rowValues[reduction->getResult(0)] = finish(reduction, accumulator);
  written.insert_range(pass.stores);
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
void RowEmitter::emitTail(const RowPass &pass, Value end,
                          MutableArrayRef<Value> accumulators) {
  std::optional<int64_t> fixed = getConstantIntValue(extent);
  bool isMasked = !fixed || walk.scalable;
  int64_t width = isMasked ? walk.width : *fixed % walk.width;
  if (width == 0)
    return;
  Chunk chunk{end, width, Value(), Value(), llvm::DenseMap<Value, Value>()};
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
void RowEmitter::emitTailStores(Chunk &chunk, const RowPass &pass, Value left) {
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
void RowEmitter::takeSlices(const RowPass &pass, ValueRange carried) {
  for (auto [output, slice] :
       llvm::zip_equal(pass.stores, carried.take_back(pass.stores.size())))
    (*slices)[output] = slice;
}

/// A loop from `begin` to `end`; `carried` are the accumulators and the
/// destinations of the pass before the first and after the last step.
SmallVector<Value> RowEmitter::emitLoop(const RowPass &pass, Value begin,
                                        Value end, Value step,
                                        ValueRange carried, Step body) {
  auto loop = scf::ForOp::create(b, loc, begin, end, step, carried);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  llvm::SaveAndRestore outermost(chunkLoop,
                                 chunkLoop ? chunkLoop : loop.getOperation());
  takeSlices(pass, loop.getRegionIterArgs());
  SmallVector<Value> next(loop.getRegionIterArgs());
  body(loop.getInductionVar(),
       MutableArrayRef<Value>(next).drop_back(pass.stores.size()));
  for (auto [output, value] : llvm::zip_equal(
           pass.stores,
           MutableArrayRef<Value>(next).take_back(pass.stores.size())))
    value = (*slices)[output];
  scf::YieldOp::create(b, loc, next);
  return llvm::to_vector_of<Value>(loop.getResults());
}

/// The chunks from `begin` to `end`, or the groups.
SmallVector<Value> RowEmitter::emitSteps(const RowPass &pass, Value begin,
                                         Value end, ValueRange carried) {
  if (pass.isGrouped()) {
    Value size = arith::ConstantIndexOp::create(b, loc, cluster.groupSize);
    return emitLoop(pass, begin, end, size, carried,
                    [&](Value first, MutableArrayRef<Value> accumulators) {
                      emitGroup(pass, first, accumulators);
                    });
  }
  return emitLoop(pass, begin, end, getExtent(1), carried,
                  [&](Value first, MutableArrayRef<Value> accumulators) {
                    Chunk chunk{first, walk.width, Value(), Value(),
                                llvm::DenseMap<Value, Value>()};
                    emitChunk(chunk, pass, accumulators);
                  });
}

/// Long rows are summed in blocks, so that the error does not grow with the
/// row: within a block one chunk after the other, the blocks with compensation
/// (Kahan 1965).
bool RowEmitter::isBlocked(const RowPass &pass) const {
  std::optional<int64_t> fixed = getConstantIntValue(extent);
  return (!fixed || walk.scalable || *fixed > walk.width * kChunksPerBlock) &&
         llvm::any_of(pass.reductions, isCompensated);
}

SmallVector<Value> RowEmitter::emitBlocks(const RowPass &pass, Value end,
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
  block = emitSteps(pass, loop.getInductionVar(),
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

void RowEmitter::emitChunk(Chunk &chunk, const RowPass &pass,
                           MutableArrayRef<Value> accumulators) {
  readOverwritten(chunk, pass);
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
    if (hasColumn(cluster.coordinates.lookup(output)))
      store(chunk, output);
}

void RowEmitter::store(Chunk &chunk, OpResult output) {
  Coordinates place =
      llvm::filter_to_vector(cluster.coordinates.lookup(output), [](int64_t c) {
        return c == kColumn || hasGroup(c);
      });
  Value v = evaluate(output, &chunk);
  if (isWhole() && place == Coordinates{kGroup, kInGroup})
    v = cutIntoGroups(broadcast(v, chunk.width));
  else
    v = broadcast(v, hasColumn(place) ? chunk.width : getNumGroups());
  Value &slice = (*slices)[output];
  auto write = vector::TransferWriteOp::create(
      b, loc, v, slice, indices(place, &chunk),
      SmallVector<bool>(cast<VectorType>(v.getType()).getRank(), true));
  if (chunk.mask)
    write.getMaskMutable().assign(chunk.mask);
  slice = write.getResult();
}

/// What a result of the pass takes the place of is read before.
void RowEmitter::readOverwritten(Chunk &chunk, const RowPass &pass) {
  for (auto [input, output] : inPlace)
    if (pass.reads.contains(input) && llvm::is_contained(pass.stores, output))
      evaluate(input, &chunk);
}
