//===- RowEmitter.cpp - The passes over a row and what each step does -----===//

#include "RowEmitter.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::rmsnorm;

RowEmitter::RowEmitter(const Cluster &cluster, const Plan &plan,
                       const InPlace &inPlace, OpBuilder &b, Location loc,
                       ValueRange rows, OpFoldResult extent, Walk walk)
    : cluster(cluster), plan(plan), inPlace(inPlace), b(b), loc(loc),
      rows(rows), extent(extent), walk(walk) {
  std::optional<int64_t> fixed = getConstantIntValue(extent);
  if (fixed && walk.width > *fixed && !walk.scalable)
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

void RowEmitter::emitWhole() {
  Chunk row{arith::ConstantIndexOp::create(b, loc, 0),
            *getConstantIntValue(extent), Value(), Value(),
            llvm::DenseMap<Value, Value>()};
  for (const RowPass &pass : plan.passes)
    emitVector(row, pass, rowValues);
}

/// A pass over a row or group that is one vector; what it reduces goes to
/// `values`.
void RowEmitter::emitVector(Chunk &whole, const RowPass &pass,
                            llvm::DenseMap<Value, Value> &values) {
  readOverwritten(whole, pass);
  for (linalg::LinalgOp reduction : pass.reductions)
    values[reduction->getResult(0)] =
        finish(reduction,
               broadcast(runPayload(reduction, Value(), &whole), whole.width));
  for (OpResult output : pass.stores)
    if (group && !hasColumn(cluster.coordinates.lookup(output)))
      storeOfGroup(output);
    else
      store(whole, output);
}

void RowEmitter::emitPass(const RowPass &pass) {
  if (pass.isGrouped() && walk.scalable) {
    emitGroupsSideBySide(pass);
    written.insert_range(pass.stores);
    return;
  }
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
  SmallVector<Value> at = indices(place, &chunk);
  if (group && group->isSliced)
    at = {arith::ConstantIndexOp::create(b, loc, 0)};
  auto write = vector::TransferWriteOp::create(
      b, loc, v, slice, at,
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
