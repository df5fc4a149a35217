//===- Executor.cpp - Where a function runs -------------------------------===//

#include "RMSNorm/Runtime/Executor.h"
#include "RMSNorm/Artifact/Error.h"
#include "RMSNorm/Runtime/Timing.h"

using namespace mlir;
using namespace mlir::rmsnorm;

Executor::~Executor() = default;

llvm::Error Executor::run(ArrayRef<Tensor> inputs, ArrayRef<Tensor> outputs) {
  std::lock_guard<std::mutex> lock(running);
  if (llvm::Error error = bind(inputs, outputs))
    return error;
  if (llvm::Error error = call())
    return error;
  return fetch();
}

llvm::Expected<double> Executor::timeCalls(int64_t repeats) {
  llvm::Error error = llvm::Error::success();
  double seconds = timeMedian(repeats, [&] {
    if (!error)
      error = call();
  });
  if (error)
    return error;
  return seconds;
}

llvm::Expected<std::unique_ptr<Executor>>
rmsnorm::createExecutor(StringRef target) {
  if (target == "cpu")
    return createCPUExecutor();
  if (target == "cuda-emulated")
    return createEmulatedExecutor();
  if (target == "cuda")
    return createCUDAExecutor();
  return makeError("unknown target '" + target +
                   "': use cpu, cuda or cuda-emulated");
}
