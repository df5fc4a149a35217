//===- EmulatedExecutor.cpp - Functions on an emulated GPU ----------------===//

#include "CallArguments.h"
#include "HostSymbols.h"
#include "RMSNorm/Artifact/Error.h"
#include "RMSNorm/Emulator/Device.h"
#include "RMSNorm/NVVM/Pipeline.h"
#include "RMSNorm/Runtime/Executor.h"
#include "RMSNorm/Runtime/HostCode.h"
#include "RMSNorm/Runtime/StreamingCopy.h"
#include "mlir/Pass/PassManager.h"
#include <cstring>

using namespace mlir;
using namespace mlir::rmsnorm;

namespace {
/// The host code runs as it would before a GPU; only the functions that it
/// drives the GPU with are the emulator's.
class EmulatedExecutor : public Executor {
public:
  EmulatedExecutor() : device(getConversions()) {}

  llvm::Error load(ModuleOp module, const Signature &entry) override {
    if (llvm::Error error = runPasses(module, [](OpPassManager &pm) {
          NVVMOptions options;
          options.format = "llvm";
          options.lineInfo = true;
          buildNVVMPipeline(pm, options);
        }))
      return error;
    emulator::Device::Current current(device);
    if (llvm::Error error =
            HostCode::create(module, entry,
                             emulator::Device::getHostInterface())
                .moveInto(code))
      return error;
    return takeFailure();
  }

  llvm::Error bind(ArrayRef<Tensor> inputs, ArrayRef<Tensor> outputs) override {
    arguments.clear();
    results.clear();
    for (char *memory : bound)
      device.getMemory().release(memory);
    bound.clear();
    for (ArrayRef<Tensor> tensors : {inputs, outputs}) {
      for (const Tensor &tensor : tensors) {
        char *memory = device.getMemory().allocate(tensor.getNumBytes());
        if (!memory)
          return makeError("not enough memory for a tensor of " +
                           Twine(tensor.getNumBytes()) + " bytes");
        bound.push_back(memory);
        std::memcpy(memory, tensor.getData(), tensor.getNumBytes());
        arguments.add(tensor, memory);
        if (tensors.data() == outputs.data())
          results.push_back({&tensor, memory});
      }
    }
    return llvm::Error::success();
  }

  llvm::Error call() override {
    emulator::Device::Current current(device);
    if (llvm::Error error = code->call(arguments))
      return error;
    return takeFailure();
  }

  llvm::Error fetch() override {
    for (auto [tensor, memory] : results)
      std::memcpy(tensor->getData(), memory, tensor->getNumBytes());
    return llvm::Error::success();
  }

  llvm::Expected<double> timeCopy(int64_t bytes, int64_t repeats) override {
    return timeStreamingCopy(bytes, repeats);
  }

private:
  llvm::Error takeFailure() {
    const std::optional<emulator::Failure> &failure = device.getFailure();
    if (!failure)
      return llvm::Error::success();
    if (failure->file.empty())
      return makeError(failure->message);
    return makeErrorAt(failure->file + ":" + Twine(failure->line) + ":" +
                           Twine(failure->column),
                       failure->message);
  }

  emulator::Device device;
  std::unique_ptr<HostCode> code;
  CallArguments arguments;
  /// The device memory behind the arguments.
  SmallVector<char *> bound;
  SmallVector<std::pair<const Tensor *, char *>> results;
};
} // namespace

std::unique_ptr<Executor> rmsnorm::createEmulatedExecutor() {
  return std::make_unique<EmulatedExecutor>();
}
