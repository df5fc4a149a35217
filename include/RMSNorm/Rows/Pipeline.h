//===- Pipeline.h - From a model's ops to loops over rows -------*- C++ -*-===//

#ifndef RMSNORM_ROWS_PIPELINE_H
#define RMSNORM_ROWS_PIPELINE_H

#include "RMSNorm/Rows/Passes.h"
#include "RMSNorm/Rows/Stages.h"

namespace mlir {
class OpPassManager;

namespace rmsnorm {

/// Adds the passes that both targets share, for a module with TOSA, linalg or
/// rmsnorm ops on tensors: norms raised and decomposed, each cluster one
/// `scf.forall` over rows, everything in buffers. A function's results become
/// trailing arguments. `options` say how a row is taken.
void buildRowsPipeline(OpPassManager &pm, const EmitRowsPassOptions &options,
                       Stages &stages);

} // namespace rmsnorm
} // namespace mlir

#endif // RMSNORM_ROWS_PIPELINE_H
