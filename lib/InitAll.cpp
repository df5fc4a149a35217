//===- InitAll.cpp - Registration of everything ---------------------------===//

#include "RMSNorm/InitAll.h"
#include "RMSNorm/Artifact/Passes.h"
#include "RMSNorm/Artifact/ReshapeChecks.h"
#include "RMSNorm/Artifact/ResultShapes.h"
#include "RMSNorm/CPU/Passes.h"
#include "RMSNorm/CPU/Pipeline.h"
#include "RMSNorm/Decompose/Passes.h"
#include "RMSNorm/Dialect/RMSNorm.h"
#include "RMSNorm/GPU/LaunchEffects.h"
#include "RMSNorm/GPU/Passes.h"
#include "RMSNorm/GPU/Pipeline.h"
#include "RMSNorm/NVVM/Passes.h"
#include "RMSNorm/NVVM/Pipeline.h"
#include "RMSNorm/Raise/Passes.h"
#include "RMSNorm/Rows/Passes.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"

using namespace mlir;

void rmsnorm::registerDialect(DialectRegistry &registry) {
  registry.insert<RMSNormDialect>();
  registerBufferizableModels(registry);
}

void rmsnorm::registerPasses() {
  registerInlineHelpersPass();
  registerRaisePass();
  registerDecomposePass();
  registerRMSNormRowsPasses();
  registerRMSNormCPUPasses();
  registerCPUPipeline();
  registerRMSNormGPUPasses();
  registerGPUPipeline();
  registerRMSNormNVVMPasses();
  registerNVVMPipeline();
  registerRMSNormArtifactPasses();
  registerResultShapesPipeline();
}

void rmsnorm::registerAll(DialectRegistry &registry) {
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerAllToLLVMIRTranslations(registry);
  registerDialect(registry);
  registerLaunchEffects(registry);
  registerReshapeChecks(registry);
}
