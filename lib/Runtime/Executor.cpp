//===- Executor.cpp - Where a function runs -------------------------------===//

#include "RMSNorm/Runtime/Executor.h"
#include "RMSNorm/Artifact/Error.h"

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

llvm::Expected<std::unique_ptr<Executor>>
rmsnorm::createExecutor(StringRef target) {
  if (target == "cpu")
    return createCPUExecutor();
  if (target == "cuda-emulated")
    return createEmulatedExecutor();
  if (target == "cuda")
    return makeError("target '" + target +
                     "' can't run yet: use --target=cpu or cuda-emulated, or "
                     "rmsnorm-compile --target=cuda for the device code");
  return makeError("unknown target '" + target +
                   "': use cpu, cuda or cuda-emulated");
}
