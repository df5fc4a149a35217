//===- RowEmitter.h - The program of one row --------------------*- C++ -*-===//

#ifndef RMSNORM_LIB_ROWS_ROWEMITTER_H
#define RMSNORM_LIB_ROWS_ROWEMITTER_H

#include "Plan.h"

namespace mlir::rmsnorm {

/// How a row is taken: in pieces of `width` elements, or of so many for each
/// lane of a block, whose number is `vector.vscale`; whole where `width` is 0.
struct Walk {
  int64_t width;
  bool scalable;
};

/// Writes the vector program of one row of a cluster. Values with a column are
/// vectors, values per row are scalars.
class RowEmitter {
public:
  /// `rows` numbers the row; `extent` is the length of the row (ignored where
  /// it has one element), static if the row is taken whole.
  RowEmitter(const Cluster &cluster, const Plan &plan, OpBuilder &b,
             Location loc, ValueRange rows, OpFoldResult extent, Walk walk);

  /// Emits the program. `slices` holds for each output the row's part of its
  /// destination, and afterwards the same with the results in it.
  void run(llvm::MapVector<Value, Value> &slices);

private:
  /// A piece of the row and what has been computed of it.
  struct Chunk {
    Value first;
    int64_t width;
    Value mask;
    llvm::DenseMap<Value, Value> values;
  };

  void emitWhole();
  void emitPass(unsigned number);
  Value getMainEnd();
  void emitTail(const Pass &pass, Value end,
                MutableArrayRef<Value> accumulators);
  void emitTailStores(Chunk &chunk, const Pass &pass, Value left);
  SmallVector<Value> emitLoop(const Pass &pass, Value begin, Value end,
                              ValueRange carried);
  SmallVector<Value> emitBlocks(const Pass &pass, Value end,
                                ValueRange carried);
  bool isBlocked(const Pass &pass) const;
  void takeSlices(const Pass &pass, ValueRange carried);
  void emitChunk(Chunk &chunk, const Pass &pass,
                 MutableArrayRef<Value> accumulators);
  void store(Chunk &chunk, OpResult output);
  void finish(linalg::LinalgOp reduction, Value accumulator);

  Value evaluate(Value v, Chunk *chunk);
  Value runPayload(linalg::LinalgOp op, Value returned, Chunk *chunk);
  Value clonePayloadOp(Operation *op, IRMapping &map, Chunk *chunk);
  Value readColumn(Value tensor, ArrayRef<int64_t> coordinates, Chunk &chunk);
  Value readRow(Value tensor, ArrayRef<int64_t> coordinates);
  SmallVector<Value> indices(ArrayRef<int64_t> coordinates, Value column);

  /// The vector of a piece of `width` elements, for each lane if scalable.
  VectorType getVectorType(int64_t width, Type element) const {
    return VectorType::get({width}, element, {walk.scalable});
  }
  /// The elements of `pieces` whole pieces.
  Value getExtent(int64_t pieces);
  Value broadcast(Value v, int64_t width);
  static bool isOrdered(linalg::LinalgOp reduction);
  static bool isCompensated(linalg::LinalgOp reduction);
  Value toAccumulator(linalg::LinalgOp reduction, Value v, Chunk &chunk);
  Value neutral(linalg::LinalgOp reduction, Type type);
  Value combine(linalg::LinalgOp reduction, Value accumulator, Value v);

  const Cluster &cluster;
  const Plan &plan;
  OpBuilder &b;
  Location loc;
  ValueRange rows;
  OpFoldResult extent;
  Walk walk;

  llvm::MapVector<Value, Value> *slices = nullptr;
  /// Values per row computed so far. They stand outside the loop over chunks.
  llvm::DenseMap<Value, Value> rowValues;
  Operation *chunkLoop = nullptr;
  unsigned currentPass = 0;
};

} // namespace mlir::rmsnorm

#endif // RMSNORM_LIB_ROWS_ROWEMITTER_H
