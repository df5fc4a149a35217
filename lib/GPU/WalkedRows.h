//===- WalkedRows.h - What a launch reads of its rows again -----*- C++ -*-===//

#ifndef RMSNORM_GPU_WALKEDROWS_H
#define RMSNORM_GPU_WALKEDROWS_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::rmsnorm {

/// A row of a buffer that several passes over it read.
struct WalkedRow {
  Value buffer;
  /// Where in the buffer, but for the column.
  SmallVector<OpFoldResult> place;
  /// What reads and writes it in the order of the program: whole vectors, and
  /// the masked rest.
  SmallVector<VectorTransferOpInterface> whole, rest;

  Type getElementType() const {
    return cast<MemRefType>(buffer.getType()).getElementType();
  }
  /// Bytes of an element.
  int64_t getElementSize() const;
};

/// The passes of a launch over its rows: each is a loop over whole vectors up
/// to `end`, and a masked one there.
struct WalkedRows {
  /// The length of the rows, inside the launch and before it.
  Value length, hostLength;
  Value end;
  /// Where the passes stand, one after the other.
  Block *block = nullptr;
  /// Those that are worth keeping: the ones with the widest elements first.
  SmallVector<WalkedRow> rows;

  /// Nothing is in `rows` where no row is walked as `rmsnorm-emit-rows` does
  /// it.
  explicit WalkedRows(gpu::LaunchOp launch);

  /// Whether `op` comes after the pass that `first` belongs to.
  bool isLater(Operation *op, Operation *first) const;

private:
  void findLength(gpu::LaunchOp launch);
  bool isInPass(VectorTransferOpInterface op) const;
};

/// The column that a transfer begins at.
Value getColumn(VectorTransferOpInterface op);

} // namespace mlir::rmsnorm

#endif // RMSNORM_GPU_WALKEDROWS_H
