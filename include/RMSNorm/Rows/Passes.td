//===- Passes.td - Passes of the stage Rows -*- tablegen -*-===//

#ifndef RMSNORM_ROWS_PASSES_TD
#define RMSNORM_ROWS_PASSES_TD

include "mlir/Pass/PassBase.td"


#endif // RMSNORM_ROWS_PASSES_TD
