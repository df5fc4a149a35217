//===- Function.h - Compiled functions through C ------------------*- C -*-===//
//
// Compiles one function of a module into this process and calls it on memory of
// the caller. Any number of threads may call the same function at once.
//
//===----------------------------------------------------------------------===//

#ifndef RMSNORM_C_FUNCTION_H
#define RMSNORM_C_FUNCTION_H

#include "RMSNorm-c/Module.h"
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum RMSNormElementType {
  RMSNORM_F64,
  RMSNORM_F32,
  RMSNORM_BF16,
  RMSNORM_F16,
  RMSNORM_F8E4M3FN,
  RMSNORM_F8E5M2,
  RMSNORM_I64, /* also MLIR's index */
  RMSNORM_I32,
  RMSNORM_I16,
  RMSNORM_I8,
  RMSNORM_U64,
  RMSNORM_U32,
  RMSNORM_U16,
  RMSNORM_U8,
  RMSNORM_BOOL, /* a byte, 0 or 1 */
  /// A float of 8 bits that has no name here.
  RMSNORM_OTHER
} RMSNormElementType;

/// MLIR's name of the type: `f32`, `i8`, `ui8`.
RMSNORM_CAPI const char *rmsnormElementTypeName(RMSNormElementType type);

/// Where memory is. `RMSNORM_CUDA` is for target `cuda` alone.
typedef enum RMSNormDevice { RMSNORM_CPU, RMSNORM_CUDA } RMSNormDevice;

/// The caller's elements. A number is a tensor of rank 0.
typedef struct RMSNormTensor {
  void *data;
  RMSNormElementType elementType;
  RMSNormDevice device;
  int64_t rank;
  const int64_t *shape;
  /// In elements; null for contiguous ones in row-major order. Inputs may have
  /// any strides: they are copied first where they are not contiguous. Outputs
  /// have to be contiguous.
  const int64_t *strides;
} RMSNormTensor;

/// What a function takes or returns. Sizes that it leaves open are
/// negative.
typedef struct RMSNormTensorType {
  RMSNormElementType elementType;
  int64_t rank;
  const int64_t *shape;
} RMSNormTensorType;

typedef struct RMSNormFunction RMSNormFunction;

/// Compiles function `entry` (null: the only public one, or else `main`) for
/// `target`: `cpu`, `cuda`, or `cuda-emulated`, which runs the code for a GPU
/// on the CPU and checks its every access. The module stays as it is, and may
/// go before the function does.
RMSNORM_CAPI RMSNormFunction *rmsnormFunctionCreate(const RMSNormModule *module,
                                                    const char *entry,
                                                    const char *target,
                                                    RMSNormHandler handler);

/// Null is allowed. No call may be under way.
RMSNORM_CAPI void rmsnormFunctionDestroy(RMSNormFunction *function);

RMSNORM_CAPI const char *
rmsnormFunctionGetName(const RMSNormFunction *function);
RMSNORM_CAPI size_t
rmsnormFunctionGetNumArguments(const RMSNormFunction *function);
RMSNORM_CAPI size_t
rmsnormFunctionGetNumResults(const RMSNormFunction *function);
/// Shapes live as long as the function.
RMSNORM_CAPI RMSNormTensorType
rmsnormFunctionGetArgument(const RMSNormFunction *function, size_t i);
RMSNORM_CAPI RMSNormTensorType
rmsnormFunctionGetResult(const RMSNormFunction *function, size_t i);

/// Checks `inputs` and writes all sizes of all results, one after the other, to
/// `sizes`, which has room for the sum of their ranks.
RMSNORM_CAPI RMSNormStatus rmsnormFunctionGetResultShapes(
    const RMSNormFunction *function, const RMSNormTensor *inputs,
    size_t numInputs, int64_t *sizes, RMSNormHandler handler);

/// Checks everything, calls the function, and returns when `outputs` are
/// written. Outputs may share memory with inputs, which are then copied first,
/// but not with one another.
RMSNORM_CAPI RMSNormStatus rmsnormFunctionCall(const RMSNormFunction *function,
                                               const RMSNormTensor *inputs,
                                               size_t numInputs,
                                               const RMSNormTensor *outputs,
                                               size_t numOutputs,
                                               RMSNormHandler handler);

#ifdef __cplusplus
}
#endif

#endif // RMSNORM_C_FUNCTION_H
