//===- Benchmark.h - How fast a call is -------------------------*- C++ -*-===//

#ifndef RMSNORM_LIB_RUNTIME_BENCHMARK_H
#define RMSNORM_LIB_RUNTIME_BENCHMARK_H

#include "RMSNorm/Runtime/Executor.h"

namespace mlir::rmsnorm {

/// Calls the function that `executor` holds many times, and prints one line:
/// the median time, the GB/s (1e9 bytes) of reading every input and writing
/// every output once, and how that compares to a copy that moves as many bytes.
llvm::Error runBenchmark(Executor &executor, ArrayRef<Tensor> inputs,
                         ArrayRef<Tensor> outputs, raw_ostream &os);

} // namespace mlir::rmsnorm

#endif // RMSNORM_LIB_RUNTIME_BENCHMARK_H
