//===- Benchmark.cpp - How fast a call is ---------------------------------===//

#include "Benchmark.h"
#include "llvm/Support/Format.h"
#include <algorithm>

using namespace mlir;
using namespace mlir::rmsnorm;

llvm::Error rmsnorm::runBenchmark(Executor &executor, ArrayRef<Tensor> inputs,
                                  ArrayRef<Tensor> outputs, raw_ostream &os) {
  int64_t bytes = 0;
  for (ArrayRef<Tensor> tensors : {inputs, outputs})
    for (const Tensor &tensor : tensors)
      bytes += tensor.getNumBytes();

  // Half a second of calls, in rounds that alternate with the copy: the speed
  // of a shared machine drifts, and both should see the same.
  constexpr int64_t rounds = 5;
  llvm::Expected<double> once = executor.timeCalls(3);
  if (!once)
    return once.takeError();
  auto repeats =
      std::clamp<int64_t>(0.5 / rounds / std::max(*once, 1e-7), 3, 20000);
  SmallVector<double> times, copies;
  for (int64_t i = 0; i < rounds; ++i) {
    if (llvm::Error error =
            executor.timeCalls(repeats).moveInto(times.emplace_back()))
      return error;
    if (llvm::Error error =
            executor.timeCopy(bytes, repeats).moveInto(copies.emplace_back()))
      return error;
  }

  llvm::sort(times);
  llvm::sort(copies);
  double seconds = times[rounds / 2], copy = copies[rounds / 2];
  os << llvm::format("%.3f us per call (median of %d), %.2f GB/s, ",
                     seconds * 1e6, int(rounds * repeats),
                     bytes / seconds * 1e-9)
     << llvm::format("%.2f of a streaming copy (%.2f GB/s)\n", copy / seconds,
                     bytes / copy * 1e-9);
  return llvm::Error::success();
}
