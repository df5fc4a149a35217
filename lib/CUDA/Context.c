//===- Context.c - The context that a stream belongs to -------------------===//

#include "Context.h"
#include "RMSNorm/CUDA/Error.h"
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static CUcontext primary;
static CUresult primaryStatus;

/* Retained for good, as the CUDA runtime does it. */
static void retainPrimary(void) {
  const struct RMSNormDriver *driver = rmsnormGetDriver();
  CUdevice device;
  primaryStatus = driver->deviceGet(&device, 0);
  if (primaryStatus == CUDA_SUCCESS)
    primaryStatus = driver->primaryRetain(&primary, device);
}

/* CU_STREAM_LEGACY and CU_STREAM_PER_THREAD are small numbers. */
static int isDefault(CUstream stream) { return (uintptr_t)stream <= 2; }

const struct RMSNormDriver *rmsnormEnter(CUstream stream) {
  const struct RMSNormDriver *driver = rmsnormGetDriver();
  if (!driver)
    return NULL;
  CUcontext context = NULL;
  if (!isDefault(stream)) {
    if (!rmsnormCheck(driver, driver->streamGetContext(stream, &context),
                      "use the stream"))
      return NULL;
  } else if (driver->contextGetCurrent(&context) || !context) {
    pthread_once(&once, retainPrimary);
    if (!rmsnormCheck(driver, primaryStatus, "use device 0"))
      return NULL;
    context = primary;
  }
  if (!rmsnormCheck(driver, driver->contextPush(context), "enter the context"))
    return NULL;
  return driver;
}

void rmsnormLeave(const struct RMSNormDriver *driver) {
  CUcontext context;
  driver->contextPop(&context);
}
