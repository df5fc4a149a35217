//===- Passes.h - Passes of the stage Decompose -----------------*- C++ -*-===//

#ifndef RMSNORM_DECOMPOSE_PASSES_H
#define RMSNORM_DECOMPOSE_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir::rmsnorm {

#define GEN_PASS_DECL
#include "RMSNorm/Decompose/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "RMSNorm/Decompose/Passes.h.inc"

} // namespace mlir::rmsnorm

#endif // RMSNORM_DECOMPOSE_PASSES_H
