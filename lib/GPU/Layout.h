//===- Layout.h - The elements of a row that a thread holds -----*- C++ -*-===//

#ifndef RMSNORM_GPU_LAYOUT_H
#define RMSNORM_GPU_LAYOUT_H

#include "Schedule.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::rmsnorm {

/// This thread's place in the block, as values at the start of the kernel. A
/// vector of a row is then one `vector<width>` for each chunk, and a vector of
/// a row that is walked one chunk.
class Layout {
public:
  static constexpr int64_t width = Schedule::width;

  /// The block has `lanes` for each of its `rows`; both are given where they
  /// are known before the launch.
  Layout(OpBuilder &b, gpu::GPUFuncOp func, RowShape shape,
         std::optional<int64_t> lanes, std::optional<int64_t> rows);

  /// The lanes of `row` in teams that each hold a vector of `shape`, as many as
  /// a row of that length has, and no more than a warp.
  Layout(OpBuilder &b, Location loc, const Layout &row, RowShape shape);

  int64_t getNumChunks() const { return chunks; }
  int64_t getLength() const { return shape.length; }
  const RowShape &getShape() const { return shape; }
  std::optional<int64_t> getKnownLanes() const { return knownLanes; }
  Value getLane() const { return lane; }
  /// The number of lanes.
  Value getLanes() const { return lanes; }

  /// The column of element `j` of chunk `k`.
  Value getColumn(OpBuilder &b, Location loc, int64_t k, int64_t j = 0) const;
  /// The columns of chunk `k`, as a vector of indices.
  Value getColumns(OpBuilder &b, Location loc, int64_t k) const;
  /// The columns of chunk `k` that are less than `end`, as a vector of i1.
  Value getMask(OpBuilder &b, Location loc, int64_t k, Value end) const;

  /// Chunk `k` of what `op` reads. Beyond the end of a row of known length a
  /// lane reads its first elements again: that takes no branch, so that all
  /// reads are under way at once, and no other lane writes there if the row is
  /// overwritten.
  Value read(OpBuilder &b, vector::TransferReadOp op, int64_t k) const;
  void write(OpBuilder &b, vector::TransferWriteOp op, Value value,
             int64_t k) const;
  /// Chunk `k` of what `from` reads goes to shared memory by itself; false
  /// where its pieces are too small for that.
  bool copy(OpBuilder &b, vector::TransferReadOp from,
            vector::TransferWriteOp to, int64_t k) const;

  /// The group that chunk `k` belongs to.
  Value getGroup(OpBuilder &b, Location loc, int64_t k) const;
  /// That group's element of what `op` reads, whose elements are per group.
  Value readGroup(OpBuilder &b, vector::TransferReadOp op, int64_t k) const;
  /// The group's first lane writes its element.
  void writeGroup(OpBuilder &b, vector::TransferWriteOp op, Value value,
                  int64_t k) const;
  /// The reduction of each group: what comes of chunk `k`, in each lane.
  Value reduceGroup(OpBuilder &b, vector::MultiDimReductionOp op,
                    Value chunk) const;

  /// The reduction over the chunks of a lane and over the lanes of the row;
  /// every lane gets the result.
  Value reduce(OpBuilder &b, vector::ReductionOp op,
               ArrayRef<Value> chunks) const;

private:
  /// True if chunk `k` lies inside the row for every lane.
  bool isWhole(int64_t k) const {
    return !shape.length || (k + 1) * *knownLanes * width <= shape.length;
  }
  /// The end of what is inside `op`'s row, if not all of chunk `k` is.
  Value getEnd(OpBuilder &b, VectorTransferOpInterface op, int64_t k) const;
  SmallVector<Value> getIndices(OpBuilder &b, VectorTransferOpInterface op,
                                Value column) const;
  Value readPiece(OpBuilder &b, vector::TransferReadOp op, Value column,
                  int64_t piece) const;
  Value isInside(OpBuilder &b, Location loc, int64_t k, int64_t j,
                 Value end) const;
  Value reduceLane(OpBuilder &b, vector::ReductionOp op,
                   ArrayRef<Value> chunks) const;
  Value reduceWarp(OpBuilder &b, Location loc, vector::CombiningKind kind,
                   Value value) const;
  Value reduceWarps(OpBuilder &b, Location loc, vector::CombiningKind kind,
                    Value value) const;
  Value reduceInOrder(OpBuilder &b, vector::ReductionOp op,
                      ArrayRef<Value> chunks) const;

  gpu::GPUFuncOp func;
  std::optional<int64_t> knownLanes, knownRows;
  RowShape shape;
  int64_t chunks;
  Value lane, lanes, row, firstColumn;
};

/// True if the row runs along one dimension of the buffer, or is one value of
/// it, and the transfer stays inside it.
LogicalResult verifyTransfer(VectorTransferOpInterface op);

/// What changes nothing in a reduction of this kind.
TypedAttr getNeutral(OpBuilder &b, Location loc, vector::CombiningKind kind,
                     Type type);

} // namespace mlir::rmsnorm

#endif // RMSNORM_GPU_LAYOUT_H
