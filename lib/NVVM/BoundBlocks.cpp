//===- BoundBlocks.cpp - Kernels for blocks of any size -------------------===//

#include "RMSNorm/NVVM/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

namespace mlir::rmsnorm {
#define GEN_PASS_DEF_BOUNDBLOCKSPASS
#include "RMSNorm/NVVM/Passes.h.inc"
} // namespace mlir::rmsnorm

using namespace mlir;

/// Threads of the largest block of any GPU.
static constexpr int32_t maxThreads = 1024;

namespace {
struct BoundBlocks : rmsnorm::impl::BoundBlocksPassBase<BoundBlocks> {
  void runOnOperation() override {
    for (auto func : getOperation().getOps<LLVM::LLVMFuncOp>()) {
      StringRef name = NVVM::NVVMDialect::getMaxntidAttrName();
      if (func->hasAttr(NVVM::NVVMDialect::getKernelFuncAttrName()) &&
          !func->hasAttr(NVVM::NVVMDialect::getReqntidAttrName()) &&
          !func->hasAttr(name))
        func->setAttr(name, DenseI32ArrayAttr::get(&getContext(), maxThreads));
    }
  }
};
} // namespace
