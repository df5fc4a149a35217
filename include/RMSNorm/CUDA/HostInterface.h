//===- HostInterface.h - What compiled host code calls -----------*- C -*-===//
//
// The functions that MLIR's gpu-to-llvm makes calls of. Device code is loaded
// when it is first launched, once for all devices; everything else is put in
// the caller's stream. No call synchronises.
//
//===----------------------------------------------------------------------===//

#ifndef RMSNORM_CUDA_HOSTINTERFACE_H
#define RMSNORM_CUDA_HOSTINTERFACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A handle of device code: a cubin, a fat binary or PTX. The bytes stay where
 * they are until mgpuModuleUnload. */
void *mgpuModuleLoad(void *data, size_t size);
/* The same of PTX that ends with a zero; the driver compiles it. */
void *mgpuModuleLoadJIT(void *data, int optLevel);
void mgpuModuleUnload(void *module);
/* A handle of one of its kernels, valid as long as the module. */
void *mgpuModuleGetFunction(void *module, const char *name);

/* Launches in the context of `stream`, or the current one for the default
 * streams; a thread that has none gets the primary context of device 0. */
void mgpuLaunchKernel(void *function, intptr_t gridX, intptr_t gridY,
                      intptr_t gridZ, intptr_t blockX, intptr_t blockY,
                      intptr_t blockZ, int32_t sharedBytes, void *stream,
                      void **parameters, void **extra, size_t numParameters);

void *mgpuMemAlloc(uint64_t bytes, void *stream, bool isHostShared);
void mgpuMemFree(void *memory, void *stream);
void mgpuMemcpy(void *to, void *from, size_t bytes, void *stream);

#ifdef __cplusplus
}
#endif

#endif /* RMSNORM_CUDA_HOSTINTERFACE_H */
