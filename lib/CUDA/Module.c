//===- Module.c - Device code, loaded when it is first launched -----------===//
//
// A library's constructors run before the process has chosen a device, maybe
// on a machine without one, so they only note where the code is. The driver
// loads a CUlibrary once and brings it to each context as it is used there.
//
//===----------------------------------------------------------------------===//

#include "Module.h"
#include "RMSNorm/CUDA/Error.h"
#include "RMSNorm/CUDA/HostInterface.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct Module;

struct Function {
  struct Function *next;
  struct Module *module;
  const char *name;
  CUkernel kernel;
};

struct Module {
  const void *image;
  /* Held for all that follows, and for what it leads to. */
  pthread_mutex_t mutex;
  struct Function *functions;
  CUlibrary library;
};

static void *noteCode(const void *image) {
  struct Module *module = calloc(1, sizeof(*module));
  if (!module)
    return NULL;
  module->image = image;
  pthread_mutex_init(&module->mutex, NULL);
  return module;
}

void *mgpuModuleLoad(void *data, size_t size) {
  (void)size;
  return noteCode(data);
}

void *mgpuModuleLoadJIT(void *data, int optLevel) {
  (void)optLevel;
  return noteCode(data);
}

void mgpuModuleUnload(void *handle) {
  struct Module *module = handle;
  if (!module)
    return;
  /* At the end of the process the driver may be gone, and says so. */
  if (module->library)
    rmsnormGetDriver()->libraryUnload(module->library);
  for (struct Function *function = module->functions; function;) {
    struct Function *next = function->next;
    free(function);
    function = next;
  }
  pthread_mutex_destroy(&module->mutex);
  free(module);
}

static struct Function *getFunction(struct Module *module, const char *name) {
  for (struct Function *known = module->functions; known; known = known->next)
    if (strcmp(known->name, name) == 0)
      return known;
  struct Function *function = calloc(1, sizeof(*function));
  if (!function)
    return NULL;
  function->next = module->functions;
  function->module = module;
  function->name = name;
  return module->functions = function;
}

void *mgpuModuleGetFunction(void *handle, const char *name) {
  struct Module *module = handle;
  struct Function *function = NULL;
  if (module) {
    pthread_mutex_lock(&module->mutex);
    function = getFunction(module, name);
    pthread_mutex_unlock(&module->mutex);
  }
  if (!function)
    rmsnormFail(CUDA_ERROR_OUT_OF_MEMORY, "not enough memory for kernel '%s'",
                name);
  return function;
}

CUkernel rmsnormResolve(const struct RMSNormDriver *driver, void *handle) {
  struct Function *function = handle;
  struct Module *module = function->module;
  pthread_mutex_lock(&module->mutex);
  /* What fails is tried again in the next call, on another device maybe. */
  if (!module->library &&
      !rmsnormCheck(driver,
                    driver->libraryLoad(&module->library, module->image, NULL,
                                        NULL, 0, NULL, NULL, 0),
                    "load the kernels"))
    module->library = NULL;
  if (module->library && !function->kernel &&
      !rmsnormCheck(driver,
                    driver->libraryGetKernel(&function->kernel, module->library,
                                             function->name),
                    "find the kernel"))
    function->kernel = NULL;
  CUkernel kernel = function->kernel;
  pthread_mutex_unlock(&module->mutex);
  return kernel;
}
