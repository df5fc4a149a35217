//===- CPUExecutor.cpp - Functions on this machine's CPUs -----------------===//

#include "CallArguments.h"
#include "RMSNorm/Artifact/Machine.h"
#include "RMSNorm/CPU/Pipeline.h"
#include "RMSNorm/Runtime/Executor.h"
#include "RMSNorm/Runtime/HostCode.h"
#include "RMSNorm/Runtime/StreamingCopy.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace mlir::rmsnorm;

namespace {
/// Functions run where the tensors are, so nothing has to be moved.
class CPUExecutor : public Executor {
public:
  llvm::Error load(ModuleOp module, const Signature &entry) override {
    auto machine = createMachine({});
    if (!machine)
      return machine.takeError();
    CPUOptions options;
    configureForMachine(options, **machine);
    if (llvm::Error error = runPasses(
            module, [&](OpPassManager &pm) { buildCPUPipeline(pm, options); }))
      return error;
    return HostCode::create(module, entry).moveInto(code);
  }

  llvm::Error bind(ArrayRef<Tensor> inputs, ArrayRef<Tensor> outputs) override {
    arguments = inPlace(inputs, outputs);
    return llvm::Error::success();
  }

  llvm::Error call() override { return code->call(arguments); }

  llvm::Error fetch() override { return llvm::Error::success(); }

  llvm::Error run(ArrayRef<Tensor> inputs, ArrayRef<Tensor> outputs) override {
    return code->call(inPlace(inputs, outputs));
  }

  llvm::Expected<double> timeCopy(int64_t bytes, int64_t repeats) override {
    return timeStreamingCopy(bytes, repeats);
  }

private:
  static CallArguments inPlace(ArrayRef<Tensor> inputs,
                               ArrayRef<Tensor> outputs) {
    CallArguments arguments;
    for (ArrayRef<Tensor> tensors : {inputs, outputs})
      for (const Tensor &tensor : tensors)
        arguments.add(tensor, tensor.getData());
    return arguments;
  }

  std::unique_ptr<HostCode> code;
  CallArguments arguments;
};
} // namespace

std::unique_ptr<Executor> rmsnorm::createCPUExecutor() {
  return std::make_unique<CPUExecutor>();
}
