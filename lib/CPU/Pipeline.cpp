//===- Pipeline.cpp - To the LLVM dialect for a CPU -----------------------===//

#include "RMSNorm/CPU/Pipeline.h"
#include "RMSNorm/CPU/Passes.h"
#include "RMSNorm/Rows/Passes.h"
#include "RMSNorm/Rows/Pipeline.h"
#include "RMSNorm/Rows/Stages.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Affine/Transforms/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/SCF/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

/// Rows go to threads, everything else into plain loops.
static void addLoops(OpPassManager &pm, const rmsnorm::CPUOptions &options) {
  pm.addPass(createConvertLinalgToLoopsPass());
  pm.addPass(createForallToParallelLoopPass());
  // Loops of one iteration need no threads.
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createConvertSCFToOpenMPPass());
  // convert-scf-to-cf can't enter the alloca scopes that OpenMP leaves.
  pm.addPass(createCanonicalizerPass());
  rmsnorm::StreamRowsPassOptions stream;
  stream.from = options.streamFrom;
  pm.addPass(rmsnorm::createStreamRowsPass(stream));
  rmsnorm::LimitThreadsPassOptions threads;
  threads.from = options.threadsFrom;
  pm.addPass(rmsnorm::createLimitThreadsPass(threads));
  pm.addPass(rmsnorm::createHoistBuffersPass());
  pm.addPass(createCanonicalizerPass());
}

/// Arithmetic that every CPU has, with the roundings that the IR asks for.
static void addArithmetic(OpPassManager &pm,
                          const rmsnorm::CPUOptions &options) {
  // Not every CPU has FMA.
  rmsnorm::FuseSquaresPassOptions squares;
  squares.fma = false;
  pm.addPass(rmsnorm::createFuseSquaresPass(squares));
  pm.addPass(rmsnorm::createLowerReductionsPass());
  pm.addPass(rmsnorm::createWidenArithmeticPass());
  pm.addPass(rmsnorm::createNarrowMaximaPass());
  pm.addPass(rmsnorm::createExpandF64TruncationsPass());
  if (options.splitLanes)
    pm.addPass(rmsnorm::createSplitLanesPass());
  if (options.fma)
    pm.addPass(rmsnorm::createDivideByScalePass());
  pm.addPass(rmsnorm::createRoundToIntegersPass());
  pm.addPass(rmsnorm::createExpandF8Pass());
  if (options.splitLanes)
    pm.addPass(rmsnorm::createPackBytesPass());
  rmsnorm::RoundToBF16PassOptions round;
  round.native = options.nativeBF16;
  pm.addPass(rmsnorm::createRoundToBF16Pass(round));
  pm.addPass(rmsnorm::createLowerMaximaPass());
  arith::ArithExpandOpsPassOptions expand;
  expand.includeBf16 = true;
  pm.addPass(arith::createArithExpandOpsPass(expand));
  pm.addPass(createCSEPass());
}

static void addLLVM(OpPassManager &pm) {
  pm.addNestedPass<func::FuncOp>(LLVM::createLLVMRequestCWrappersPass());
  pm.addPass(createConvertVectorToSCFPass());
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  pm.addPass(createSCFToControlFlowPass());
  pm.addPass(rmsnorm::createCallLibmPass());
  pm.addPass(createConvertMathToLLVMPass());
  // Calls of libm take vectors apart, so they come before those are lowered.
  pm.addPass(createConvertMathToLibmPass());
  pm.addPass(createConvertVectorToLLVMPass());
  pm.addPass(createUBToLLVMConversionPass());
  pm.addPass(createConvertIndexToLLVMPass());
  pm.addPass(createArithToLLVMConversionPass());
  pm.addPass(createFinalizeMemRefToLLVMConversionPass());
  pm.addPass(createConvertFuncToLLVMPass());
  pm.addPass(createConvertControlFlowToLLVMPass());
  pm.addPass(createConvertOpenMPToLLVMPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
  pm.addPass(rmsnorm::createMaskBitsPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
}

void rmsnorm::buildCPUPipeline(OpPassManager &pm, const CPUOptions &options) {
  EmitRowsPassOptions rows;
  rows.chunk = options.chunk;
  Stages stages(pm, options.stopAfter);
  buildRowsPipeline(pm, rows, stages);
  addLoops(pm, options);
  stages.end("loops");
  addArithmetic(pm, options);
  stages.end("arithmetic");
  addLLVM(pm);
  stages.end("llvm");
  stages.cut();
}

void rmsnorm::registerCPUPipeline() {
  PassPipelineRegistration<CPUOptions>("rmsnorm-cpu-pipeline",
                                       "From TOSA, linalg or rmsnorm ops on "
                                       "tensors to the LLVM dialect for a CPU",
                                       buildCPUPipeline);
}
