//===- Compile.h - Ahead of time, from file to file -------------*- C++ -*-===//

#ifndef RMSNORM_ARTIFACT_COMPILE_H
#define RMSNORM_ARTIFACT_COMPILE_H

#include "RMSNorm/Artifact/Machine.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"

namespace mlir::rmsnorm {

struct CompileOptions {
  /// The module to compile; `-` is the standard input.
  std::string input;
  /// Where to; the extension is the stage.
  std::string output;
  /// `cpu` or `cuda`.
  std::string target = "cpu";
  /// The GPU, for `cuda`, or several with commas between; empty for the
  /// pipeline's default.
  std::string chip;
  /// The CPU, for `cpu`.
  MachineOptions machine;
};

/// Compiles a file as far as the extension of `options.output` says:
///
///   .mlir                  after the pipeline of the target
///   .ll .o .so             `cpu`: optimised LLVM IR, object, shared library
///                          with the C header NAME.h beside it
///   .ptx .cubin .fatbin    `cuda`: the device code
///   .so                    `cuda`: shared library that launches it, with the C
///                          header NAME.h beside it; without a toolkit it holds
///                          PTX instead of machine code
///
/// Output files appear when they are complete; after an error, an older file of
/// that name is as it was. `context` has every dialect registered.
llvm::Error compileFile(const CompileOptions &options, MLIRContext &context);

/// Compiles `module`, in place, as far as `extension` says (`.o`), and returns
/// what a file would hold; the paths of `options` are not read. The C header of
/// a library is not made.
llvm::Expected<std::string> compileModule(ModuleOp module, StringRef extension,
                                          const CompileOptions &options);

} // namespace mlir::rmsnorm

#endif // RMSNORM_ARTIFACT_COMPILE_H
