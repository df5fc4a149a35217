//===- Toolkit.h - Where CUDA's tools are -----------------------*- C++ -*-===//

#ifndef RMSNORM_NVVM_TOOLKIT_H
#define RMSNORM_NVVM_TOOLKIT_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace mlir::rmsnorm {

/// The first directory that a CUDA toolkit may be in and that has `file`
/// (relative to it: "bin/ptxas"); empty if there is none. CUDA_HOME, CUDA_PATH
/// and CUDA_ROOT name one that is taken and no other; else /usr/local/cuda,
/// where a `ptxas` on PATH is, and PyPI's packages in the Python environment.
std::string findToolkitWith(llvm::StringRef file);

/// Whether there are the tools that machine code takes.
bool hasAssembler();

/// What to do about a missing tool: a sentence to end a diagnostic with.
std::string getToolkitHint();

} // namespace mlir::rmsnorm

#endif // RMSNORM_NVVM_TOOLKIT_H
