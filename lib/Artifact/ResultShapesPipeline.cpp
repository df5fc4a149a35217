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
#include "mlir/Transforms/Passes.h"

using namespace mlir;

void rmsnorm::buildResultShapesPipeline(OpPassManager &pm, StringRef entry) {
  ResultShapesPassOptions options;
  options.entry = entry.str();
  pm.addPass(createResultShapesPass(options));
  pm.addPass(createInlinerPass());
  pm.addPass(createSymbolDCEPass());
  // TOSA says its result types, but not its result sizes.
  OpPassManager &funcs = pm.nest<func::FuncOp>();
  funcs.addPass(tosa::createTosaToLinalgNamed());
  funcs.addPass(createCanonicalizerPass());
  funcs.addPass(tosa::createTosaToLinalg());
  funcs.addPass(createTosaToTensorPass());
  funcs.addPass(createTosaToArithPass());
  funcs.addPass(createTosaToSCFPass());
  pm.addPass(createDecomposePass());
  pm.addPass(createGenerateRuntimeVerificationPass());
  pm.addPass(memref::createResolveRankedShapeTypeResultDimsPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
}
