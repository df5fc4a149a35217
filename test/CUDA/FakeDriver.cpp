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

#include "FakeDriver.h"
#include "../../lib/Runtime/HostSymbols.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <cstdlib>
#include <cstring>

using namespace fake;

struct CUevent_st {
  std::chrono::steady_clock::time_point time;
};

fake::State::State() : device(mlir::rmsnorm::getConversions()) {}

State &fake::state() {
  static State *state = new State;
  return *state;
}

static thread_local std::vector<CUcontext> current;

static int getNumber(const char *variable, int otherwise) {
  const char *text = std::getenv(variable);
  return text ? std::atoi(text) : otherwise;
}

int fake::getCapability() { return getNumber("FAKE_CUDA_CHIP", 90); }

void fake::log(const llvm::Twine &line) {
  const char *file = std::getenv("FAKE_CUDA_LOG");
  if (!file)
    return;
  std::error_code code;
  llvm::raw_fd_ostream os(file, code, llvm::sys::fs::OF_Append);
  os << line << "\n";
}

CUcontext fake::contextOf(CUstream stream) {
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

EXPORTED cuDriverGetVersion(int *version) {
  *version = 12040;
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
