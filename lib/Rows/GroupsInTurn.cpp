//===- GroupsInTurn.cpp - A row that is walked group by group -------------===//

#include "RowEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::rmsnorm;

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

/// The passes over the group that is being worked on.
void RowEmitter::emitGroup(const RowPass &pass,
                           MutableArrayRef<Value> accumulators) {
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
        group->values[reduction->getResult(0)] = finish(reduction, accumulator);
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
                                   group->isSliced ? ValueRange()
                                                   : ValueRange(group->number));
}
