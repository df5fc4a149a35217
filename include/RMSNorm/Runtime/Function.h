//===- Function.h - A compiled function to be called ------------*- C++ -*-===//

#ifndef RMSNORM_RUNTIME_FUNCTION_H
#define RMSNORM_RUNTIME_FUNCTION_H

#include "RMSNorm/Runtime/Executor.h"

namespace mlir::rmsnorm {

/// Whether a caller can pass the arguments of `entry` and take its results:
/// ranked tensors, and numbers as arguments, of elements that memory holds.
llvm::Error checkCallable(const Signature &entry);

/// A function of a module, compiled for a target. What it computes is written
/// to tensors of the caller, whose shapes it computes first.
class Function {
public:
  /// Compiles `module`, in place, for calls of `entry` on `executor`.
  static llvm::Expected<std::unique_ptr<Function>>
  compile(ModuleOp module, const Signature &entry,
          std::unique_ptr<Executor> executor);

  const Signature &getSignature() const { return signature; }
  Executor &getExecutor() const { return *executor; }

  /// The shape of each result. Fails if sizes that inputs must have in common
  /// differ. `inputs` have the types of the signature. Here as in
  /// `Executor::run` any number of threads may call at once.
  llvm::Expected<std::vector<SmallVector<int64_t>>>
  getResultShapes(ArrayRef<Tensor> inputs) const;

  /// A new tensor for each result.
  llvm::Expected<std::vector<Tensor>>
  createResults(ArrayRef<Tensor> inputs) const;

private:
  Signature signature;
  std::unique_ptr<Executor> executor;
  /// Computes all sizes of all results on this machine; null where the types
  /// say everything.
  std::unique_ptr<Executor> shapes;
  /// The type of what `shapes` computes.
  RankedTensorType sizesType;
};

} // namespace mlir::rmsnorm

#endif // RMSNORM_RUNTIME_FUNCTION_H
