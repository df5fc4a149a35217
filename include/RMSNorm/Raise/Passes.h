//===- Passes.h - Passes of the stage Raise ---------------------*- C++ -*-===//

#ifndef RMSNORM_RAISE_PASSES_H
#define RMSNORM_RAISE_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir::rmsnorm {

#define GEN_PASS_DECL
#include "RMSNorm/Raise/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "RMSNorm/Raise/Passes.h.inc"

} // namespace mlir::rmsnorm

#endif // RMSNORM_RAISE_PASSES_H
