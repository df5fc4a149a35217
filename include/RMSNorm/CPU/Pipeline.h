//===- Pipeline.h - To the LLVM dialect for a CPU ---------------*- C++ -*-===//

#ifndef RMSNORM_CPU_PIPELINE_H
#define RMSNORM_CPU_PIPELINE_H

#include "RMSNorm/Rows/Stages.h"
#include "mlir/Pass/PassOptions.h"
#include <cstdint>

namespace mlir {
class OpPassManager;

namespace rmsnorm {

struct CPUOptions : PassPipelineOptions<CPUOptions> {
  PassOptions::Option<int64_t> chunk{
      *this, "chunk", llvm::cl::desc("Elements of a row per vector"),
      llvm::cl::init(64)};
  PassOptions::Option<int64_t> streamFrom{
      *this, "stream-from",
      llvm::cl::desc(
          "Bytes of rows, read and written, from which on results are stored "
          "past the caches"),
      llvm::cl::init(int64_t(32) << 20)};
  PassOptions::Option<int64_t> threadsFrom{
      *this, "threads-from",
      llvm::cl::desc("Elements from which on rows go to threads"),
      llvm::cl::init(32768)};
  PassOptions::Option<bool> nativeBF16{
      *this, "native-bf16",
      llvm::cl::desc("The CPU has AVX512-BF16 and AVX512-DQ"),
      llvm::cl::init(false)};
  PassOptions::Option<bool> fma{*this, "fma", llvm::cl::desc("The CPU has FMA"),
                                llvm::cl::init(false)};
  PassOptions::Option<bool> splitLanes{
      *this, "split-lanes",
      llvm::cl::desc("Compute on even and odd lanes of bf16 vectors by "
                     "themselves: for little-endian CPUs"),
      llvm::cl::init(true)};
  PassOptions::Option<std::string> stopAfter{
      *this, "stop-after", llvm::cl::desc(stopAfterDescription)};
};

/// Adds the passes from a module with TOSA, linalg or rmsnorm ops on tensors to
/// the LLVM dialect. Every function `f` gets the C interface `_mlir_ciface_f`:
/// memref descriptors, results as trailing ones; the caller allocates them.
void buildCPUPipeline(OpPassManager &pm, const CPUOptions &options);

void registerCPUPipeline();

} // namespace rmsnorm
} // namespace mlir

#endif // RMSNORM_CPU_PIPELINE_H
