//===- CUDARuntime.cpp - What goes into libraries for GPUs ----------------===//

#include "CUDARuntime.h"

asm(".pushsection .rodata\n"
    "rmsnorm_cuda_runtime:\n"
    ".incbin \"" RMSNORM_CUDA_RUNTIME "\"\n"
    "rmsnorm_cuda_runtime_end:\n"
    ".popsection\n");

extern "C" {
extern const char rmsnorm_cuda_runtime[], rmsnorm_cuda_runtime_end[];
}

llvm::StringRef mlir::rmsnorm::getCUDARuntime() {
  return {rmsnorm_cuda_runtime,
          static_cast<size_t>(rmsnorm_cuda_runtime_end - rmsnorm_cuda_runtime)};
}
