//===- StreamingCopy.h - How fast memory is ---------------------*- C++ -*-===//

#ifndef RMSNORM_RUNTIME_STREAMINGCOPY_H
#define RMSNORM_RUNTIME_STREAMINGCOPY_H

#include <cstdint>

namespace mlir::rmsnorm {

/// Seconds that a copy of `bytes` / 2 bytes takes on this machine's CPUs: the
/// median of `repeats`, of the fastest of a serial copy, one by OpenMP's
/// threads, and one by them with non-temporal stores. Not 0.
double timeStreamingCopy(int64_t bytes, int64_t repeats);

} // namespace mlir::rmsnorm

#endif // RMSNORM_RUNTIME_STREAMINGCOPY_H
