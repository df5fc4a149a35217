//===- HostSymbols.h - What compiled code finds here ------------*- C++ -*-===//

#ifndef RMSNORM_LIB_RUNTIME_HOSTSYMBOLS_H
#define RMSNORM_LIB_RUNTIME_HOSTSYMBOLS_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace mlir::rmsnorm {

/// Functions that compiled code must not take from the process as they are.
SmallVector<std::pair<StringRef, void *>> getHostSymbols();

} // namespace mlir::rmsnorm

#endif // RMSNORM_LIB_RUNTIME_HOSTSYMBOLS_H
