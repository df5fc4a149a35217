//===- DeferStores.h - Results written by the last pass ---------*- C++ -*-===//

#ifndef RMSNORM_LIB_CPU_DEFERSTORES_H
#define RMSNORM_LIB_CPU_DEFERSTORES_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::rmsnorm {

/// The reads in `loop`, one of those over a row, of a result that an earlier
/// loop over the same row writes; of each result the first one. Nothing else
/// happens to these elements in the loop over rows.
SmallVector<vector::TransferReadOp> getDeferrable(scf::ForOp loop);

/// Lets `loop` write the result that `read` reads back: until then the row lies
/// in a buffer. Returns the write. Tails of the row stay as they are.
vector::TransferWriteOp deferStore(scf::ForOp loop,
                                   vector::TransferReadOp read);

} // namespace mlir::rmsnorm

#endif // RMSNORM_LIB_CPU_DEFERSTORES_H
