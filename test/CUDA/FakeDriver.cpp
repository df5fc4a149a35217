//===- FakeDriver.cpp - A libcuda.so.1 whose GPUs are emulated ------------===//
//
// For tests on machines without a GPU: found through LD_LIBRARY_PATH before a
// real driver. It can't run PTX, so it looks for a file $FAKE_CUDA_CODE/X.ptx
// with the same and runs the bitcode X.bc (see Inputs/kernels.py). Further
// variables:
//
//   FAKE_CUDA_CHIP     the capability of its devices: 90 if not set
//   FAKE_CUDA_DEVICES  how many there are: 2 if not set
//   FAKE_CUDA_LOG      a file that tells of loads, launches and waits
//
//===----------------------------------------------------------------------===//

#include "../../lib/Emulator/Launch.h"
#include "../../lib/Runtime/HostSymbols.h"
#include "RMSNorm/CUDA/Driver.h"
#include "RMSNorm/Emulator/Device.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <mutex>

using namespace mlir;
using namespace mlir::rmsnorm;

// Exported, and with the types that the callers know.
#define DECLARE(member, symbol, parameters)                                    \
  extern "C" __attribute__((visibility("default"))) CUresult symbol parameters;
RMSNORM_CUDA_FUNCTIONS(DECLARE)
#undef DECLARE
#define EXPORTED extern "C" __attribute__((visibility("default"))) CUresult

struct CUctx_st {
  CUdevice device;
};
struct CUstream_st {
  CUcontext context;
};
struct CUevent_st {
  std::chrono::steady_clock::time_point time;
};
struct CUlib_st {
  emulator::DeviceModule *module;
};
struct CUkern_st {
  std::string name;
  emulator::DeviceModule *module;
};

namespace {
constexpr CUresult outOfMemory = 2, invalidValue = 1, invalidContext = 201,
                   launchFailed = 719, notFound = 500;
constexpr int maxDevices = 8;

struct State {
  std::mutex mutex;
  emulator::Device device{emulator::Symbols(getConversions())};
  CUctx_st contexts[maxDevices];
};
} // namespace

static State &state() {
  static State *state = new State;
  return *state;
}

static thread_local std::vector<CUcontext> current;

static int getNumber(const char *variable, int otherwise) {
  const char *text = std::getenv(variable);
  return text ? std::atoi(text) : otherwise;
}

static int getCapability() { return getNumber("FAKE_CUDA_CHIP", 90); }

static void log(const Twine &line) {
  const char *file = std::getenv("FAKE_CUDA_LOG");
  if (!file)
    return;
  std::error_code code;
  llvm::raw_fd_ostream os(file, code, llvm::sys::fs::OF_Append);
  os << line << "\n";
}

static CUcontext contextOf(CUstream stream) {
  if (uintptr_t(stream) > 2)
    return stream->context;
  return current.empty() ? nullptr : current.back();
}

CUresult cuInit(unsigned) {
  return getNumber("FAKE_CUDA_DEVICES", 2) ? CUDA_SUCCESS
                                           : CUDA_ERROR_NO_DEVICE;
}

CUresult cuGetErrorName(CUresult code, const char **name) {
  *name = code == CUDA_ERROR_NO_DEVICE ? "CUDA_ERROR_NO_DEVICE"
          : code == CUDA_ERROR_NO_BINARY_FOR_GPU
              ? "CUDA_ERROR_NO_BINARY_FOR_GPU"
          : code == outOfMemory  ? "CUDA_ERROR_OUT_OF_MEMORY"
          : code == launchFailed ? "CUDA_ERROR_LAUNCH_FAILED"
                                 : "CUDA_ERROR_OTHER";
  return CUDA_SUCCESS;
}

EXPORTED cuDeviceGetCount(int *count) {
  *count = getNumber("FAKE_CUDA_DEVICES", 2);
  return CUDA_SUCCESS;
}

EXPORTED cuDeviceGetName(char *name, int bytes, CUdevice) {
  std::strncpy(name, "fake GPU", bytes);
  return CUDA_SUCCESS;
}

CUresult cuDeviceGet(CUdevice *device, int ordinal) {
  *device = ordinal;
  return ordinal < getNumber("FAKE_CUDA_DEVICES", 2) ? CUDA_SUCCESS
                                                     : invalidValue;
}

CUresult cuDeviceGetAttribute(int *value, int attribute, CUdevice) {
  switch (attribute) {
  case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR:
    *value = getCapability() / 10;
    break;
  case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR:
    *value = getCapability() % 10;
    break;
  case CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE:
    *value = 1 << 16;
    break;
  default:
    return invalidValue;
  }
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device) {
  *context = &state().contexts[device];
  (*context)->device = device;
  return CUDA_SUCCESS;
}

