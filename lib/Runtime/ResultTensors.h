//===- ResultTensors.h - Room for the results of a call ---------*- C++ -*-===//

#ifndef RMSNORM_LIB_RUNTIME_RESULTTENSORS_H
#define RMSNORM_LIB_RUNTIME_RESULTTENSORS_H

#include "RMSNorm/Artifact/Module.h"
#include "RMSNorm/Runtime/Tensor.h"

namespace mlir::rmsnorm {

/// A tensor for each result of `entry` on `inputs`. Sizes that the types leave
/// open are computed on the CPU from a clone of `module`. This also checks
/// sizes that inputs must have in common: a disagreement ends the process with
/// an error.
llvm::Expected<std::vector<Tensor>>
createResults(ModuleOp module, const Signature &entry, ArrayRef<Tensor> inputs);

} // namespace mlir::rmsnorm

#endif // RMSNORM_LIB_RUNTIME_RESULTTENSORS_H
