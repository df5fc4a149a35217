//===- Timing.h - The median of many calls ----------------------*- C++ -*-===//

#ifndef RMSNORM_RUNTIME_TIMING_H
#define RMSNORM_RUNTIME_TIMING_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <chrono>

namespace mlir::rmsnorm {

/// The median of the seconds that `repeats` calls of `f` take, after one call
/// that warms up. `repeats` is at least 1.
inline double timeMedian(int64_t repeats, llvm::function_ref<void()> f) {
  f();
  SmallVector<double> seconds;
  for (int64_t i = 0; i < repeats; ++i) {
    auto start = std::chrono::steady_clock::now();
    f();
    std::chrono::duration<double> elapsed =
        std::chrono::steady_clock::now() - start;
    seconds.push_back(elapsed.count());
  }
  auto *middle = seconds.begin() + seconds.size() / 2;
  std::nth_element(seconds.begin(), middle, seconds.end());
  return *middle;
}

} // namespace mlir::rmsnorm

#endif // RMSNORM_RUNTIME_TIMING_H
