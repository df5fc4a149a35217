//===- Pipeline.h - From a model to kernels ---------------------*- C++ -*-===//

#ifndef RMSNORM_GPU_PIPELINE_H
#define RMSNORM_GPU_PIPELINE_H

namespace mlir {
class OpPassManager;
namespace rmsnorm {

/// From a module with TOSA, linalg or rmsnorm ops on tensors to
/// `gpu.launch_func` and `gpu.module`s whose kernels carry `known_block_size`.
/// The functions' arguments and results are device memory.
void buildGPUPipeline(OpPassManager &pm);

/// Registers `--rmsnorm-gpu-pipeline`.
void registerGPUPipeline();

} // namespace rmsnorm
} // namespace mlir

#endif // RMSNORM_GPU_PIPELINE_H
