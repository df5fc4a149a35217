//===- Pipeline.cpp - From loops over rows to kernels ---------------------===//

#include "RMSNorm/GPU/Pipeline.h"
#include "RMSNorm/GPU/Passes.h"
#include "RMSNorm/Rows/Pipeline.h"
#include "Schedule.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

void rmsnorm::buildGPUStages(OpPassManager &pm, Stages &stages,
                             const GPUOptions &options) {
  EmitRowsPassOptions rows;
  rows.chunk = Schedule::width;
  rows.scalable = true;
  rows.registerBits = Schedule::registerBits;
  rows.maxGroup = Schedule::warpSize * Schedule::width;
  rows.groupBits = Schedule::groupBits;
  buildRowsPipeline(pm, rows, stages);
  pm.addPass(createSpreadElementsPass());
  LaunchRowsPassOptions launch;
  launch.remarks = options.remarks;
  pm.addPass(createLaunchRowsPass(launch));
  KeepRowsPassOptions keep;
  keep.sharedBytes = options.sharedBytes;
  keep.async = options.async;
  keep.remarks = options.remarks;
  pm.addPass(createKeepRowsPass(keep));
  pm.addPass(createFlattenArgumentsPass());
  // No canonicalisation here: it would take the kernels' constants out again.
  pm.addPass(createGpuKernelOutliningPass());
  stages.end("kernels");

  auto addToKernels = [&](auto... passes) {
    OpPassManager &kernels = pm.nest<gpu::GPUModuleOp>().nest<gpu::GPUFuncOp>();
    (kernels.addPass(std::move(passes)), ...);
  };
  // Views of single rows would hide how the buffers are aligned.
  addToKernels(memref::createFoldMemRefAliasOpsPass(),
               createCanonicalizerPass(), createCSEPass());
  pm.addPass(createMergeKernelsPass());
  pm.addPass(createSpecializeAlignmentPass());
  addToKernels(createHoistReadsPass(), createDistributeVectorsPass(),
               createFuseSquaresPass(), createCanonicalizerPass(),
               createCSEPass());
  stages.end("threads");
}

void rmsnorm::buildGPUPipeline(OpPassManager &pm, const GPUOptions &options) {
  Stages stages(pm, options.stopAfter);
  buildGPUStages(pm, stages, options);
  stages.cut();
}

void rmsnorm::registerGPUPipeline() {
  PassPipelineRegistration<GPUOptions>(
      "rmsnorm-gpu-pipeline",
      "From TOSA, linalg or rmsnorm ops on tensors to kernels whose threads "
      "share rows",
      buildGPUPipeline);
}
