//===- Executor.h - Where a function runs -----------------------*- C++ -*-===//

#ifndef RMSNORM_RUNTIME_EXECUTOR_H
#define RMSNORM_RUNTIME_EXECUTOR_H

#include "RMSNorm/Artifact/Module.h"
#include "RMSNorm/Runtime/Tensor.h"
#include <mutex>

namespace mlir::rmsnorm {

/// Compiles one function and calls it, on one kind of device. The order is
/// `load`, `bind`, any number of `call`s, `fetch`; or `load`, any number of
/// `run`s.
class Executor {
public:
  virtual ~Executor();

  /// Compiles `module`, in place, for calls of `entry`.
  virtual llvm::Error load(ModuleOp module, const Signature &entry) = 0;

  /// Brings what `inputs` hold, and room for `outputs`, to where the function
  /// reads and writes. Both are used until the next `bind`.
  virtual llvm::Error bind(ArrayRef<Tensor> inputs,
                           ArrayRef<Tensor> outputs) = 0;

  /// Calls the function once, and returns when the outputs are written.
  virtual llvm::Error call() = 0;

  /// Brings the outputs back to the tensors that were bound.
  virtual llvm::Error fetch() = 0;

  /// Calls the function once on `inputs`, for `outputs`, whatever was bound
  /// before. Several threads may do so at once.
  virtual llvm::Error run(ArrayRef<Tensor> inputs, ArrayRef<Tensor> outputs);

  /// Calls the function `repeats` times, at least once, and returns the seconds
  /// that a call takes: the median, or where calls overlap, the mean.
  virtual llvm::Expected<double> timeCalls(int64_t repeats);

  /// How many seconds the fastest copy of `bytes` / 2 bytes to other memory of
  /// the device takes, which so moves `bytes` bytes. `repeats` calls are made
  /// of each way to copy; the fastest way's median counts.
  virtual llvm::Expected<double> timeCopy(int64_t bytes, int64_t repeats) = 0;

private:
  std::mutex running;
};

/// The executor on this machine's CPUs.
std::unique_ptr<Executor> createCPUExecutor();

/// The executor of code for GPUs on this machine's CPUs, with every access to
/// memory checked. As on a GPU, nothing is run any more after the first
/// failure.
std::unique_ptr<Executor> createEmulatedExecutor();

/// The executor on the first GPU of this machine.
std::unique_ptr<Executor> createCUDAExecutor();

/// The executor of `target`: `cpu`, `cuda` or `cuda-emulated`.
llvm::Expected<std::unique_ptr<Executor>> createExecutor(StringRef target);

} // namespace mlir::rmsnorm

#endif // RMSNORM_RUNTIME_EXECUTOR_H
