//===- FakeKernels.cpp - The fake driver's kernels ------------------------===//

#include "../../lib/Emulator/Launch.h"
#include "FakeDriver.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

using namespace fake;
using namespace mlir::rmsnorm;
using llvm::SmallString;
using llvm::StringRef;
using llvm::Twine;

struct CUlib_st {
  emulator::DeviceModule *module;
};
struct CUkern_st {
  std::string name;
  emulator::DeviceModule *module;
  /// The dynamic shared memory that was asked for.
  unsigned sharedBytes = 0;
};

/// The bitcode of `ptx`.
static std::unique_ptr<llvm::MemoryBuffer> findBitcode(StringRef ptx) {
  const char *folder = std::getenv("FAKE_CUDA_CODE");
  std::error_code code;
  for (llvm::sys::fs::directory_iterator it(folder ? folder : "", code), end;
       !code && it != end; it.increment(code)) {
    SmallString<128> path(it->path());
    if (llvm::sys::path::extension(path) != ".ptx")
      continue;
    auto file = llvm::MemoryBuffer::getFile(path);
    if (!file || (*file)->getBuffer().rtrim('\0') != ptx)
      continue;
    llvm::sys::path::replace_extension(path, ".bc");
    if (auto bitcode = llvm::MemoryBuffer::getFile(path))
      return std::move(*bitcode);
  }
  return nullptr;
}

CUresult cuLibraryLoadData(CUlibrary *library, const void *image, int *,
                           void **, unsigned, int *, void **, unsigned) {
  std::lock_guard<std::mutex> lock(state().mutex);
  log("load");
  StringRef ptx(static_cast<const char *>(image));
  int needed = 0;
  ptx.split(".target sm_").second.consumeInteger(10, needed);
  if (!needed || needed > getCapability())
    return CUDA_ERROR_NO_BINARY_FOR_GPU;
  std::unique_ptr<llvm::MemoryBuffer> bitcode = findBitcode(ptx);
  if (!bitcode)
    return notFound;
  *library = new CUlib_st{state().device.load(bitcode->getBuffer())};
  return CUDA_SUCCESS;
}

CUresult cuLibraryUnload(CUlibrary library) {
  log("unload");
  delete library;
  return CUDA_SUCCESS;
}

CUresult cuLibraryGetKernel(CUkernel *kernel, CUlibrary library,
                            const char *name) {
  *kernel = new CUkern_st{name, library->module};
  return CUDA_SUCCESS;
}

CUresult cuKernelGetFunction(CUfunction *function, CUkernel kernel) {
  *function = reinterpret_cast<CUfunction>(kernel);
  return CUDA_SUCCESS;
}

CUresult cuFuncSetAttribute(CUfunction function, int, int bytes) {
  bool hasLess = getCapability() / 10 == 8 || getCapability() / 10 == 12;
  if (bytes > (hasLess ? 99 << 10 : 227 << 10))
    return invalidValue;
  reinterpret_cast<CUkernel>(function)->sharedBytes = bytes;
  return CUDA_SUCCESS;
}

CUresult cuLaunchKernel(CUfunction function, unsigned gridX, unsigned gridY,
                        unsigned gridZ, unsigned blockX, unsigned blockY,
                        unsigned blockZ, unsigned sharedBytes, CUstream stream,
                        void **parameters, void **) {
  std::lock_guard<std::mutex> lock(state().mutex);
  CUcontext context = contextOf(stream);
  if (!context)
    return invalidContext;
  auto *kernel = reinterpret_cast<CUkernel>(function);
  log("launch " + kernel->name + " on device " + Twine(context->device) +
      (sharedBytes ? " with " + Twine(sharedBytes) + " bytes" : Twine()));
  if (kernel->module) {
    emulator::Device::Current current(state().device);
    emulator::Kernel &code = kernel->module->kernels[kernel->name];
    if (code.sharedBytes + sharedBytes > 48 << 10 &&
        kernel->sharedBytes < sharedBytes)
      return invalidValue;
    emulator::Launch launch{state().device,        code,
                            {gridX, gridY, gridZ}, {blockX, blockY, blockZ},
                            sharedBytes,           parameters};
    emulator::run(launch);
  }
  if (!state().device.hasFailed())
    return CUDA_SUCCESS;
  llvm::errs() << state().device.getFailure()->message << "\n";
  return launchFailed;
}
