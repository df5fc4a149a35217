//===- Passes.td - Passes of the stage Raise -*- tablegen -*-===//

#ifndef RMSNORM_RAISE_PASSES_TD
#define RMSNORM_RAISE_PASSES_TD

include "mlir/Pass/PassBase.td"

def RaisePass : Pass<"rmsnorm-raise"> {
  let summary = "Turns norms written out in linalg or TOSA into rmsnorm.norm";
  let dependentDialects = ["::mlir::rmsnorm::RMSNormDialect"];
}

#endif // RMSNORM_RAISE_PASSES_TD
