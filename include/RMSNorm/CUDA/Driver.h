//===- Driver.h - The CUDA driver, found when it is needed --------*- C -*-===//
//
// The few functions of libcuda that are used, declared here so that neither
// building nor linking needs a toolkit. For C and C++.
//
//===----------------------------------------------------------------------===//

#ifndef RMSNORM_CUDA_DRIVER_H
#define RMSNORM_CUDA_DRIVER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* As cuda.h has them: https://docs.nvidia.com/cuda/cuda-driver-api */
typedef int CUresult;
typedef int CUdevice;
typedef uint64_t CUdeviceptr;
typedef struct CUctx_st *CUcontext;
typedef struct CUlib_st *CUlibrary;
typedef struct CUkern_st *CUkernel;
typedef struct CUfunc_st *CUfunction;
typedef struct CUstream_st *CUstream;
typedef struct CUevent_st *CUevent;

enum {
  CUDA_SUCCESS = 0,
  CUDA_ERROR_INVALID_VALUE = 1,
  CUDA_ERROR_OUT_OF_MEMORY = 2,
  CUDA_ERROR_NOT_INITIALIZED = 3,
  CUDA_ERROR_NO_DEVICE = 100,
  CUDA_ERROR_NO_BINARY_FOR_GPU = 209,
  CUDA_ERROR_UNSUPPORTED_PTX_VERSION = 222,
};

enum {
  CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE = 38,
  CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
  CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76,
  CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8,
};

/* X(member, symbol, parameters) of each function. */
#define RMSNORM_CUDA_FUNCTIONS(X)                                              \
  X(init, cuInit, (unsigned flags))                                            \
  X(getErrorName, cuGetErrorName, (CUresult, const char **name))               \
  X(deviceGet, cuDeviceGet, (CUdevice *, int ordinal))                         \
  X(deviceGetAttribute, cuDeviceGetAttribute,                                  \
    (int *, int attribute, CUdevice))                                          \
  X(primaryRetain, cuDevicePrimaryCtxRetain, (CUcontext *, CUdevice))          \
  X(contextGetCurrent, cuCtxGetCurrent, (CUcontext *))                         \
  X(contextSetCurrent, cuCtxSetCurrent, (CUcontext))                           \
  X(contextPush, cuCtxPushCurrent_v2, (CUcontext))                             \
  X(contextPop, cuCtxPopCurrent_v2, (CUcontext *))                             \
  X(contextGetDevice, cuCtxGetDevice, (CUdevice *))                            \
  X(streamGetContext, cuStreamGetCtx, (CUstream, CUcontext *))                 \
  X(streamCreate, cuStreamCreate, (CUstream *, unsigned flags))                \
  X(streamSynchronize, cuStreamSynchronize, (CUstream))                        \
  X(streamDestroy, cuStreamDestroy_v2, (CUstream))                             \
  X(eventCreate, cuEventCreate, (CUevent *, unsigned flags))                   \
  X(eventRecord, cuEventRecord, (CUevent, CUstream))                           \
  X(eventElapsed, cuEventElapsedTime, (float *milliseconds, CUevent, CUevent)) \
  X(eventDestroy, cuEventDestroy_v2, (CUevent))                                \
  X(memAlloc, cuMemAlloc_v2, (CUdeviceptr *, size_t))                          \
  X(memFree, cuMemFree_v2, (CUdeviceptr))                                      \
  X(memAllocAsync, cuMemAllocAsync, (CUdeviceptr *, size_t, CUstream))         \
  X(memFreeAsync, cuMemFreeAsync, (CUdeviceptr, CUstream))                     \
  X(memcpyAsync, cuMemcpyAsync,                                                \
    (CUdeviceptr to, CUdeviceptr from, size_t, CUstream))                      \
  X(libraryLoad, cuLibraryLoadData,                                            \
    (CUlibrary *, const void *image, int *, void **, unsigned, int *, void **, \
     unsigned))                                                                \
  X(libraryUnload, cuLibraryUnload, (CUlibrary))                               \
  X(libraryGetKernel, cuLibraryGetKernel,                                      \
    (CUkernel *, CUlibrary, const char *name))                                 \
  X(kernelGetFunction, cuKernelGetFunction, (CUfunction *, CUkernel))          \
  X(functionSetAttribute, cuFuncSetAttribute,                                  \
    (CUfunction, int attribute, int value))                                    \
  X(launchKernel, cuLaunchKernel,                                              \
    (CUfunction, unsigned gridX, unsigned gridY, unsigned gridZ,               \
     unsigned blockX, unsigned blockY, unsigned blockZ, unsigned sharedBytes,  \
     CUstream, void **parameters, void **extra))

struct RMSNormDriver {
#define RMSNORM_MEMBER(member, symbol, parameters) CUresult(*member) parameters;
  RMSNORM_CUDA_FUNCTIONS(RMSNORM_MEMBER)
#undef RMSNORM_MEMBER
};

/* The driver, loaded and initialised at the first call, from any thread. NULL
 * where there is none, or one without a GPU; then this thread's error says so.
 */
const struct RMSNormDriver *rmsnormGetDriver(void);

#ifdef __cplusplus
}
#endif

#endif /* RMSNORM_CUDA_DRIVER_H */
