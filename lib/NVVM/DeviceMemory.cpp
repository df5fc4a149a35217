//===- DeviceMemory.cpp - Buffers of the host lie on the device -----------===//

#include "RMSNorm/NVVM/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/CastInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

namespace mlir::rmsnorm {
#define GEN_PASS_DEF_DEVICEMEMORYPASS
#include "RMSNorm/NVVM/Passes.h.inc"
} // namespace mlir::rmsnorm

using namespace mlir;

/// True if the op itself reads or writes a buffer.
static bool accessesBuffer(Operation *op) {
  auto interface = dyn_cast<MemoryEffectOpInterface>(op);
  if (!interface)
    return false;
  SmallVector<MemoryEffects::EffectInstance> effects;
  interface.getEffects(effects);
  return llvm::any_of(effects, [](const auto &effect) {
    return effect.getValue() &&
           isa<BaseMemRefType>(effect.getValue().getType());
  });
}

/// Adds the operations that use `buffer`, also through views of it.
static void collectUsers(Value buffer, SetVector<Operation *> &users) {
  for (Operation *user : buffer.getUsers())
    if (users.insert(user) && isa<ViewLikeOpInterface, CastOpInterface>(user))
      for (Value view : user->getResults())
        if (isa<BaseMemRefType>(view.getType()))
          collectUsers(view, users);
}

/// Whether the host alone works with what `alloc` gives: deallocation keeps
/// account in buffers of who owns what, where that depends on sizes.
static bool isAccount(memref::AllocOp alloc, SetVector<Operation *> &users) {
  collectUsers(alloc, users);
  return llvm::any_of(users, llvm::IsaPred<memref::LoadOp, memref::StoreOp>) &&
         llvm::all_of(users, [](Operation *user) {
           return isa<memref::LoadOp, memref::StoreOp, memref::DeallocOp>(
                      user) ||
                  isMemoryEffectFree(user);
         });
}

static LogicalResult moveToDevice(RewriterBase &b, Operation *op) {
  b.setInsertionPoint(op);
  if (auto alloc = dyn_cast<memref::AllocOp>(op)) {
    b.replaceOpWithNewOp<gpu::AllocOp>(
        alloc, alloc.getType(), /*asyncToken=*/Type(),
        /*asyncDependencies=*/ValueRange(), alloc.getDynamicSizes(),
        alloc.getSymbolOperands());
    return success();
  }
  if (auto dealloc = dyn_cast<memref::DeallocOp>(op)) {
    b.replaceOpWithNewOp<gpu::DeallocOp>(dealloc, /*asyncToken=*/Type(),
                                         ValueRange(), dealloc.getMemref());
    return success();
  }
  if (auto copy = dyn_cast<memref::CopyOp>(op)) {
    if (!cast<MemRefType>(copy.getTarget().getType())
             .getLayout()
             .isIdentity() ||
        !cast<MemRefType>(copy.getSource().getType()).getLayout().isIdentity())
      return copy.emitError("a copy in device memory needs buffers without "
                            "strides");
    b.replaceOpWithNewOp<gpu::MemcpyOp>(copy, /*asyncToken=*/Type(),
                                        ValueRange(), copy.getTarget(),
                                        copy.getSource());
    return success();
  }
  if (isa<gpu::GPUDialect>(op->getDialect()) || !accessesBuffer(op))
    return success();
  return op->emitError("the host would have to access device memory: only "
                       "loops over rows become kernels");
}

namespace {
struct DeviceMemory : rmsnorm::impl::DeviceMemoryPassBase<DeviceMemory> {
  void runOnOperation() override {
    IRRewriter b(&getContext());
    SmallVector<Operation *> ops;
    SetVector<Operation *> ofHost;
    for (auto func : getOperation().getOps<func::FuncOp>())
      func.walk([&](Operation *op) {
        ops.push_back(op);
        SetVector<Operation *> users;
        if (auto alloc = dyn_cast<memref::AllocOp>(op);
            alloc && isAccount(alloc, users)) {
          ofHost.insert(alloc);
          ofHost.insert_range(users);
        }
      });
    for (Operation *op : ops)
      if (!ofHost.contains(op) && failed(moveToDevice(b, op)))
        return signalPassFailure();
  }
};
} // namespace
