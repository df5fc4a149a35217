//===- Passes.h - Passes of the stage Rows ----------------------*- C++ -*-===//

#ifndef RMSNORM_ROWS_PASSES_H
#define RMSNORM_ROWS_PASSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::rmsnorm {

#define GEN_PASS_DECL
#include "RMSNorm/Rows/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "RMSNorm/Rows/Passes.h.inc"

} // namespace mlir::rmsnorm

#endif // RMSNORM_ROWS_PASSES_H
