//===- Run.h - Running a function of a file ---------------------*- C++ -*-===//

#ifndef RMSNORM_RUNTIME_RUN_H
#define RMSNORM_RUNTIME_RUN_H

#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/Error.h"

namespace mlir::rmsnorm {

struct RunOptions {
  /// The module; `-` is the standard input.
  std::string file;
  std::string entry = "main";
  /// `cpu`, `cuda` or `cuda-emulated`.
  std::string target = "cpu";
  /// A .npy file for each argument.
  std::vector<std::string> inputs;
  /// A .npy file for each result, or none, to print the results.
  std::vector<std::string> outputs;
  bool benchmark = false;
};

/// Compiles and calls a function on tensors and numbers that returns tensors.
/// Everything about the arguments is checked before the call, also that sizes
/// that the types leave open agree where linalg relies on it. Prints results
/// and times to `os`. `context` has every dialect registered.
llvm::Error runFile(const RunOptions &options, MLIRContext &context,
                    raw_ostream &os);

} // namespace mlir::rmsnorm

#endif // RMSNORM_RUNTIME_RUN_H
