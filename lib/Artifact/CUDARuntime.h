//===- CUDARuntime.h - What goes into libraries for GPUs --------*- C++ -*-===//

#ifndef RMSNORM_LIB_ARTIFACT_CUDARUNTIME_H
#define RMSNORM_LIB_ARTIFACT_CUDARUNTIME_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringRef.h"

namespace mlir::rmsnorm {

/// The archive of the functions that compiled host code drives a GPU with. It
/// is part of this program, so that a compiler needs no files beside it.
StringRef getCUDARuntime();

} // namespace mlir::rmsnorm

#endif // RMSNORM_LIB_ARTIFACT_CUDARUNTIME_H
