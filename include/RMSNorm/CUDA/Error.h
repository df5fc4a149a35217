//===- Error.h - The first error of this thread's calls ----------*- C -*-===//
//
// The functions that compiled code calls return nothing, so what fails is
// remembered until somebody asks. After an error a thread's calls do nothing.
//
//===----------------------------------------------------------------------===//

#ifndef RMSNORM_CUDA_ERROR_H
#define RMSNORM_CUDA_ERROR_H

#include "RMSNorm/CUDA/Driver.h"

#ifdef __cplusplus
extern "C" {
#endif

struct RMSNormError {
  /* Never CUDA_SUCCESS for an error. */
  CUresult code;
  char message[512];
};

/* Remembers an error, unless there is one already. */
__attribute__((format(printf, 2, 3))) void rmsnormFail(CUresult code,
                                                       const char *format, ...);

/* Remembers that `what` failed, if it did. Whether all is well. */
int rmsnormCheck(const struct RMSNormDriver *driver, CUresult code,
                 const char *what);

/* Whether there is an error to be taken. */
int rmsnormHasFailed(void);

/* This thread's error, which is forgotten; a code of CUDA_SUCCESS for none. */
struct RMSNormError rmsnormTakeError(void);

/* What compiled functions return: takes the error, prints it as one line on
 * stderr, and gives its code. */
int32_t rmsnormReportStatus(void);

#ifdef __cplusplus
}
#endif

#endif /* RMSNORM_CUDA_ERROR_H */
