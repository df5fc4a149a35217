//===- PrefetchRows.cpp - The next row on its way -------------------------===//

#include "PrefetchRows.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::rmsnorm;

/// A page, beyond which the hardware does not look ahead.
static constexpr int64_t pageBytes = 4096;

SmallVector<vector::TransferReadOp>
rmsnorm::getReadsOfRow(scf::ForOp loop, const LoopAccesses &accesses) {
  auto rows = loop->getParentOfType<omp::LoopNestOp>();
  Value row = rows.getIVs().back();
  SmallVector<vector::TransferReadOp> reads;
  llvm::DenseSet<Value> done;
  rows.walk([&](vector::TransferReadOp read) {
    auto walk = dyn_cast<scf::ForOp>(read->getParentOp());
    Value base = read.getBase();
    if (!walk || !walksRow(walk, loop.getUpperBound()) ||
        accesses.writes.contains(base))
      return;
    ValueRange indices = read.getIndices();
    bool isWalked =
        !indices.empty() && indices.back() == walk.getInductionVar() &&
        llvm::is_contained(indices, row) &&
        llvm::all_of(indices.drop_back(), [&](Value v) {
          return !rows.getRegion().isAncestor(v.getParentRegion()) ||
                 llvm::is_contained(rows.getIVs(), v);
        });
    if (isWalked && done.insert(base).second)
      reads.push_back(read);
  });
  return reads;
}

void rmsnorm::prefetchNextRow(scf::ForOp loop, const LoopAccesses &accesses) {
  auto rows = loop->getParentOfType<omp::LoopNestOp>();
  std::optional<int64_t> length = getConstantIntValue(loop.getUpperBound());
  int64_t width = *getConstantIntValue(loop.getStep());
  OpBuilder b(loop);
  Location loc = loop.getLoc();
  Value row = rows.getIVs().back();
  Value one = arith::ConstantIndexOp::create(b, loc, 1);
  Value last =
      arith::SubIOp::create(b, loc, rows.getLoopUpperBounds().back(), one);
  Value next = arith::MinSIOp::create(
      b, loc, arith::AddIOp::create(b, loc, row, one), last);

  b.setInsertionPointToStart(loop.getBody());
  for (vector::TransferReadOp read : getReadsOfRow(loop, accesses)) {
    Value base = read.getBase();
    if (length && *length * getElementBytes(base) <= pageBytes)
      continue;
    SmallVector<Value> indices(read.getIndices());
    llvm::replace(indices, row, next);
    int64_t elements = lineBytes / getElementBytes(base);
    for (int64_t offset = 0; offset < width; offset += elements) {
      indices.back() =
          arith::AddIOp::create(b, loc, loop.getInductionVar(),
                                arith::ConstantIndexOp::create(b, loc, offset));
      memref::PrefetchOp::create(b, loc, base, indices, /*isWrite=*/false,
                                 /*localityHint=*/2, /*isDataCache=*/true);
    }
  }
}
