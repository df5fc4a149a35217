//===- HostSymbols.h - What compiled code finds here ------------*- C++ -*-===//

#ifndef RMSNORM_LIB_RUNTIME_HOSTSYMBOLS_H
#define RMSNORM_LIB_RUNTIME_HOSTSYMBOLS_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/DynamicLibrary.h"
#include "llvm/Support/Error.h"

namespace mlir::rmsnorm {

using HostSymbols = SmallVector<std::pair<StringRef, void *>>;

/// Conversions that a CPU may lack.
HostSymbols getConversions();

/// What a `cf.assert` that fails calls.
HostSymbols getAssertFunctions();

/// Calls `f`, which calls compiled code and owns nothing meanwhile. A
/// `cf.assert` that fails on this thread ends it with that error; one that
/// fails in a parallel region ends the process.
llvm::Error catchAsserts(llvm::function_ref<void()> f);

/// The library that this code was linked into, through which OpenMP and MLIR's
/// copies are found; not valid in an executable, where all code sees them.
llvm::sys::DynamicLibrary getOwnLibrary();

} // namespace mlir::rmsnorm

#endif // RMSNORM_LIB_RUNTIME_HOSTSYMBOLS_H
