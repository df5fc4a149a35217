//===- Pipeline.h - From a model to kernels ---------------------*- C++ -*-===//

#ifndef RMSNORM_GPU_PIPELINE_H
#define RMSNORM_GPU_PIPELINE_H

#include "RMSNorm/Rows/Stages.h"
#include "mlir/Pass/PassOptions.h"

namespace mlir {
class OpPassManager;
namespace rmsnorm {

struct GPUOptions : PassPipelineOptions<GPUOptions> {
  Option<bool> remarks{
      *this, "remarks",
      llvm::cl::desc("Say how the rows of each loop are shared by threads"),
      llvm::cl::init(false)};
  Option<int64_t> sharedBytes{
      *this, "shared-bytes",
      llvm::cl::desc("Bytes of shared memory that a block can have (default "
                     "that of sm_90)"),
      llvm::cl::init(227 << 10)};
  Option<bool> async{
      *this, "async",
      llvm::cl::desc("The chip copies to shared memory by itself (sm_80 and "
                     "newer)"),
      llvm::cl::init(true)};
  Option<std::string> stopAfter{*this, "stop-after",
                                llvm::cl::desc(stopAfterDescription)};
};

/// From a module with TOSA, linalg or rmsnorm ops on tensors to
/// `gpu.launch_func` and `gpu.module`s whose kernels carry `known_block_size`.
/// The functions' arguments and results are device memory.
void buildGPUPipeline(OpPassManager &pm, const GPUOptions &options);

/// The same as the first stages of a longer pipeline.
void buildGPUStages(OpPassManager &pm, Stages &stages,
                    const GPUOptions &options);

/// Registers `--rmsnorm-gpu-pipeline`.
void registerGPUPipeline();

} // namespace rmsnorm
} // namespace mlir

#endif // RMSNORM_GPU_PIPELINE_H
