//===- ResultShapesPipeline.cpp - Result shapes without the results -------===//

#include "RMSNorm/Artifact/Passes.h"
#include "RMSNorm/Artifact/ResultShapes.h"
#include "RMSNorm/Decompose/Passes.h"
#include "mlir/Conversion/TosaToArith/TosaToArith.h"
#include "mlir/Conversion/TosaToLinalg/TosaToLinalg.h"
#include "mlir/Conversion/TosaToSCF/TosaToSCF.h"
#include "mlir/Conversion/TosaToTensor/TosaToTensor.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

void rmsnorm::buildResultShapesPipeline(OpPassManager &pm, StringRef entry) {
  // TOSA ops say the types of their results, but not their sizes.
  OpPassManager &funcs = pm.nest<func::FuncOp>();
  funcs.addPass(tosa::createTosaToLinalgNamed());
  funcs.addPass(tosa::createTosaToLinalg());
  funcs.addPass(createTosaToTensorPass());
  funcs.addPass(createTosaToArithPass());
  funcs.addPass(createTosaToSCFPass());
  pm.addPass(createDecomposePass());
  // Before anything that removes dead code: once the results are not asked for,
  // all ops are dead, and with them what they rely on.
  pm.addPass(createGenerateRuntimeVerificationPass());
  ResultShapesPassOptions options;
  options.entry = entry.str();
  pm.addPass(createResultShapesPass(options));
  pm.addPass(createInlinerPass());
  pm.addPass(createSymbolDCEPass());
  pm.addPass(memref::createResolveRankedShapeTypeResultDimsPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createForgetValuesPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
}

void rmsnorm::registerResultShapesPipeline() {
  struct Options : PassPipelineOptions<Options> {
    Option<std::string> entry{
        *this, "entry",
        llvm::cl::desc("The function whose results are asked for"),
        llvm::cl::init("main")};
  };
  PassPipelineRegistration<Options>(
      "rmsnorm-result-shapes-pipeline",
      "Leaves a function that checks the sizes of another's arguments and "
      "returns those of its results",
      [](OpPassManager &pm, const Options &options) {
        buildResultShapesPipeline(pm, options.entry);
      });
}