CUresult cuCtxGetCurrent(CUcontext *context) {
  *context = current.empty() ? nullptr : current.back();
  return CUDA_SUCCESS;
}

CUresult cuCtxSetCurrent(CUcontext context) {
  current.assign(1, context);
  return CUDA_SUCCESS;
}

CUresult cuCtxPushCurrent_v2(CUcontext context) {
  current.push_back(context);
  return CUDA_SUCCESS;
}

CUresult cuCtxPopCurrent_v2(CUcontext *context) {
  if (current.empty())
    return invalidContext;
  *context = current.back();
  current.pop_back();
  return CUDA_SUCCESS;
}

CUresult cuCtxGetDevice(CUdevice *device) {
  if (current.empty())
    return invalidContext;
  *device = current.back()->device;
  return CUDA_SUCCESS;
}

CUresult cuStreamGetCtx(CUstream stream, CUcontext *context) {
  *context = contextOf(stream);
  return *context ? CUDA_SUCCESS : invalidContext;
}

CUresult cuStreamCreate(CUstream *stream, unsigned) {
  if (current.empty())
    return invalidContext;
  *stream = new CUstream_st{current.back()};
  return CUDA_SUCCESS;
}

CUresult cuStreamSynchronize(CUstream stream) {
  log("wait");
  return state().device.hasFailed() ? launchFailed : CUDA_SUCCESS;
}

CUresult cuStreamDestroy_v2(CUstream stream) {
  delete stream;
  return CUDA_SUCCESS;
}

CUresult cuEventCreate(CUevent *event, unsigned) {
  *event = new CUevent_st;
  return CUDA_SUCCESS;
}

CUresult cuEventRecord(CUevent event, CUstream) {
  event->time = std::chrono::steady_clock::now();
  return CUDA_SUCCESS;
}

CUresult cuEventElapsedTime(float *milliseconds, CUevent begin, CUevent end) {
  std::chrono::duration<float, std::milli> elapsed = end->time - begin->time;
  *milliseconds = elapsed.count();
  return CUDA_SUCCESS;
}

CUresult cuEventDestroy_v2(CUevent event) {
  delete event;
  return CUDA_SUCCESS;
}

CUresult cuMemAlloc_v2(CUdeviceptr *memory, size_t bytes) {
  std::lock_guard<std::mutex> lock(state().mutex);
  *memory = CUdeviceptr(state().device.getMemory().allocate(bytes));
  return !bytes ? invalidValue : *memory ? CUDA_SUCCESS : outOfMemory;
}

CUresult cuMemFree_v2(CUdeviceptr memory) {
  std::lock_guard<std::mutex> lock(state().mutex);
  return state().device.getMemory().release(reinterpret_cast<char *>(memory))
             ? CUDA_SUCCESS
             : invalidValue;
}

CUresult cuMemAllocAsync(CUdeviceptr *memory, size_t bytes, CUstream stream) {
  log("allocate");
  return contextOf(stream) ? cuMemAlloc_v2(memory, bytes) : invalidContext;
}

CUresult cuMemFreeAsync(CUdeviceptr memory, CUstream stream) {
  log("free");
  return contextOf(stream) ? cuMemFree_v2(memory) : invalidContext;
}

CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes,
                       CUstream stream) {
  if (!contextOf(stream))
    return invalidContext;
  std::memmove(reinterpret_cast<void *>(to),
               reinterpret_cast<const void *>(from), bytes);
  return CUDA_SUCCESS;
}

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

CUresult cuFuncSetAttribute(CUfunction, int, int) { return CUDA_SUCCESS; }

CUresult cuLaunchKernel(CUfunction function, unsigned gridX, unsigned gridY,
                        unsigned gridZ, unsigned blockX, unsigned blockY,
                        unsigned blockZ, unsigned sharedBytes, CUstream stream,
                        void **parameters, void **) {
  std::lock_guard<std::mutex> lock(state().mutex);
  CUcontext context = contextOf(stream);
  if (!context)
    return invalidContext;
  auto *kernel = reinterpret_cast<CUkernel>(function);
  log("launch " + kernel->name + " on device " + Twine(context->device));
  if (kernel->module) {
    emulator::Device::Current current(state().device);
    emulator::Launch launch{
        state().device,        kernel->module->kernels[kernel->name],
        {gridX, gridY, gridZ}, {blockX, blockY, blockZ},
        sharedBytes,           parameters};
    emulator::run(launch);
  }
  if (!state().device.hasFailed())
    return CUDA_SUCCESS;
  llvm::errs() << state().device.getFailure()->message << "\n";
  return launchFailed;
}
