//===- LimitThreads.cpp - Threads only where they pay ---------------------===//

#include "LoopAccesses.h"
#include "RMSNorm/CPU/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"

namespace mlir::rmsnorm {
#define GEN_PASS_DEF_LIMITTHREADSPASS
#include "RMSNorm/CPU/Passes.h.inc"
} // namespace mlir::rmsnorm

using namespace mlir;
using namespace mlir::rmsnorm;

/// The end of `parallel` waits for all threads, so a loop that ends there need
/// not.
static void joinOnce(omp::ParallelOp parallel) {
  auto loops = parallel.getRegion().getOps<omp::WsloopOp>();
  if (llvm::hasSingleElement(loops))
    (*loops.begin()).setNowait(true);
}

namespace {
struct LimitThreads : rmsnorm::impl::LimitThreadsPassBase<LimitThreads> {
  using Base::Base;

  void runOnOperation() override {
    getOperation()->walk([&](omp::ParallelOp parallel) {
      joinOnce(parallel);
      limit(parallel);
    });
  }

  void limit(omp::ParallelOp parallel);
};
} // namespace

void LimitThreads::limit(omp::ParallelOp parallel) {
  std::optional<LoopAccesses> accesses = LoopAccesses::get(parallel);
  if (!accesses || parallel.getIfExpr())
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
  parallel.getIfExprMutable().assign(enough);
}
