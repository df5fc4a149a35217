//===- Toolkit.h - Where CUDA's tools are -----------------------*- C++ -*-===//

#ifndef RMSNORM_NVVM_TOOLKIT_H
#define RMSNORM_NVVM_TOOLKIT_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace mlir::rmsnorm {

/// The first directory that a CUDA toolkit may be in and that has `file`
/// (relative to it: "bin/ptxas"); empty if there is none.
std::string findToolkitWith(llvm::StringRef file);

} // namespace mlir::rmsnorm

#endif // RMSNORM_NVVM_TOOLKIT_H
