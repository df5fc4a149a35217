//===- CPUExecutor.cpp - Functions on this machine's CPUs -----------------===//

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
    if (llvm::Error error = runPasses(module, [&](OpPassManager &pm) {
          buildCPUPipeline(pm, options);
        }))
      return error;
    return HostCode::create(module, entry).moveInto(code);
  }

  llvm::Error bind(ArrayRef<Tensor> inputs, ArrayRef<Tensor> outputs) override {
    descriptors.clear();
    for (ArrayRef<Tensor> tensors : {inputs, outputs})
      for (const Tensor &tensor : tensors)
        descriptors.push_back(tensor.getDescriptor(tensor.getData()));
    arguments.clear();
    for (auto [i, descriptor] : llvm::enumerate(descriptors)) {
      bool number = i < inputs.size() && inputs[i].isNumber();
      arguments.push_back(number ? static_cast<void *>(inputs[i].getData())
                                 : descriptor.data());
    }
    return llvm::Error::success();
  }

  llvm::Error call() override {
    code->call(arguments);
    return llvm::Error::success();
  }

  llvm::Error fetch() override { return llvm::Error::success(); }

  double timeCopy(int64_t bytes, int64_t repeats) override {
    return timeStreamingCopy(bytes, repeats);
  }

private:
  std::unique_ptr<HostCode> code;
  std::vector<SmallVector<int64_t>> descriptors;
  SmallVector<void *> arguments;
};
} // namespace

std::unique_ptr<Executor> rmsnorm::createCPUExecutor() {
  return std::make_unique<CPUExecutor>();
}
