//===- HoistReads.cpp - All reads of a row before its first reduction -----===//

#include "RMSNorm/GPU/Passes.h"
#include "Schedule.h"
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
using namespace mlir::rmsnorm;

/// True unless the op does nothing but read.
static bool mayWrite(Operation &op) {
  auto effects = getEffectsRecursively(&op);
  return !effects || llvm::any_of(*effects, [](const auto &effect) {
    return !isa<MemoryEffects::Read>(effect.getEffect());
  });
}

/// Bytes of registers that the result of a read takes, with at least `minBits`
/// for an element.
static int64_t getBytes(Operation *read, int64_t minBits) {
  auto type = dyn_cast<VectorType>(read->getResult(0).getType());
  if (!type)
    return 0;
  int64_t bits = std::max(minBits, getScalarBits(type.getElementType()));
  return type.getNumElements() * bits / 8;
}

/// Bytes of registers that the threads of a block have for whole rows; none in
/// a block that no GPU has.
static int64_t getBudget(ArrayRef<int32_t> block) {
  int64_t threads = 1;
  for (int32_t size : block) {
    if (size < 1 || size > Schedule::maxLanes)
      return 0;
    threads *= size;
  }
  if (threads > Schedule::maxLanes)
    return 0;
  // 255 registers a thread and 65536 a block, of which addresses and the
  // intermediate results of one chunk take about 24.
  int64_t registers = std::min<int64_t>(255, 65536 / threads);
  return 4 * threads * (registers - 24) / block[1];
}

static void hoistReads(RewriterBase &rewriter, Block &block, int64_t budget) {
  auto reductions = block.getOps<vector::ReductionOp>();
  if (reductions.empty())
    return;
  Operation *first = *reductions.begin();
  for (Operation &op : llvm::make_range(block.begin(), first->getIterator()))
    if (isa<vector::TransferReadOp>(op))
      budget -= getBytes(&op, /*minBits=*/32); // converted already
  SmallVector<Operation *> reads;
  for (Operation &op :
       llvm::make_range(std::next(first->getIterator()), block.end())) {
    if (mayWrite(op))
      break;
    if (isa<vector::TransferReadOp, memref::LoadOp>(op))
      reads.push_back(&op);
  }
  for (Operation *read : reads) {
    budget -= getBytes(read, /*minBits=*/8);
    if (budget < 0)
      break;
    // A read whose place depends on the reduction stays.
    if (succeeded(moveOperationDependencies(rewriter, read, first)))
      rewriter.moveOpBefore(read, first);
  }
}

namespace {
struct HoistReads : rmsnorm::impl::HoistReadsPassBase<HoistReads> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    getOperation()->walk([&](gpu::GPUFuncOp func) {
      if (func.isExternal() || !func.getKnownBlockSize())
        return;
      int64_t budget = getBudget(*func.getKnownBlockSize());
      func.walk([&](Block *block) { hoistReads(rewriter, *block, budget); });
    });
  }
};
} // namespace
