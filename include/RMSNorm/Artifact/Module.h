//===- Module.h - Reading a module and running passes on it -----*- C++ -*-===//

#ifndef RMSNORM_ARTIFACT_MODULE_H
#define RMSNORM_ARTIFACT_MODULE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/Error.h"

namespace mlir {
class OpPassManager;

namespace rmsnorm {

/// The prefix of a function's symbol for C.
constexpr StringLiteral ciface = "_mlir_ciface_";

/// A function as its caller sees it, before any lowering: the C function
/// `_mlir_ciface_NAME` takes the arguments and then the results, a memref
/// descriptor for each tensor and memref.
struct Signature {
  std::string name;
  SmallVector<Type> arguments;
  SmallVector<Type> results;

  std::string getSymbol() const { return (ciface + name).str(); }
};

/// Sets up `context` for a tool: one thread, and errors without the whole op.
void prepareContext(MLIRContext &context);

/// Reads and verifies the module in file `path` (text or bytecode; `-` is the
/// standard input). The error is the parser's first, at its place.
llvm::Expected<OwningOpRef<ModuleOp>> parseModule(StringRef path,
                                                  MLIRContext &context);

/// Reads and verifies the module in `text`; `name` stands for the file.
llvm::Expected<OwningOpRef<ModuleOp>>
parseModuleText(StringRef text, StringRef name, MLIRContext &context);

/// Runs the passes that `build` adds. The error is the first that they report.
llvm::Error runPasses(ModuleOp module,
                      llvm::function_ref<void(OpPassManager &)> build);

/// Replaces calls by what they call, and drops private functions that are then
/// unused. A function whose results have no static shape can only be called
/// from outside once it is compiled: where its results go is the caller's
/// matter.
llvm::Error inlineCalls(ModuleOp module);

/// The public functions that have a body.
SmallVector<Signature> getSignatures(ModuleOp module);

/// The public function `name`, or an error that names the ones there are.
llvm::Expected<Signature> getSignature(ModuleOp module, StringRef name);

} // namespace rmsnorm
} // namespace mlir

#endif // RMSNORM_ARTIFACT_MODULE_H
