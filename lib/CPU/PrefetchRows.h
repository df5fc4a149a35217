//===- PrefetchRows.h - The next row on its way -----------------*- C++ -*-===//

#ifndef RMSNORM_LIB_CPU_PREFETCHROWS_H
#define RMSNORM_LIB_CPU_PREFETCHROWS_H

#include "LoopAccesses.h"

namespace mlir::rmsnorm {

/// The reads that walk a row of something that the loop over rows does not
/// write, up to where `loop` does, one for each buffer.
SmallVector<vector::TransferReadOp> getReadsOfRow(scf::ForOp loop,
                                                  const LoopAccesses &accesses);

/// Asks, at every step of `loop`, for the same place of the next row: between
/// the passes over a row the hardware's own prefetching stops. Not where rows
/// are so short that it has the next one by then.
void prefetchNextRow(scf::ForOp loop, const LoopAccesses &accesses);

} // namespace mlir::rmsnorm

#endif // RMSNORM_LIB_CPU_PREFETCHROWS_H
