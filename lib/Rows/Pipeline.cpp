//===- Pipeline.cpp - From a model's ops to loops over rows ---------------===//

#include "RMSNorm/Rows/Pipeline.h"
#include "RMSNorm/Decompose/Passes.h"
#include "RMSNorm/Raise/Passes.h"
#include "RMSNorm/Rows/Passes.h"
#include "RMSNorm/Rows/Stages.h"
#include "mlir/Conversion/TosaToArith/TosaToArith.h"
#include "mlir/Conversion/TosaToLinalg/TosaToLinalg.h"
#include "mlir/Conversion/TosaToSCF/TosaToSCF.h"
#include "mlir/Conversion/TosaToTensor/TosaToTensor.h"
#include "mlir/Dialect/Bufferization/Pipelines/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

static void simplify(OpPassManager &pm) {
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
}

/// What raising leaves of TOSA, in linalg.
static void addTosaToLinalg(OpPassManager &pm) {
  OpPassManager &funcs = pm.nest<func::FuncOp>();
  funcs.addPass(tosa::createTosaToLinalgNamed());
  funcs.addPass(createCanonicalizerPass());
  funcs.addPass(tosa::createTosaToLinalg());
  funcs.addPass(createTosaToTensorPass());
  funcs.addPass(createTosaToArithPass());
  funcs.addPass(createTosaToSCFPass());
}

static void addBufferization(OpPassManager &pm) {
  pm.addNestedPass<func::FuncOp>(rmsnorm::createSeparateResultsPass());
  pm.addPass(bufferization::createEmptyTensorEliminationPass());
  bufferization::OneShotBufferizePassOptions bufferize;
  bufferize.bufferizeFunctionBoundaries = true;
  bufferize.allowReturnAllocsFromLoops = true;
  bufferize.functionBoundaryTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  pm.addPass(bufferization::createOneShotBufferizePass(bufferize));
  simplify(pm);
  pm.addPass(rmsnorm::createResolveReshapesPass());

  bufferization::BufferResultsToOutParamsPassOptions results;
  results.hoistStaticAllocs = true;
  results.hoistDynamicAllocs = true;
  results.modifyPublicFunctions = true;
  pm.addPass(bufferization::createBufferResultsToOutParamsPass(results));
  // As buildBufferDeallocationPipeline, but kernels own nothing to free.
  simplify(pm);
  pm.addNestedPass<func::FuncOp>(
      bufferization::createOwnershipBasedBufferDeallocationPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(bufferization::createBufferDeallocationSimplificationPass());
  pm.addPass(bufferization::createLowerDeallocationsPass());
  simplify(pm);
}

void rmsnorm::buildRowsPipeline(OpPassManager &pm,
                                const EmitRowsPassOptions &options,
                                Stages &stages) {
  // A function has no rows in common with its caller unless it is inlined.
  pm.addPass(createInlinerPass());
  pm.addPass(createSymbolDCEPass());
  pm.addPass(createRaisePass());
  stages.end("raise");
  addTosaToLinalg(pm);
  stages.end("linalg");
  pm.addPass(createDecomposePass());
  pm.addPass(createConvertElementwiseToLinalgPass());
  simplify(pm);
  stages.end("decompose");
  pm.addPass(createInlineConditionsPass());
  pm.addPass(createNormalizePayloadsPass());
  // Sizes must not hang on results that the loops replace, nor on destinations.
  pm.addPass(memref::createResolveRankedShapeTypeResultDimsPass());
  pm.addNestedPass<func::FuncOp>(createPropagateReshapesPass());
  pm.addPass(memref::createResolveRankedShapeTypeResultDimsPass());
  simplify(pm);
  pm.addPass(createEmitRowsPass(options));
  pm.addPass(memref::createResolveRankedShapeTypeResultDimsPass());
  simplify(pm);
  // On a GPU a row that all rows share (the weight) is read where it is used.
  if (!options.scalable)
    pm.addPass(createLoopInvariantCodeMotionPass());
  stages.end("rows");
  addBufferization(pm);
  pm.addPass(memref::createFoldMemRefAliasOpsPass());
  simplify(pm);
  stages.end("buffers");
}
