//===- StreamRows.cpp - Loops for rows larger than the cache --------------===//

#include "DeferStores.h"
#include "LoopAccesses.h"
#include "NarrowSteps.h"
#include "PrefetchRows.h"
#include "RMSNorm/CPU/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

namespace mlir::rmsnorm {
#define GEN_PASS_DEF_STREAMROWSPASS
#include "RMSNorm/CPU/Passes.h.inc"
} // namespace mlir::rmsnorm

using namespace mlir;
using namespace mlir::rmsnorm;

/// The store of `loop` that may leave the caches: whole vectors, one after the
/// other, into what the loop over rows does not read. One a loop, since a
/// second one could be aligned otherwise.
static vector::TransferWriteOp getStreamedStore(scf::ForOp loop,
                                                const LoopAccesses &accesses) {
  auto parallel = loop->getParentOfType<omp::ParallelOp>();
  if (loop.getNumResults() != 0 ||
      getConstantIntValue(loop.getLowerBound()) != 0)
    return {};
  for (auto write : loop.getBody()->getOps<vector::TransferWriteOp>()) {
    auto type = dyn_cast<MemRefType>(write.getBase().getType());
    int64_t width = write.getVectorType().getNumElements();
    bool isWhole = type && write.getVectorType().getRank() == 1 &&
                   write.getPermutationMap().isMinorIdentity() &&
                   type.isLastDimUnitStride() && !write.getMask() &&
                   !write.hasOutOfBoundsDim();
    if (!isWhole || getConstantIntValue(loop.getStep()) != width ||
        width * getElementBytes(write.getBase()) % lineBytes != 0)
      continue;
    // The row's address is computed before the loop.
    ValueRange rowIndices = write.getIndices().drop_back();
    bool isWalked = write.getIndices().back() == loop.getInductionVar() &&
                    llvm::all_of(rowIndices, [&](Value v) {
                      return loop.isDefinedOutsideOfLoop(v);
                    });
    bool isOutside =
        !parallel.getRegion().isAncestor(write.getBase().getParentRegion());
    if (isWalked && isOutside && !accesses.reads.contains(write.getBase()))
      return write;
  }
  return {};
}

/// What `loop` reads back of results that may leave the caches with the one
/// that it stores, in whole lines.
static SmallVector<vector::TransferReadOp> getReadBack(scf::ForOp loop) {
  return llvm::filter_to_vector(
      getDeferrable(loop), [](vector::TransferReadOp read) {
        int64_t width = read.getVectorType().getNumElements();
        return width * getElementBytes(read.getBase()) % lineBytes == 0;
      });
}

/// Where the row begins that `write` writes.
static Value createAddress(OpBuilder &b, vector::TransferWriteOp write) {
  Location loc = write.getLoc();
  Value base = write.getBase();
  auto metadata = memref::ExtractStridedMetadataOp::create(b, loc, base);
  Value start = metadata.getOffset();
  for (auto [index, stride] : llvm::zip_equal(
           write.getIndices().drop_back(), metadata.getStrides().drop_back())) {
    Value distance = arith::MulIOp::create(b, loc, index, stride);
    start = arith::AddIOp::create(b, loc, start, distance);
  }
  Value bytes = arith::ConstantIndexOp::create(b, loc, getElementBytes(base));
  return arith::AddIOp::create(
      b, loc, memref::ExtractAlignedPointerAsIndexOp::create(b, loc, base),
      arith::MulIOp::create(b, loc, start, bytes));
}

/// How many elements lie between the start of the row that `write` writes and
/// the next cache line.
static Value createDistanceToLine(OpBuilder &b, vector::TransferWriteOp write) {
  Location loc = write.getLoc();
  Value bytes =
      arith::ConstantIndexOp::create(b, loc, getElementBytes(write.getBase()));
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value mask = arith::ConstantIndexOp::create(b, loc, lineBytes - 1);
  Value distance = arith::AndIOp::create(
      b, loc, arith::SubIOp::create(b, loc, zero, createAddress(b, write)),
      mask);
  return arith::DivUIOp::create(b, loc, distance, bytes);
}

/// Whether the element at `column` of each of these rows is at a cache line.
static Value createAreAtLine(OpBuilder &b, Location loc, Value column,
                             ArrayRef<vector::TransferWriteOp> writes) {
  Value rest = arith::ConstantIndexOp::create(b, loc, 0);
  for (vector::TransferWriteOp write : writes) {
    Value bytes = arith::ConstantIndexOp::create(
        b, loc, getElementBytes(write.getBase()));
    Value address =
        arith::AddIOp::create(b, loc, createAddress(b, write),
                              arith::MulIOp::create(b, loc, column, bytes));
    rest = arith::OrIOp::create(b, loc, rest, address);
  }
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value mask = arith::ConstantIndexOp::create(b, loc, lineBytes - 1);
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                               arith::AndIOp::create(b, loc, rest, mask), zero);
}

/// The body of `loop` at `column`.
static void cloneBody(OpBuilder &b, scf::ForOp loop, Value column) {
  IRMapping map;
  map.map(loop.getInductionVar(), column);
  for (Operation &op : loop.getBody()->without_terminator())
    b.clone(op, map);
}

