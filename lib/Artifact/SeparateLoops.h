//===- SeparateLoops.h - Whole models in many functions ---------*- C++ -*-===//

#ifndef RMSNORM_LIB_ARTIFACT_SEPARATELOOPS_H
#define RMSNORM_LIB_ARTIFACT_SEPARATELOOPS_H

#include "llvm/IR/PassManager.h"

namespace mlir::rmsnorm {

/// Makes functions of the outermost loops of functions that have very many:
/// for one condition LLVM's induction variables are compared with those of all
/// loops before it, so that its time grows with the square of their number.
/// Loops that differ in their buffers and weights alone share a function.
struct SeparateLoopsPass : llvm::PassInfoMixin<SeparateLoopsPass> {
  llvm::PreservedAnalyses run(llvm::Module &module,
                              llvm::ModuleAnalysisManager &analyses);
};

} // namespace mlir::rmsnorm

#endif // RMSNORM_LIB_ARTIFACT_SEPARATELOOPS_H
