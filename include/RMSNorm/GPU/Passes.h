//===- Passes.h - Passes of the stage GPU -----------------------*- C++ -*-===//

#ifndef RMSNORM_GPU_PASSES_H
#define RMSNORM_GPU_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir::rmsnorm {

#define GEN_PASS_DECL
#include "RMSNorm/GPU/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "RMSNorm/GPU/Passes.h.inc"

} // namespace mlir::rmsnorm

#endif // RMSNORM_GPU_PASSES_H
