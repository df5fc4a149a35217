//===- CUDAMemory.cpp - A GPU's memory and a stream on it -----------------===//

#include "CUDAMemory.h"
#include "RMSNorm/Artifact/Error.h"
#include "RMSNorm/CUDA/Error.h"
#include "RMSNorm/NVVM/Chips.h"

using namespace mlir;
using namespace mlir::rmsnorm;

llvm::Error rmsnorm::takeCUDAError() {
  RMSNormError error = rmsnormTakeError();
  if (error.code == CUDA_SUCCESS)
    return llvm::Error::success();
  return makeError(error.message);
}

/// Remembers the error of a call of the driver.
static bool check(CUresult code, const char *what) {
  return rmsnormCheck(rmsnormGetDriver(), code, what);
}

llvm::Expected<CUDAMemory> CUDAMemory::create(int64_t bytes) {
  CUdeviceptr address = 0;
  // An empty tensor gets an address of its own too.
  check(rmsnormGetDriver()->memAlloc(&address, std::max<int64_t>(bytes, 1)),
        "allocate memory");
  if (llvm::Error error = takeCUDAError())
    return error;
  return CUDAMemory(address, bytes);
}

CUDAMemory::~CUDAMemory() {
  if (address)
    rmsnormGetDriver()->memFree(address);
}

llvm::Expected<std::unique_ptr<CUDAStream>> CUDAStream::create() {
  CUdevice device;
  CUcontext context;
  CUstream stream = nullptr;
  const RMSNormDriver *driver = rmsnormGetDriver();
  if (!driver || !check(driver->deviceGet(&device, 0), "use device 0") ||
      !check(driver->primaryRetain(&context, device), "use device 0") ||
      !check(driver->contextSetCurrent(context), "enter the context") ||
      !check(driver->streamCreate(&stream, /*flags=*/0), "make a stream"))
    return takeCUDAError();
  return std::unique_ptr<CUDAStream>(new CUDAStream(device, context, stream));
}

CUDAStream::~CUDAStream() { rmsnormGetDriver()->streamDestroy(stream); }

void CUDAStream::enter() const {
  check(rmsnormGetDriver()->contextSetCurrent(context), "enter the context");
}

int CUDAStream::getAttribute(int attribute) const {
  int value = 0;
  check(rmsnormGetDriver()->deviceGetAttribute(&value, attribute, device),
        "describe device 0");
  return value;
}

llvm::Expected<std::string> CUDAStream::getChip() const {
  int major = getAttribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
  int minor = getAttribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
  if (llvm::Error error = takeCUDAError())
    return error;
  std::string chip = getChipFor(major, minor);
  if (chip.empty())
    return makeError("this GPU has compute capability " + Twine(major) + "." +
                     Twine(minor) + ", but code is made for 7.5 and newer");
  return chip;
}

int64_t CUDAStream::getCacheBytes() const {
  return getAttribute(CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE);
}

void CUDAStream::copy(CUdeviceptr to, CUdeviceptr from, int64_t bytes) {
  if (bytes)
    check(rmsnormGetDriver()->memcpyAsync(to, from, bytes, stream),
          "copy memory");
}

llvm::Error CUDAStream::synchronize() {
  check(rmsnormGetDriver()->streamSynchronize(stream), "finish its work");
  return takeCUDAError();
}

llvm::Expected<double> CUDAStream::time(int64_t repeats,
                                        llvm::function_ref<void()> enqueue) {
  const RMSNormDriver *driver = rmsnormGetDriver();
  CUevent begin = nullptr, end = nullptr;
  float milliseconds = 0;
  check(driver->eventCreate(&begin, /*flags=*/0), "make an event");
  check(driver->eventCreate(&end, /*flags=*/0), "make an event");
  enqueue();
  check(driver->eventRecord(begin, stream), "record an event");
  for (int64_t i = 0; i < repeats; ++i)
    enqueue();
  check(driver->eventRecord(end, stream), "record an event");
  check(driver->streamSynchronize(stream), "finish its work");
  check(driver->eventElapsed(&milliseconds, begin, end), "read the time");
  driver->eventDestroy(begin);
  driver->eventDestroy(end);
  if (llvm::Error error = takeCUDAError())
    return error;
  return milliseconds * 1e-3 / repeats;
}
