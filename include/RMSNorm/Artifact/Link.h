//===- Link.h - From an object to a shared library --------------*- C++ -*-===//

#ifndef RMSNORM_ARTIFACT_LINK_H
#define RMSNORM_ARTIFACT_LINK_H

#include "mlir/Support/LLVM.h"
#include "llvm/Support/Error.h"

namespace mlir::rmsnorm {

/// Links `inputs`, object files and archives, into the shared library
/// `library` with the system's C compiler, which brings the helpers of 16-bit
/// floats along. Of other libraries it names OpenMP's and MLIR's copies where
/// they are needed. The error holds what the linker said.
llvm::Error linkSharedLibrary(ArrayRef<StringRef> inputs, StringRef library);

} // namespace mlir::rmsnorm

#endif // RMSNORM_ARTIFACT_LINK_H
