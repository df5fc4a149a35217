//===- Pipeline.cpp - From kernels to device code and host calls ----------===//

#include "RMSNorm/NVVM/Pipeline.h"
#include "RMSNorm/GPU/Passes.h"
#include "RMSNorm/GPU/Pipeline.h"
#include "RMSNorm/NVVM/Chips.h"
#include "RMSNorm/NVVM/Passes.h"
#include "RMSNorm/Rows/Passes.h"
#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/GPUCommon/GPUCommonPass.h"
#include "mlir/Conversion/GPUToNVVM/GPUToNVVMPass.h"
#include "mlir/Conversion/NVGPUToNVVM/NVGPUToNVVM.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/Affine/Transforms/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

/// What kernels and the host have in common.
static void addCommonLowering(OpPassManager &pm) {
  pm.addPass(affine::createAffineExpandIndexOpsPass());
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  pm.addPass(createSCFToControlFlowPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
}

static bool takesAssembler(StringRef format) {
  return format == "bin" || format == "fatbin";
}

static SmallVector<std::string> getChips(const rmsnorm::NVVMOptions &options) {
  if (options.chip.empty())
    return options.format == "fatbin"
               ? SmallVector<std::string>{"sm_80", "sm_90", "sm_100"}
               : SmallVector<std::string>{"sm_90"};
  SmallVector<StringRef> names;
  StringRef(options.chip).split(names, ',');
  return llvm::to_vector_of<std::string>(names);
}

void rmsnorm::buildNVVMPipeline(OpPassManager &pm, const NVVMOptions &options) {
  Stages stages(pm, options.stopAfter);
  AttachTargetPassOptions target;
  target.chips = getChips(options);
  GPUOptions gpu;
  for (StringRef chip : target.chips) {
    gpu.sharedBytes = std::min<int64_t>(gpu.sharedBytes, getSharedBytes(chip));
    gpu.async = gpu.async && hasAsyncCopies(chip);
  }
  buildGPUStages(pm, stages, gpu);
  pm.addPass(createChooseKernelsPass());
  pm.addPass(createAttachTargetPass(target));

  OpPassManager &kernels = pm.nest<gpu::GPUModuleOp>();
  addCommonLowering(kernels);
  kernels.addPass(createExpandF64TruncationsPass());
  kernels.addPass(createExpandF8Pass());
  kernels.addPass(createRoundQuotientsPass());
  kernels.addPass(createExpandMathPass());
  kernels.addPass(createUnpackBF16Pass());
  kernels.addPass(createExpandForPTXPass());
  kernels.addPass(createConvertNVGPUToNVVMPass());
  ConvertGpuOpsToNVVMOpsOptions toNVVM;
  toNVVM.useBarePtrCallConv = true;
  kernels.addPass(createConvertGpuOpsToNVVMOps(toNVVM));
  kernels.addPass(createDynamicSharedMemoryPass());
  kernels.addPass(createBoundBlocksPass());
  kernels.addPass(createCanonicalizerPass());
  kernels.addPass(createCSEPass());
  kernels.addPass(createReconcileUnrealizedCastsPass());
  kernels.addPass(createSplitAddressesPass());
  kernels.addPass(createCSEPass());

  stages.end("nvvm");
  if (options.lineInfo) {
    pm.addPass(createDropCallSitesPass());
    pm.addPass(LLVM::createDIScopeForLLVMFuncOpPass());
  }

  // Deallocation has put what it does often into functions.
  pm.addPass(createInlinerPass());
  pm.addPass(createSymbolDCEPass());
  pm.addPass(createDeviceMemoryPass());
  pm.addNestedPass<func::FuncOp>(createGpuAsyncRegionPass());
  pm.addNestedPass<func::FuncOp>(LLVM::createLLVMRequestCWrappersPass());
  if (options.takeStream)
    pm.addPass(createTakeStreamPass());
  addCommonLowering(pm);
  SerializePassOptions serialize;
  serialize.format = options.format;
  pm.addPass(createSerializePass(serialize));
  if (takesAssembler(options.format)) {
    AssemblePassOptions assemble;
    assemble.format = options.format;
    pm.addPass(createAssemblePass(assemble));
  }
  stages.end("binary");
  GpuToLLVMConversionPassOptions toLLVM;
  toLLVM.kernelBarePtrCallConv = true;
  pm.addPass(createGpuToLLVMConversionPass(toLLVM));
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
  stages.end("host");
  stages.cut();
}

void rmsnorm::registerNVVMPipeline() {
  PassPipelineRegistration<NVVMOptions>(
      "rmsnorm-nvvm-pipeline",
      "From TOSA, linalg or rmsnorm ops on tensors to device code and a host "
      "that launches it",
      buildNVVMPipeline);
}
