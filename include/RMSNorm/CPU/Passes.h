//===- Passes.h - Passes of the stage CPU -----------------------*- C++ -*-===//

#ifndef RMSNORM_CPU_PASSES_H
#define RMSNORM_CPU_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir::rmsnorm {

#define GEN_PASS_DECL
#include "RMSNorm/CPU/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "RMSNorm/CPU/Passes.h.inc"

} // namespace mlir::rmsnorm

#endif // RMSNORM_CPU_PASSES_H
