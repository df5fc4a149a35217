//===- Passes.td - Passes of the stage CPU -*- tablegen -*-===//

#ifndef RMSNORM_CPU_PASSES_TD
#define RMSNORM_CPU_PASSES_TD

include "mlir/Pass/PassBase.td"


#endif // RMSNORM_CPU_PASSES_TD
