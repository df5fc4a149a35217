//===- Passes.td - Passes of the stage NVVM -*- tablegen -*-===//

#ifndef RMSNORM_NVVM_PASSES_TD
#define RMSNORM_NVVM_PASSES_TD

include "mlir/Pass/PassBase.td"


#endif // RMSNORM_NVVM_PASSES_TD
