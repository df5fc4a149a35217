//===- DynamicSharedMemory.cpp - Memory whose size a launch gives ---------===//

#include "RMSNorm/NVVM/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

namespace mlir::rmsnorm {
#define GEN_PASS_DEF_DYNAMICSHAREDMEMORYPASS
#include "RMSNorm/NVVM/Passes.h.inc"
} // namespace mlir::rmsnorm

using namespace mlir;

namespace {
struct DynamicSharedMemory
    : rmsnorm::impl::DynamicSharedMemoryPassBase<DynamicSharedMemory> {
  void runOnOperation() override {
    for (auto global : getOperation().getOps<LLVM::GlobalOp>()) {
      auto type = dyn_cast<LLVM::LLVMArrayType>(global.getType());
      if (type && !type.getNumElements() &&
          global.getAddrSpace() ==
              static_cast<uint32_t>(NVVM::NVVMMemorySpace::Shared))
        global.setLinkage(LLVM::Linkage::External);
    }
  }
};
} // namespace
