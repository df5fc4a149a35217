//===- Pipeline.h - From a model's ops to loops over rows -------*- C++ -*-===//

#ifndef RMSNORM_ROWS_PIPELINE_H
#define RMSNORM_ROWS_PIPELINE_H

#include <cstdint>

namespace mlir {
class OpPassManager;

namespace rmsnorm {

/// Adds the passes that both targets share, for a module with TOSA, linalg or
/// rmsnorm ops on tensors: norms raised and decomposed, each cluster one
/// `scf.forall` over rows, everything in buffers. A function's results become
/// trailing arguments. `chunk` is the number of elements of a row per vector; 0
/// takes rows whole.
void buildRowsPipeline(OpPassManager &pm, int64_t chunk);

} // namespace rmsnorm
} // namespace mlir

#endif // RMSNORM_ROWS_PIPELINE_H
