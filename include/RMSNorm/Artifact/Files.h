//===- Files.h - Files that are read and written ----------------*- C++ -*-===//

#ifndef RMSNORM_ARTIFACT_FILES_H
#define RMSNORM_ARTIFACT_FILES_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <string>

namespace mlir::rmsnorm {

/// Fails on what can't be read to its end: a device, which may have none.
llvm::Error checkInput(StringRef path);

/// The file that writing to `path` would change: where it leads to through
/// symbolic links, whether that exists or not. Fails on what exists and is no
/// regular file, which would be replaced, and where there is no such folder.
llvm::Expected<std::string> resolveOutput(StringRef path);

/// Writes file `path`, or where it leads to; `-` is the standard output. The
/// file appears when it is complete; after an error, an older one is as it was.
llvm::Error writeOutput(StringRef path,
                        llvm::function_ref<void(raw_ostream &)> write);

} // namespace mlir::rmsnorm

#endif // RMSNORM_ARTIFACT_FILES_H
