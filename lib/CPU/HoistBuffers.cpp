//===- HoistBuffers.cpp - Buffers of a row become those of a thread -------===//

#include "RMSNorm/CPU/Passes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace mlir::rmsnorm {
#define GEN_PASS_DEF_HOISTBUFFERSPASS
#include "RMSNorm/CPU/Passes.h.inc"
} // namespace mlir::rmsnorm

using namespace mlir;

/// The one op that frees `buffer`, in the block that allocates it; none of a
/// layout that may be another in each step.
static memref::DeallocOp getDealloc(memref::AllocOp buffer) {
  if (!buffer.getSymbolOperands().empty())
    return {};
  memref::DeallocOp found;
  for (Operation *user : buffer->getUsers())
    if (auto dealloc = dyn_cast<memref::DeallocOp>(user)) {
      if (found)
        return {};
      found = dealloc;
    }
  return found && found->getBlock() == buffer->getBlock() ? found
                                                          : memref::DeallocOp();
}

/// Whether a stack begins with the region of `op`.
static bool hasStack(Operation *op) {
  return op->hasTrait<OpTrait::IsIsolatedFromAbove>() ||
         isa<omp::ParallelOp>(op);
}

/// The outermost loop around `buffer`, within its thread, that could use the
/// same memory each time; null where there is none.
static Operation *getLoop(memref::AllocOp buffer) {
  Operation *loop = nullptr;
  for (Operation *op = buffer->getParentOp(); !hasStack(op);
       op = op->getParentOp()) {
    if (llvm::any_of(buffer.getDynamicSizes(), [&](Value size) {
          return op->isAncestor(size.getParentBlock()->getParentOp());
        }))
      break;
    if (isa<LoopLikeOpInterface, omp::WsloopOp>(op))
      loop = op;
  }
  return loop;
}

static std::optional<int64_t> getBytes(MemRefType type) {
  if (!type.hasStaticShape() || !type.getElementType().isIntOrFloat())
    return std::nullopt;
  return type.getNumElements() *
         llvm::divideCeil(type.getElementTypeBitWidth(), 8);
}

namespace {
struct HoistBuffers : rmsnorm::impl::HoistBuffersPassBase<HoistBuffers> {
  using Base::Base;

  void runOnOperation() override {
    taken.clear();
    SmallVector<memref::AllocOp> buffers;
    getOperation()->walk([&](memref::AllocOp op) { buffers.push_back(op); });
    for (memref::AllocOp buffer : buffers)
      if (memref::DeallocOp dealloc = getDealloc(buffer))
        hoist(buffer, dealloc);
  }

  void hoist(memref::AllocOp buffer, memref::DeallocOp dealloc) {
    Region *scope = buffer->getParentRegion();
    while (!hasStack(scope->getParentOp()))
      scope = scope->getParentRegion();
    std::optional<int64_t> bytes = getBytes(buffer.getType());
    if (bytes && *bytes <= stack - taken[scope]) {
      taken[scope] += *bytes;
      OpBuilder b = OpBuilder::atBlockBegin(&scope->front());
      buffer.replaceAllUsesWith(
          memref::AllocaOp::create(b, buffer.getLoc(), buffer.getType(),
                                   ValueRange{}, ValueRange{},
                                   buffer.getAlignmentAttr())
              .getMemref());
      dealloc.erase();
      buffer.erase();
    } else if (Operation *loop = getLoop(buffer)) {
      buffer->moveBefore(loop);
      dealloc->moveAfter(loop);
    }
  }

  /// Bytes of each stack.
  llvm::DenseMap<Region *, int64_t> taken;
};
} // namespace
