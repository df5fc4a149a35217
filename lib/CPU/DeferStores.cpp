//===- DeferStores.cpp - Results written by the last pass -----------------===//

#include "DeferStores.h"
#include "LoopAccesses.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::rmsnorm;

static omp::LoopNestOp getRows(scf::ForOp loop) {
  return loop->getParentOfType<omp::LoopNestOp>();
}

/// Whether `access` is that of a loop which goes through the row up to `end`,
/// vector by vector.
static bool isWalked(VectorTransferOpInterface access, Value end) {
  auto walk = dyn_cast<scf::ForOp>(access->getParentOp());
  return walk && walksRow(walk, end) && !access.getMask() &&
         access.getIndices().back() == walk.getInductionVar() &&
         getConstantIntValue(walk.getStep()) ==
             access.getVectorType().getNumElements();
}

namespace {
/// What the loop over rows does to the part of a result in front of the tail.
struct RowAccesses {
  SmallVector<vector::TransferWriteOp> writes;
  SmallVector<vector::TransferReadOp> reads;

  /// Nothing if there is more to it than to write a row and to read it back.
  static std::optional<RowAccesses> get(scf::ForOp loop,
                                        vector::TransferReadOp read);
};
} // namespace

std::optional<RowAccesses> RowAccesses::get(scf::ForOp loop,
                                            vector::TransferReadOp read) {
  omp::LoopNestOp rows = getRows(loop);
  Value end = loop.getUpperBound();
  RowAccesses accesses;
  for (Operation *user : read.getBase().getUsers()) {
    if (!rows->isProperAncestor(user) || isMemoryEffectFree(user))
      continue;
    auto access = dyn_cast<VectorTransferOpInterface>(user);
    if (!access || access.getVectorType().getRank() != 1 ||
        access.hasOutOfBoundsDim() ||
        !access.getPermutationMap().isMinorIdentity() ||
        access.getIndices().drop_back() != read.getIndices().drop_back())
      return std::nullopt;
    if (isEqualConstantIntOrValue(access.getIndices().back(), end))
      continue;
    if (!isWalked(access, end))
      return std::nullopt;
    if (auto write = dyn_cast<vector::TransferWriteOp>(user))
      accesses.writes.push_back(write);
    else
      accesses.reads.push_back(cast<vector::TransferReadOp>(user));
  }
  Block &row = rows.getRegion().front();
  for (Operation *write : accesses.writes)
    for (Operation *other : accesses.reads)
      if (!row.findAncestorOpInBlock(*write)->isBeforeInBlock(
              row.findAncestorOpInBlock(*other)))
        return std::nullopt;
  if (accesses.writes.size() != 1)
    return std::nullopt;
  return accesses;
}

SmallVector<vector::TransferReadOp> rmsnorm::getDeferrable(scf::ForOp loop) {
  SmallVector<vector::TransferReadOp> reads;
  llvm::DenseSet<Value> results;
  omp::LoopNestOp rows = getRows(loop);
  auto isOutside = [&](Value v) {
    return !rows->getParentOfType<omp::ParallelOp>()->isAncestor(
        v.getParentBlock()->getParentOp());
  };
  for (auto read : loop.getBody()->getOps<vector::TransferReadOp>())
    if (isa<MemRefType>(read.getBase().getType()) &&
        isOutside(read.getBase()) && isOutside(loop.getUpperBound()) &&
        llvm::is_contained(read.getIndices(), rows.getIVs().back()) &&
        isWalked(read, loop.getUpperBound()) && RowAccesses::get(loop, read) &&
        results.insert(read.getBase()).second)
      reads.push_back(read);
  return reads;
}

vector::TransferWriteOp rmsnorm::deferStore(scf::ForOp loop,
                                            vector::TransferReadOp read) {
  RowAccesses accesses = *RowAccesses::get(loop, read);
  Location loc = read.getLoc();
  Block &row = getRows(loop).getRegion().front();
  OpBuilder b = OpBuilder::atBlockBegin(&row);
  SmallVector<Value> dynamic;
  SmallVector<int64_t> shape;
  dispatchIndexOpFoldResult(getAsOpFoldResult(loop.getUpperBound()), dynamic,
                            shape);
  Type element = read.getVectorType().getElementType();
  Value buffer =
      memref::AllocOp::create(b, loc, MemRefType::get(shape, element), dynamic,
                              b.getI64IntegerAttr(64));
  b.setInsertionPoint(row.getTerminator());
  memref::DeallocOp::create(b, loc, buffer);

  b.setInsertionPointAfter(read);
  auto deferred =
      vector::TransferWriteOp::create(b, loc, read.getVector(), read.getBase(),
                                      read.getIndices(), ArrayRef<bool>{true});
  for (vector::TransferWriteOp write : accesses.writes) {
    b.setInsertionPoint(write);
    vector::TransferWriteOp::create(b, loc, write.getVector(), buffer,
                                    write.getIndices().take_back(),
                                    ArrayRef<bool>{true});
    write.erase();
  }
  for (vector::TransferReadOp other : accesses.reads) {
    b.setInsertionPoint(other);
    auto kept = vector::TransferReadOp::create(
        b, loc, other.getVectorType(), buffer, other.getIndices().take_back(),
        other.getPadding(), ArrayRef<bool>{true});
    other.replaceAllUsesWith(kept.getVector());
    other.erase();
  }
  return deferred;
}
