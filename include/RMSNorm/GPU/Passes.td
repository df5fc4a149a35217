//===- Passes.td - Passes of the stage GPU -*- tablegen -*-===//

#ifndef RMSNORM_GPU_PASSES_TD
#define RMSNORM_GPU_PASSES_TD

include "mlir/Pass/PassBase.td"


#endif // RMSNORM_GPU_PASSES_TD
