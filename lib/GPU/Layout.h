//===- Layout.h - The elements of a row that a thread holds -----*- C++ -*-===//

#ifndef RMSNORM_GPU_LAYOUT_H
#define RMSNORM_GPU_LAYOUT_H

#include "Schedule.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::rmsnorm {

/// This thread's place in the block, as values at the start of the kernel. A
/// vector of a row is then one `vector<width>` for each chunk.
class Layout {
public:
  Layout(OpBuilder &b, Location loc, RowShape shape, Schedule schedule);

  const Schedule &getSchedule() const { return schedule; }
  int64_t getLength() const { return length; }
  Value getLane() const { return lane; }
  Value getRowInBlock() const { return row; }

  /// True if chunk `k` lies inside the row for every lane.
  bool isWhole(int64_t k) const {
    return (k + 1) * schedule.lanes * schedule.width <= length;
  }
  /// The column of element `j` of chunk `k`.
  Value getColumn(OpBuilder &b, Location loc, int64_t k, int64_t j = 0) const;
  /// The columns of chunk `k`, as a vector of indices.
  Value getColumns(OpBuilder &b, Location loc, int64_t k) const;
  /// An i1 that is true where element `j` of chunk `k` lies inside the row.
  Value isInRow(OpBuilder &b, Location loc, int64_t k, int64_t j) const;
  /// `value`, of chunk `k`, with `neutral` in place of what lies outside.
  Value mask(OpBuilder &b, Location loc, int64_t k, Value value,
             TypedAttr neutral) const;

  /// Chunk `k` of what `op` reads. Beyond the end of the row a lane reads its
  /// first elements again: that takes no branch, so that all reads are under
  /// way at once, and no other lane writes there if the row is overwritten.
  Value read(OpBuilder &b, vector::TransferReadOp op, int64_t k) const;
  void write(OpBuilder &b, vector::TransferWriteOp op, Value value,
             int64_t k) const;

  /// The reduction over the chunks of a lane and over the lanes of the row;
  /// every lane gets the result.
  Value reduce(OpBuilder &b, Location loc, vector::CombiningKind kind,
               ArrayRef<Value> chunks, gpu::GPUFuncOp func) const;

private:
  Value reduceLanes(OpBuilder &b, Location loc, vector::CombiningKind kind,
                    Value value, gpu::GPUFuncOp func) const;

  Schedule schedule;
  int64_t length;
  Value lane, row, firstColumn;
};

/// True if the row runs along one dimension of the buffer, or is one value of
/// it, and the transfer stays inside it.
LogicalResult verifyTransfer(VectorTransferOpInterface op);

} // namespace mlir::rmsnorm

#endif // RMSNORM_GPU_LAYOUT_H
