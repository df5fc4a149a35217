//===- CommandLine.h - What the tools say and are told ----------*- C++ -*-===//
//
// A tool says one thing when it fails: the first error, in one line.
//
//===----------------------------------------------------------------------===//

#ifndef RMSNORM_TOOLS_COMMANDLINE_H
#define RMSNORM_TOOLS_COMMANDLINE_H

#include "mlir/Support/LLVM.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"

namespace mlir::rmsnorm {

/// Prints `WHERE: error: MESSAGE`, or without WHERE, as one line on stderr.
/// Returns the exit status, which is 1, or 0 where there is no error.
int reportError(llvm::Error error);

/// Makes LLVM's fatal errors (code that a target can't select, for example) and
/// crashes end the process as any other error does: one line, exit status 1;
/// with `printStack` it comes after where a crash was.
void installCrashHandlers(bool printStack = false);

/// An option for one value, which goes straight to where it is used.
using TextOption = llvm::cl::opt<std::string, /*ExternalStorage=*/true>;

/// What is wrong with `options`: given again, of which LLVM takes the last.
llvm::Error checkOptions(ArrayRef<const TextOption *> options);

/// Parses a tool's options, which are those of `category`; LLVM's own ones are
/// hidden.
llvm::Error parseCommandLine(int argc, char **argv,
                             llvm::cl::OptionCategory &category,
                             StringRef overview);

} // namespace mlir::rmsnorm

#endif // RMSNORM_TOOLS_COMMANDLINE_H
