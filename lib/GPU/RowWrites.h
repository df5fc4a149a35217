//===- RowWrites.h - Which thread writes, and who waits for it --*- C++ -*-===//

#ifndef RMSNORM_GPU_ROWWRITES_H
#define RMSNORM_GPU_ROWWRITES_H

#include "mlir/IR/Builders.h"

namespace mlir::rmsnorm {

/// Puts everything that writes under `inBounds`: the threads of rows beyond the
/// end compute along, because their neighbours need them in shuffles and at
/// barriers, and keep the result to themselves. They read the last row, which
/// is not overwritten before.
LogicalResult guardWrites(OpBuilder &b, Block &body, Value inBounds);

/// Puts barriers between a loop over groups and what is done for the whole row,
/// where one writes what the other reads or writes: the lane that has an
/// element is another one there.
void orderGroups(OpBuilder &b, Block &body);

} // namespace mlir::rmsnorm

#endif // RMSNORM_GPU_ROWWRITES_H
