//===- HoistReads.cpp - All reads of a row before its first reduction -----===//

#include "RMSNorm/GPU/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

namespace mlir::rmsnorm {
#define GEN_PASS_DEF_HOISTREADSPASS
#include "RMSNorm/GPU/Passes.h.inc"
} // namespace mlir::rmsnorm

using namespace mlir;

/// True unless the op does nothing but read.
static bool mayWrite(Operation &op) {
  auto effects = getEffectsRecursively(&op);
  return !effects || llvm::any_of(*effects, [](const auto &effect) {
    return !isa<MemoryEffects::Read>(effect.getEffect());
  });
}

namespace {
struct HoistReads : rmsnorm::impl::HoistReadsPassBase<HoistReads> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    getOperation()->walk([&](Block *block) {
      auto reductions = block->getOps<vector::ReductionOp>();
      if (reductions.empty())
        return;
      Operation *first = *reductions.begin();
      SmallVector<Operation *> reads;
      for (Operation &op :
           llvm::make_range(std::next(first->getIterator()), block->end())) {
        if (mayWrite(op))
          break;
        if (isa<vector::TransferReadOp, memref::LoadOp>(op))
          reads.push_back(&op);
      }
      // A read whose place depends on the reduction stays.
      for (Operation *read : reads)
        if (succeeded(moveOperationDependencies(rewriter, read, first)))
          rewriter.moveOpBefore(read, first);
    });
  }
};
} // namespace
