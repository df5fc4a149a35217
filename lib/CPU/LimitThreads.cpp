//===- LimitThreads.cpp - Threads only where they pay ---------------------===//

#include "LoopAccesses.h"
#include "RMSNorm/CPU/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::rmsnorm {
#define GEN_PASS_DEF_LIMITTHREADSPASS
#include "RMSNorm/CPU/Passes.h.inc"
} // namespace mlir::rmsnorm

using namespace mlir;
using namespace mlir::rmsnorm;

/// The loop that is all of `parallel`; null where there is more.
static omp::WsloopOp getLoop(omp::ParallelOp parallel) {
  Block &body = parallel.getRegion().front();
  if (!llvm::hasSingleElement(body.without_terminator()))
    return {};
  return dyn_cast<omp::WsloopOp>(body.front());
}

/// The same iterations as a loop without threads.
static void createSerialLoop(OpBuilder &b, omp::WsloopOp loop) {
  auto rows = cast<omp::LoopNestOp>(loop.getWrappedLoop());
  scf::buildLoopNest(
      b, loop.getLoc(), llvm::to_vector(rows.getLoopLowerBounds()),
      llvm::to_vector(rows.getLoopUpperBounds()),
      llvm::to_vector(rows.getLoopSteps()),
      [&](OpBuilder &inner, Location, ValueRange row) {
        IRMapping map;
        map.map(rows.getIVs(), row);
        for (Operation &op : rows.getRegion().front().without_terminator())
          inner.clone(op, map);
      });
}

namespace {
struct LimitThreads : rmsnorm::impl::LimitThreadsPassBase<LimitThreads> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<omp::ParallelOp> loops;
    getOperation()->walk([&](omp::ParallelOp loop) { loops.push_back(loop); });
    for (omp::ParallelOp parallel : loops) {
      // The end of the region waits for all threads, so a loop that ends there
      // need not.
      auto inner = parallel.getRegion().getOps<omp::WsloopOp>();
      if (llvm::hasSingleElement(inner))
        (*inner.begin()).setNowait(true);
      limit(parallel);
    }
  }

  void limit(omp::ParallelOp parallel);
};
} // namespace

void LimitThreads::limit(omp::ParallelOp parallel) {
  std::optional<LoopAccesses> accesses = LoopAccesses::get(parallel);
  omp::WsloopOp loop = getLoop(parallel);
  if (!accesses || !loop)
    return;
  OpBuilder b(parallel);
  Location loc = parallel.getLoc();
  llvm::SetVector<Value> buffers = accesses->reads;
  buffers.insert_range(accesses->writes);
  Value largest;
  for (Value buffer : buffers) {
    if (parallel.getRegion().isAncestor(buffer.getParentRegion()))
      continue;
    Value elements = createNumElements(b, loc, buffer);
    largest = largest ? b.createOrFold<arith::MaxUIOp>(loc, largest, elements)
                      : elements;
  }
  if (!largest)
    return;
  Value enough =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::uge, largest,
                            arith::ConstantIndexOp::create(b, loc, from));
  auto versions = scf::IfOp::create(b, loc, enough, /*withElseRegion=*/true);
  OpBuilder serial = versions.getElseBodyBuilder();
  createSerialLoop(serial, loop);
  parallel->moveBefore(versions.thenYield());
}
