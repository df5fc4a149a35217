//===- RowWrites.cpp - Which thread writes, and who waits for it ----------===//

#include "RowWrites.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/VectorInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::rmsnorm;

using BufferSet = llvm::SmallPtrSet<Value, 8>;

/// True for the steps of a row that is walked: they do nothing in a row without
/// elements.
static bool walksRow(Operation *op) {
  if (auto transfer = dyn_cast<VectorTransferOpInterface>(op))
    return bool(transfer.getMask());
  WalkResult result = op->walk([](Operation *inner) {
    return llvm::any_of(inner->getOperandTypes(),
                        [](Type type) {
                          auto vector = dyn_cast<VectorType>(type);
                          return vector && vector.isScalable();
                        })
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  return isa<scf::ForOp>(op) && result.wasInterrupted();
}

/// The buffers that the ops in `op` read or write.
template <typename Effect> static BufferSet getBuffers(Operation *op) {
  BufferSet buffers;
  op->walk([&](MemoryEffectOpInterface inner) {
    SmallVector<MemoryEffects::EffectInstance> effects;
    inner.getEffects<Effect>(effects);
    for (const MemoryEffects::EffectInstance &effect : effects) {
      Value buffer = effect.getValue();
      while (auto view = buffer ? buffer.getDefiningOp<ViewLikeOpInterface>()
                                : ViewLikeOpInterface())
        buffer = view.getViewSource();
      buffers.insert(buffer);
    }
  });
  return buffers;
}

LogicalResult rmsnorm::guardWrites(OpBuilder &b, Block &body, Value inBounds) {
  llvm::SmallPtrSet<Value, 8> read =
      getBuffers<MemoryEffects::Read>(body.getParentOp());
  for (Operation &op : llvm::make_early_inc_range(body)) {
    if (isMemoryEffectFree(&op) || op.hasTrait<OpTrait::IsTerminator>() ||
        walksRow(&op))
      continue;
    if (auto groups = dyn_cast<scf::ForallOp>(op)) {
      // All lanes of a warp take as many steps, and shuffle in each.
      if (failed(guardWrites(b, *groups.getBody(), inBounds)))
        return failure();
      continue;
    }
    std::optional<SmallVector<MemoryEffects::EffectInstance>> effects =
        getEffectsRecursively(&op);
    if (effects && llvm::all_of(*effects, [](auto &effect) {
          return isa<MemoryEffects::Read>(effect.getEffect());
        }))
      continue;
    if (!effects || op.getNumResults())
      return op.emitError("cannot be part of a row kernel: it writes memory "
                          "and has a result");
    b.setInsertionPoint(&op);
    if (llvm::any_of(getBuffers<MemoryEffects::Write>(&op),
                     [&](Value buffer) { return read.contains(buffer); }))
      gpu::BarrierOp::create(b, op.getLoc());
    auto guard = scf::IfOp::create(b, op.getLoc(), inBounds);
    op.moveBefore(guard.thenBlock()->getTerminator());
  }
  return success();
}

/// Whether one of the two writes a buffer of the other.
static bool meet(Operation *x, Operation *y) {
  BufferSet writtenByX = getBuffers<MemoryEffects::Write>(x),
            writtenByY = getBuffers<MemoryEffects::Write>(y);
  auto isIn = [](const BufferSet &set) {
    return [&](Value buffer) { return set.contains(buffer); };
  };
  return llvm::any_of(writtenByX, isIn(writtenByY)) ||
         llvm::any_of(writtenByX, isIn(getBuffers<MemoryEffects::Read>(y))) ||
         llvm::any_of(writtenByY, isIn(getBuffers<MemoryEffects::Read>(x)));
}

void rmsnorm::orderGroups(OpBuilder &b, Block &body) {
  SmallVector<Operation *> sinceBarrier;
  for (Operation &op : body) {
    bool hasToWait = llvm::any_of(sinceBarrier, [&](Operation *earlier) {
      return isa<scf::ForallOp>(op) != isa<scf::ForallOp>(earlier) &&
             meet(earlier, &op);
    });
    b.setInsertionPoint(&op);
    if (hasToWait)
      gpu::BarrierOp::create(b, op.getLoc());
    if (hasToWait || isa<gpu::BarrierOp>(op))
      sinceBarrier.clear();
    sinceBarrier.push_back(&op);
  }
}
