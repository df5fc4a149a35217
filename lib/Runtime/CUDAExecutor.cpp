//===- CUDAExecutor.cpp - Functions on a GPU ------------------------------===//

#include "CUDAMemory.h"
#include "CallArguments.h"
#include "RMSNorm/Artifact/Error.h"
#include "RMSNorm/CUDA/HostInterface.h"
#include "RMSNorm/NVVM/Chips.h"
#include "RMSNorm/NVVM/Pipeline.h"
#include "RMSNorm/Runtime/Executor.h"
#include "RMSNorm/Runtime/HostCode.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/Alignment.h"

using namespace mlir;
using namespace mlir::rmsnorm;

/// Leaves an error for `takeCUDAError`, where a library would print it.
static int32_t keepStatus() { return CUDA_SUCCESS; }

static HostCode::Symbols getHostInterface() {
  auto address = [](auto *function) {
    return reinterpret_cast<void *>(function);
  };
  static const std::pair<StringRef, void *> symbols[] = {
      {"mgpuModuleLoad", address(mgpuModuleLoad)},
      {"mgpuModuleLoadJIT", address(mgpuModuleLoadJIT)},
      {"mgpuModuleUnload", address(mgpuModuleUnload)},
      {"mgpuModuleGetFunction", address(mgpuModuleGetFunction)},
      {"mgpuLaunchKernel", address(mgpuLaunchKernel)},
      {"mgpuMemAlloc", address(mgpuMemAlloc)},
      {"mgpuMemFree", address(mgpuMemFree)},
      {"mgpuMemcpy", address(mgpuMemcpy)},
      {"rmsnormReportStatus", address(keepStatus)},
  };
  return symbols;
}

namespace {
/// What one call works on.
struct Buffers {
  std::vector<CUDAMemory> memory;
  CallArguments arguments;
};

/// The driver compiles the kernels, so no toolkit is needed.
class CUDAExecutor : public Executor {
public:
  ~CUDAExecutor() override {
    if (stream)
      stream->enter();
  }

  llvm::Error load(ModuleOp module, const Signature &entry) override {
    if (llvm::Error error = CUDAStream::create().moveInto(stream))
      return error;
    auto chip = stream->getChip();
    if (!chip)
      return chip.takeError();
    if (llvm::Error error = runPasses(module, [&](OpPassManager &pm) {
          NVVMOptions options;
          options.chip = *chip;
          options.format = "isa";
          options.takeStream = true;
          buildNVVMPipeline(pm, options);
        }))
      return error;
    return HostCode::create(module, entry, getHostInterface()).moveInto(code);
  }

  llvm::Error bind(ArrayRef<Tensor> newInputs,
                   ArrayRef<Tensor> newOutputs) override {
    inputs = newInputs;
    outputs = newOutputs;
    stream->enter();
    sets.clear();
    return addSet();
  }

  llvm::Error call() override {
    stream->enter();
    if (llvm::Error error = code->call(sets.front()->arguments))
      return error;
    return stream->synchronize();
  }

  llvm::Error fetch() override {
    stream->enter();
    size_t first = inputs.size();
    for (auto [i, output] : llvm::enumerate(outputs))
      stream->copy(reinterpret_cast<CUdeviceptr>(output.getData()),
                   sets.front()->memory[first + i].get(), output.getNumBytes());
    return stream->synchronize();
  }

  /// Buffers that are on the device already are worked on in place, if they are
  /// aligned as kernels rely on it.
  llvm::Error run(ArrayRef<Tensor> newInputs,
                  ArrayRef<Tensor> newOutputs) override {
    CallArguments arguments;
    for (ArrayRef<Tensor> tensors : {newInputs, newOutputs}) {
      for (const Tensor &tensor : tensors) {
        bool inPlace = tensor.isNumber() ||
                       (tensor.isOnDevice() &&
                        llvm::isAddrAligned(llvm::Align(16), tensor.getData()));
        if (!inPlace)
          return Executor::run(newInputs, newOutputs);
        arguments.add(tensor, tensor.getData());
      }
    }
    arguments.add(stream->get());
    std::lock_guard<std::mutex> lock(calling);
    stream->enter();
    if (llvm::Error error = code->call(arguments))
      return error;
    return stream->synchronize();
  }

  /// Takes turns with as many buffers as the L2 cache can't hold, and keeps the
  /// GPU busy, as a model does.
  llvm::Expected<double> timeCalls(int64_t repeats) override {
    stream->enter();
    int64_t bytes = 0;
    for (const CUDAMemory &memory : sets.front()->memory)
      bytes += memory.size();
    int64_t count =
        1 + 2 * stream->getCacheBytes() / std::max<int64_t>(bytes, 1);
    while (int64_t(sets.size()) < std::min<int64_t>(count, 1000))
      if (llvm::Error error = addSet())
        return error;
    int64_t next = 0;
    llvm::Error failure = llvm::Error::success();
    auto seconds = stream->time(repeats, [&] {
      if (!failure)
        failure = code->call(sets[next++ % sets.size()]->arguments);
    });
    if (failure) {
      llvm::consumeError(seconds.takeError());
      return failure;
    }
    return seconds;
  }

  llvm::Expected<double> timeCopy(int64_t bytes, int64_t repeats) override {
    stream->enter();
    int64_t half = std::max<int64_t>(bytes / 2, 1);
    // As far apart as the function's buffers are.
    int64_t count = 1 + stream->getCacheBytes() / half;
    auto from = CUDAMemory::create(count * half);
    if (!from)
      return from.takeError();
    auto to = CUDAMemory::create(count * half);
    if (!to)
      return to.takeError();
    int64_t next = 0;
    return stream->time(repeats, [&] {
      int64_t offset = next++ % count * half;
      stream->copy(to->get() + offset, from->get() + offset, half);
    });
  }

private:
  /// Adds a set of buffers, with the inputs' values.
  llvm::Error addSet() {
    auto set = std::make_unique<Buffers>();
    for (ArrayRef<Tensor> tensors : {inputs, outputs}) {
      for (const Tensor &tensor : tensors) {
        auto memory = CUDAMemory::create(tensor.getNumBytes());
        if (!memory)
          return memory.takeError();
        stream->copy(memory->get(),
                     reinterpret_cast<CUdeviceptr>(tensor.getData()),
                     tensor.getNumBytes());
        set->arguments.add(tensor, reinterpret_cast<void *>(memory->get()));
        set->memory.push_back(std::move(*memory));
      }
    }
    set->arguments.add(stream->get());
    sets.push_back(std::move(set));
    return stream->synchronize();
  }

  // Destroyed from the last to the first: the stream needs to be there when
  // memory and code go.
  std::unique_ptr<CUDAStream> stream;
  std::unique_ptr<HostCode> code;
  ArrayRef<Tensor> inputs, outputs;
  std::vector<std::unique_ptr<Buffers>> sets;
  /// What a call reports and waits for is the stream's.
  std::mutex calling;
};
} // namespace

std::unique_ptr<Executor> rmsnorm::createCUDAExecutor() {
  return std::make_unique<CUDAExecutor>();
}
