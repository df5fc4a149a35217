//===- Pipeline.h - From loops over rows to kernels -------------*- C++ -*-===//

#ifndef RMSNORM_GPU_PIPELINE_H
#define RMSNORM_GPU_PIPELINE_H

namespace mlir {
class OpPassManager;
namespace rmsnorm {

/// From buffers and row loops (`scf.forall`) to `gpu.launch_func` and
/// `gpu.module`s whose kernels carry `known_block_size`.
void buildGPUPipeline(OpPassManager &pm);

/// Registers `--rmsnorm-gpu-pipeline`.
void registerGPUPipeline();

} // namespace rmsnorm
} // namespace mlir

#endif // RMSNORM_GPU_PIPELINE_H
