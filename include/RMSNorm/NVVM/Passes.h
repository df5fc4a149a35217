//===- Passes.h - Passes of the stage NVVM ----------------------*- C++ -*-===//

#ifndef RMSNORM_NVVM_PASSES_H
#define RMSNORM_NVVM_PASSES_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::rmsnorm {

#define GEN_PASS_DECL
#include "RMSNorm/NVVM/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "RMSNorm/NVVM/Passes.h.inc"

} // namespace mlir::rmsnorm

#endif // RMSNORM_NVVM_PASSES_H
