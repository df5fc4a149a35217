//===- Passes.h - Passes of the stage Artifact ------------------*- C++ -*-===//

#ifndef RMSNORM_ARTIFACT_PASSES_H
#define RMSNORM_ARTIFACT_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir::rmsnorm {

#define GEN_PASS_DECL
#include "RMSNorm/Artifact/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "RMSNorm/Artifact/Passes.h.inc"

} // namespace mlir::rmsnorm

#endif // RMSNORM_ARTIFACT_PASSES_H
