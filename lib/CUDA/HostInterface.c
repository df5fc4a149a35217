//===- HostInterface.c - Launches and memory in a stream ------------------===//

#include "RMSNorm/CUDA/HostInterface.h"
#include "Context.h"
#include "Module.h"
#include "RMSNorm/CUDA/Error.h"

/* A block has 48 KiB of shared memory without asking, static variables
 * included; those of kernels that take dynamic memory are far below 16 KiB. */
static const int32_t plainSharedBytes = 32 << 10;

/* As rmsnormEnter, but NULL also after an error that nobody has taken yet: what
 * comes after it would work on nothing. */
static const struct RMSNormDriver *proceed(CUstream stream) {
  return rmsnormHasFailed() ? NULL : rmsnormEnter(stream);
}

static int allowShared(const struct RMSNormDriver *driver, CUkernel kernel,
                       int32_t bytes) {
  CUfunction function;
  return rmsnormCheck(driver, driver->kernelGetFunction(&function, kernel),
                      "find the kernel") &&
         rmsnormCheck(driver,
                      driver->functionSetAttribute(
                          function,
                          CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                          bytes),
                      "give the kernel its shared memory (compile for this GPU "
                      "with --chip)");
}

void mgpuLaunchKernel(void *function, intptr_t gridX, intptr_t gridY,
                      intptr_t gridZ, intptr_t blockX, intptr_t blockY,
                      intptr_t blockZ, int32_t sharedBytes, void *stream,
                      void **parameters, void **extra, size_t numParameters) {
  (void)numParameters;
  const struct RMSNormDriver *driver = proceed(stream);
  if (!driver)
    return;
  CUkernel kernel = rmsnormResolve(driver, function);
  if (gridX > INT32_MAX)
    rmsnormFail(CUDA_ERROR_INVALID_VALUE,
                "a grid of %lld blocks is too large: CUDA has 2147483647",
                (long long)gridX);
  else if (kernel && (sharedBytes <= plainSharedBytes ||
                      allowShared(driver, kernel, sharedBytes)))
    rmsnormCheck(driver,
                 driver->launchKernel((CUfunction)kernel, gridX, gridY, gridZ,
                                      blockX, blockY, blockZ, sharedBytes,
                                      stream, parameters, extra),
                 "launch the kernel");
  rmsnormLeave(driver);
}

void *mgpuMemAlloc(uint64_t bytes, void *stream, bool isHostShared) {
  (void)isHostShared;
  CUdeviceptr memory = 0;
  /* Nothing is no size for CUDA. */
  const struct RMSNormDriver *driver = bytes ? proceed(stream) : NULL;
  if (!driver)
    return NULL;
  rmsnormCheck(driver, driver->memAllocAsync(&memory, bytes, stream),
               "allocate memory");
  rmsnormLeave(driver);
  return (void *)memory;
}

void mgpuMemFree(void *memory, void *stream) {
  const struct RMSNormDriver *driver = memory ? rmsnormEnter(stream) : NULL;
  if (!driver)
    return;
  rmsnormCheck(driver, driver->memFreeAsync((CUdeviceptr)memory, stream),
               "free memory");
  rmsnormLeave(driver);
}

void mgpuMemcpy(void *to, void *from, size_t bytes, void *stream) {
  const struct RMSNormDriver *driver = bytes ? proceed(stream) : NULL;
  if (!driver)
    return;
  rmsnormCheck(
      driver,
      driver->memcpyAsync((CUdeviceptr)to, (CUdeviceptr)from, bytes, stream),
      "copy memory");
  rmsnormLeave(driver);
}
