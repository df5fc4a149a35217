//===- Context.h - The context that a stream belongs to ----------*- C -*-===//

#ifndef RMSNORM_LIB_CUDA_CONTEXT_H
#define RMSNORM_LIB_CUDA_CONTEXT_H

#include "RMSNorm/CUDA/Driver.h"

/* The driver, with the context of `stream` current until `leave`; NULL after
 * an error. The default streams
 * belong to the current context, or else to the primary one of device 0. */
const struct RMSNormDriver *rmsnormEnter(CUstream stream);
void rmsnormLeave(const struct RMSNormDriver *driver);

#endif /* RMSNORM_LIB_CUDA_CONTEXT_H */
