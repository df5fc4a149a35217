//===- Error.h - Errors as the tools print them -----------------*- C++ -*-===//
//
// A tool says one thing when it fails: the first error, in one line.
//
//===----------------------------------------------------------------------===//

#ifndef RMSNORM_ARTIFACT_ERROR_H
#define RMSNORM_ARTIFACT_ERROR_H

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/Error.h"

namespace mlir::rmsnorm {

/// An error without a place in a file.
llvm::Error makeError(const llvm::Twine &message);

/// An error at `loc`, if that is a place in a file.
llvm::Error makeError(Location loc, const llvm::Twine &message);

/// An error at `where`, such as `file:line:column`.
llvm::Error makeErrorAt(const llvm::Twine &where, const llvm::Twine &message);

/// What an error is about and says, each one line. Nothing for the place of an
/// error that has none.
struct ErrorText {
  std::string where, message;
};
ErrorText describeError(llvm::Error error);

/// Where `loc` is in a file, or nothing.
std::string describePlace(Location loc);

/// `text` without line ends, which would make one error look like several.
std::string inOneLine(StringRef text);

/// Keeps the first error that MLIR reports on a context; warnings and remarks
/// are printed as usual.
class DiagnosticCollector {
public:
  explicit DiagnosticCollector(MLIRContext *context);

  /// The first error reported so far, or else one with the text `fallback`.
  llvm::Error takeError(const llvm::Twine &fallback);

private:
  ScopedDiagnosticHandler handler;
  std::optional<std::pair<Location, std::string>> first;
};

} // namespace mlir::rmsnorm

#endif // RMSNORM_ARTIFACT_ERROR_H
