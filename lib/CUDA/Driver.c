//===- Driver.c - The CUDA driver, found when it is needed ----------------===//

#include "RMSNorm/CUDA/Driver.h"
#include "RMSNorm/CUDA/Error.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

/* Found where the system finds libraries. It is never closed: other libraries
 * of the process may use it, and threads of its own run in it. */
static const char libraryName[] = "libcuda.so.1";

static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct RMSNormDriver driver;
/* Why there is no driver, for every thread that asks. */
static struct RMSNormError problem;

static void setProblem(CUresult code, const char *format, const char *detail) {
  problem.code = code;
  snprintf(problem.message, sizeof(problem.message), format, detail);
}

static void load(void) {
  void *library = dlopen(libraryName, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    setProblem(CUDA_ERROR_NOT_INITIALIZED,
               "no CUDA driver (%s): install NVIDIA's", dlerror());
    return;
  }
#define LOAD(member, symbol, parameters)                                       \
  *(void **)&driver.member = dlsym(library, #symbol);                          \
  if (!driver.member) {                                                        \
    setProblem(CUDA_ERROR_NOT_INITIALIZED,                                     \
               "the CUDA driver has no %s: install version 12.0 or newer",     \
               #symbol);                                                       \
    return;                                                                    \
  }
  RMSNORM_CUDA_FUNCTIONS(LOAD)
#undef LOAD
  CUresult code = driver.init(0);
  const char *name = "unknown error";
  if (code == CUDA_SUCCESS)
    return;
  driver.getErrorName(code, &name);
  if (code == CUDA_ERROR_NO_DEVICE)
    setProblem(code,
               "the CUDA driver finds no GPU (%s): see nvidia-smi and "
               "CUDA_VISIBLE_DEVICES",
               name);
  else
    setProblem(code, "the CUDA driver does not start (%s): see nvidia-smi",
               name);
}

const struct RMSNormDriver *rmsnormGetDriver(void) {
  pthread_once(&once, load);
  if (problem.code == CUDA_SUCCESS)
    return &driver;
  rmsnormFail(problem.code, "%s", problem.message);
  return NULL;
}