/// A store past the caches.
static void storeAsStream(vector::TransferWriteOp write) {
  OpBuilder b(write);
  vector::StoreOp::create(b, write.getLoc(), write.getVector(), write.getBase(),
                          write.getIndices(), /*nontemporal=*/true,
                          llvm::Align(lineBytes));
  write.erase();
}

/// Lets `loop` store whole cache lines. What that leaves at the ends of the row
/// is done by one plain step each; they overlap with the loop, which is
/// harmless as no step reads what another one writes. The stores of `others`
/// are streamed too in rows that have their lines at the same columns.
static void streamStores(scf::ForOp loop, vector::TransferWriteOp write,
                         ArrayRef<vector::TransferWriteOp> others) {
  OpBuilder b(loop);
  Location loc = loop.getLoc();
  Value zero = loop.getLowerBound(), end = loop.getUpperBound();
  Value first = createDistanceToLine(b, write);
  Value last = arith::SubIOp::create(b, loc, end, loop.getStep());
  Value hasEnds = arith::AndIOp::create(
      b, loc,
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne, first, zero),
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sge, last, zero));
  auto ends = scf::IfOp::create(b, loc, hasEnds, /*withElseRegion=*/false);
  OpBuilder inner = ends.getThenBodyBuilder();
  cloneBody(inner, loop, zero);
  cloneBody(inner, loop, last);

  Value one = arith::ConstantIndexOp::create(b, loc, 1);
  loop.getLowerBoundMutable().assign(first);
  loop.getUpperBoundMutable().assign(arith::AddIOp::create(b, loc, last, one));
  if (others.empty())
    return storeAsStream(write);
  auto choice =
      scf::IfOp::create(b, loc, createAreAtLine(b, loc, first, others),
                        /*withElseRegion=*/true);
  IRMapping map;
  choice.getThenBodyBuilder().clone(*loop, map);
  loop->moveBefore(choice.elseYield());
  for (vector::TransferWriteOp other : others)
    storeAsStream(cast<vector::TransferWriteOp>(map.lookup(other)));
  storeAsStream(cast<vector::TransferWriteOp>(map.lookup(write)));
  storeAsStream(write);
}

namespace {
struct StreamRows : rmsnorm::impl::StreamRowsPassBase<StreamRows> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<omp::ParallelOp> loops;
    getOperation()->walk([&](omp::ParallelOp loop) { loops.push_back(loop); });
    for (omp::ParallelOp loop : loops)
      addVersion(loop);
  }

  void addVersion(omp::ParallelOp parallel);
};
} // namespace

void StreamRows::addVersion(omp::ParallelOp parallel) {
  std::optional<LoopAccesses> accesses = LoopAccesses::get(parallel);
  llvm::SetVector<Value> walked;
  if (accesses)
    parallel.walk([&](scf::ForOp loop) {
      vector::TransferWriteOp write = getStreamedStore(loop, *accesses);
      if (!write)
        return;
      walked.insert(write.getBase());
      for (vector::TransferReadOp read : getReadBack(loop))
        walked.insert(read.getBase());
      for (vector::TransferReadOp read : getReadsOfRow(loop, *accesses))
        walked.insert(read.getBase());
    });
  if (walked.empty())
    return;

  OpBuilder b(parallel);
  Location loc = parallel.getLoc();
  Value bytes = arith::ConstantIndexOp::create(b, loc, 0);
  for (Value memref : walked) {
    Value element =
        arith::ConstantIndexOp::create(b, loc, getElementBytes(memref));
    bytes = arith::AddIOp::create(
        b, loc, bytes,
        arith::MulIOp::create(b, loc, createNumElements(b, loc, memref),
                              element));
  }
  Value isLarge =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::uge, bytes,
                            arith::ConstantIndexOp::create(b, loc, from));
  auto versions = scf::IfOp::create(b, loc, isLarge, /*withElseRegion=*/true);
  auto large =
      cast<omp::ParallelOp>(versions.getThenBodyBuilder().clone(*parallel));
  parallel->moveBefore(versions.elseYield());

  large.walk([&](scf::ForOp loop) {
    if (vector::TransferWriteOp write = getStreamedStore(loop, *accesses)) {
      int64_t elements = lineBytes / getElementBytes(write.getBase());
      SmallVector<vector::TransferWriteOp> others;
      for (vector::TransferReadOp read : getReadBack(loop)) {
        Value base = read.getBase(); // the read itself goes
        others.push_back(deferStore(loop, read));
        elements = std::max(elements, lineBytes / getElementBytes(base));
      }
      narrowSteps(loop, write.getVectorType().getNumElements(), elements);
      prefetchNextRow(loop, *accesses);
      streamStores(loop, write, others);
    }
  });
  // Such stores may become visible late; other threads see the rows done when
  // this one leaves.
  b.setInsertionPoint(large.getRegion().front().getTerminator());
  LLVM::FenceOp::create(b, loc, LLVM::AtomicOrdering::seq_cst);
}
