//===- Module.h - Device code, loaded when it is first launched --*- C -*-===//

#ifndef RMSNORM_LIB_CUDA_MODULE_H
#define RMSNORM_LIB_CUDA_MODULE_H

#include "RMSNorm/CUDA/Driver.h"

/* The driver's kernel of what mgpuModuleGetFunction gave; NULL after an error,
 * which is this thread's then. */
CUkernel rmsnormResolve(const struct RMSNormDriver *driver, void *function);

#endif /* RMSNORM_LIB_CUDA_MODULE_H */
