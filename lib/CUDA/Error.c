//===- Error.c - The first error of this thread's calls -------------------===//

#include "RMSNorm/CUDA/Error.h"
#include <stdarg.h>
#include <stdio.h>

static _Thread_local struct RMSNormError first;

void rmsnormFail(CUresult code, const char *format, ...) {
  if (first.code != CUDA_SUCCESS)
    return;
  first.code = code;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(first.message, sizeof(first.message), format, arguments);
  va_end(arguments);
}

/* The chip of the current context's device, as in --chip; 0 if unknown. */
static int getCapability(const struct RMSNormDriver *driver) {
  CUdevice device;
  int major, minor;
  if (driver->contextGetDevice(&device) ||
      driver->deviceGetAttribute(
          &major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device) ||
      driver->deviceGetAttribute(
          &minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device))
    return 0;
  return 10 * major + minor;
}

int rmsnormCheck(const struct RMSNormDriver *driver, CUresult code,
                 const char *what) {
  if (code == CUDA_SUCCESS)
    return 1;
  int capability = getCapability(driver);
  const char *name = "unknown error";
  driver->getErrorName(code, &name);
  if (code == CUDA_ERROR_NO_BINARY_FOR_GPU)
    rmsnormFail(code,
                "there is no code for this GPU, which is an sm_%d: compile "
                "with --chip=sm_%d",
                capability, capability);
  else if (code == CUDA_ERROR_UNSUPPORTED_PTX_VERSION)
    rmsnormFail(code,
                "the CUDA driver is older than the code: update it, or compile "
                "with --chip=sm_%d",
                capability);
  else
    rmsnormFail(code, "CUDA can't %s: %s (%d)", what, name, code);
  return 0;
}

int rmsnormHasFailed(void) { return first.code != CUDA_SUCCESS; }

struct RMSNormError rmsnormTakeError(void) {
  struct RMSNormError error = first;
  first.code = CUDA_SUCCESS;
  return error;
}

int32_t rmsnormReportStatus(void) {
  if (!rmsnormHasFailed())
    return CUDA_SUCCESS;
  struct RMSNormError error = rmsnormTakeError();
  fprintf(stderr, "error: %s\n", error.message);
  return error.code;
}
