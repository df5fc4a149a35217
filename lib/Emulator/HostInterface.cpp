//===- HostInterface.cpp - What host code calls ---------------------------===//
//
// The functions that MLIR's gpu-to-llvm calls, as its CUDA runtime has them.
// Everything happens at once, so streams and events have nothing to do.
//
//===----------------------------------------------------------------------===//

#include "Launch.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include <cstring>

using namespace mlir;
using namespace mlir::rmsnorm;
using namespace mlir::rmsnorm::emulator;

static void fail(const Twine &message) {
  Device::current().fail({message.str(), "", 0, 0});
}

static void *moduleLoad(void *data, size_t bytes) {
  return Device::current().load({static_cast<char *>(data), bytes});
}

static void moduleUnload(void *) {}

static void *moduleGetFunction(void *module, const char *name) {
  if (!module)
    return nullptr;
  auto &kernels = static_cast<DeviceModule *>(module)->kernels;
  auto kernel = kernels.find(name);
  if (kernel != kernels.end())
    return &kernel->second;
  fail("the device code has no kernel '" + Twine(name) + "'");
  return nullptr;
}

static void launchKernel(void *kernel, intptr_t gridX, intptr_t gridY,
                         intptr_t gridZ, intptr_t blockX, intptr_t blockY,
                         intptr_t blockZ, int32_t shared, void *,
                         void **parameters, void **, size_t numParameters) {
  if (!kernel)
    return;
  auto &callee = *static_cast<Kernel *>(kernel);
  if (numParameters != callee.numParameters)
    return fail("kernel '" + callee.name + "' is launched with " +
                Twine(numParameters) + " arguments, but takes " +
                Twine(callee.numParameters));
  auto fits = [](intptr_t size) { return size >= 0 && size <= INT32_MAX; };
  if (!llvm::all_of(ArrayRef<intptr_t>{gridX, gridY, gridZ, blockX, blockY,
                                       blockZ, shared},
                    fits))
    return fail("kernel '" + callee.name +
                "' is launched with a size that is negative or too large");
  auto dim = [](intptr_t x, intptr_t y, intptr_t z) {
    return Dim3{uint32_t(x), uint32_t(y), uint32_t(z)};
  };
  Launch launch{Device::current(),        callee,
                dim(gridX, gridY, gridZ), dim(blockX, blockY, blockZ),
                uint64_t(shared),         parameters};
  run(launch);
}

static void launchClusterKernel(void *kernel, intptr_t, intptr_t, intptr_t,
                                intptr_t, intptr_t, intptr_t, intptr_t,
                                intptr_t, intptr_t, int32_t, void *, void **,
                                void **) {
  if (kernel)
    fail("kernel '" + static_cast<Kernel *>(kernel)->name +
         "' is launched in clusters of blocks, which can't be emulated");
}

static void *memAlloc(uint64_t bytes, void *, bool) {
  void *memory = Device::current().getMemory().allocate(bytes);
  if (!memory)
    fail("the device has no " + Twine(bytes) + " bytes of memory left");
  return memory;
}

static void memFree(void *memory, void *) {
  if (memory &&
      !Device::current().getMemory().release(static_cast<char *>(memory)))
    fail("the host frees what is no allocation of the device");
}

/// Whether the host may have `bytes` bytes of the device accessed there.
static bool check(StringRef what, const void *memory, uint64_t bytes) {
  if (Device::current().hasFailed())
    return false;
  if (!bytes || Device::current().getMemory().contains(memory, bytes))
    return true;
  fail("the host " + what + " " + Twine(bytes) +
       " bytes of device memory that are not in one allocation");
  return false;
}

/// Either side may be the host's, of which nothing is known.
static void memCopy(void *to, void *from, size_t bytes, void *) {
  bool toDevice = Device::current().getMemory().find(static_cast<char *>(to));
  if (check(toDevice ? "writes" : "reads", toDevice ? to : from, bytes))
    std::memmove(to, from, bytes);
}

static void memSet32(void *to, uint32_t value, size_t count, void *) {
  if (check("sets", to, count * sizeof(value)))
    std::fill_n(static_cast<uint32_t *>(to), count, value);
}

static void memSet16(void *to, uint16_t value, size_t count, void *) {
  if (check("sets", to, count * sizeof(value)))
    std::fill_n(static_cast<uint16_t *>(to), count, value);
}

static void *createHandle() { return &Device::current(); }
static void useHandle(void *) {}
static void useHandles(void *, void *) {}

Symbols Device::getHostInterface() {
  auto address = [](auto *function) {
    return reinterpret_cast<void *>(function);
  };
  return {
      {"mgpuModuleLoad", address(moduleLoad)},
      {"mgpuModuleUnload", address(moduleUnload)},
      {"mgpuModuleGetFunction", address(moduleGetFunction)},
      {"mgpuLaunchKernel", address(launchKernel)},
      {"mgpuLaunchClusterKernel", address(launchClusterKernel)},
      {"mgpuMemAlloc", address(memAlloc)},
      {"mgpuMemFree", address(memFree)},
      {"mgpuMemcpy", address(memCopy)},
      {"mgpuMemset32", address(memSet32)},
      {"mgpuMemset16", address(memSet16)},
      {"mgpuStreamCreate", address(createHandle)},
      {"mgpuStreamDestroy", address(useHandle)},
      {"mgpuStreamSynchronize", address(useHandle)},
      {"mgpuStreamWaitEvent", address(useHandles)},
      {"mgpuEventCreate", address(createHandle)},
      {"mgpuEventDestroy", address(useHandle)},
      {"mgpuEventSynchronize", address(useHandle)},
      {"mgpuEventRecord", address(useHandles)},
  };
}
