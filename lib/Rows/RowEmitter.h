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

/// So many additions in a row leave a sum of equal elements within 4 ulp.
inline constexpr int64_t kChunksPerBlock = 64;

/// Whether the order of a sum or product is that of the row: every step in 16
/// bits rounds, so another order would be another result.
bool isOrdered(linalg::LinalgOp reduction);

/// Whether a long sum is one of blocks, with compensation.
bool isCompensated(linalg::LinalgOp reduction);

/// Inputs whose memory a result takes, and that result.
using InPlace = llvm::SmallMapVector<Value, OpResult, 2>;

/// Writes the vector program of one row of a cluster. Values with a column are
/// vectors, values per row are scalars.
class RowEmitter {
public:
  /// `rows` numbers the row; `extent` is the length of the row (ignored where
  /// it has one element), static if the row is taken whole.
  RowEmitter(const Cluster &cluster, const Plan &plan, const InPlace &inPlace,
             OpBuilder &b, Location loc, ValueRange rows, OpFoldResult extent,
             Walk walk);

  /// Emits the program. `slices` holds for each output the row's part of its
  /// destination, and afterwards the same with the results in it.
  void run(llvm::MapVector<Value, Value> &slices);

private:
  /// The group of the row that is being worked on.
  struct Group {
    Value number;
    /// The column of its first element.
    Value first;
    /// Whether results have a slice of the group's own.
    bool isSliced = false;
    llvm::DenseMap<Value, Value> values = llvm::DenseMap<Value, Value>();
    /// The loop over its chunks, if there is one.
    Operation *loop = nullptr;
  };

  /// A piece of the row and what has been computed of it.
  struct Chunk {
    Value first;
    int64_t width;
    Value mask;
    /// Where it begins in its group.
    Value inGroup;
    llvm::DenseMap<Value, Value> values;
  };

  /// The step of a loop at `column`, which updates what is carried from one to
  /// the next.
  using Step = function_ref<void(Value column, MutableArrayRef<Value> carried)>;

  void emitWhole();
  void emitVector(Chunk &whole, const RowPass &pass,
                  llvm::DenseMap<Value, Value> &values);
  void emitPass(const RowPass &pass);
  Value getMainEnd();
  void emitTail(const RowPass &pass, Value end,
                MutableArrayRef<Value> accumulators);
  void emitTailStores(Chunk &chunk, const RowPass &pass, Value left);
  SmallVector<Value> emitLoop(const RowPass &pass, Value begin, Value end,
                              Value step, ValueRange carried, Step body);
  SmallVector<Value> emitSteps(const RowPass &pass, Value begin, Value end,
                               ValueRange carried);
  SmallVector<Value> emitBlocks(const RowPass &pass, Value end,
                                ValueRange carried);
  bool isBlocked(const RowPass &pass) const;
  void takeSlices(const RowPass &pass, ValueRange carried);
  void emitChunk(Chunk &chunk, const RowPass &pass,
                 MutableArrayRef<Value> accumulators);
  void store(Chunk &chunk, OpResult output);
  void readOverwritten(Chunk &chunk, const RowPass &pass);

  void emitGroup(const RowPass &pass, MutableArrayRef<Value> accumulators);
  void emitGroupPass(const RowPass &pass, MutableArrayRef<Chunk> kept,
                     MutableArrayRef<Value> accumulators);
  Chunk createGroupChunk(Value offset, int64_t width);
  void storeOfGroup(OpResult output);
  int64_t getGroupWidth() const;

  Value evaluate(Value v, Chunk *chunk);
  Value compute(Value v, Chunk *chunk);
  Value runPayload(linalg::LinalgOp op, Value returned, Chunk *chunk);
  Value clonePayloadOp(Operation *op, IRMapping &map, Chunk *chunk);
  Value createIndex(int64_t place, Chunk *chunk);
  Value createRowBuffer(OpResult value);
  Value readColumn(Value tensor, ArrayRef<int64_t> coordinates, Chunk &chunk);
  Value readRow(Value tensor, ArrayRef<int64_t> coordinates);
  SmallVector<Value> indices(ArrayRef<int64_t> coordinates, Chunk *chunk);

  void emitGroupsSideBySide(const RowPass &pass);
  Value countGroups();

  // Rows that are one vector hold one of as many elements as there are groups
  // for what is per group.
  bool isWhole() const { return walk.width == 0; }
  int64_t getNumGroups() const;
  Value joinGroups(Value tensor, Coordinates &coordinates);
  Value readGroups(Value tensor, ArrayRef<int64_t> coordinates, Chunk &row);
  Value reduceGroups(linalg::LinalgOp reduction, Chunk &row);
  Value spreadGroups(Value v);
  Value cutIntoGroups(Value v);

  /// The vector of a piece of `width` elements, for each lane if scalable.
  VectorType getVectorType(int64_t width, Type element) const {
    return VectorType::get({width}, element, {walk.scalable});
  }
  /// The elements of `pieces` whole pieces.
  Value getExtent(int64_t pieces);
  Value broadcast(Value v, int64_t width);
  int64_t getAccumulatorWidth(linalg::LinalgOp reduction) const;
  Value createAccumulator(linalg::LinalgOp reduction);
  Value toAccumulator(linalg::LinalgOp reduction, Value v, Chunk &chunk);
  Value neutral(linalg::LinalgOp reduction, Type type);
  Value combine(linalg::LinalgOp reduction, Value accumulator, Value v);
  Value combineInitial(linalg::LinalgOp reduction, Value init, Value v);
  Value finish(linalg::LinalgOp reduction, Value accumulator);

  const Cluster &cluster;
  const Plan &plan;
  const InPlace &inPlace;
  OpBuilder &b;
  Location loc;
  ValueRange rows;
  OpFoldResult extent;
  Walk walk;

  llvm::MapVector<Value, Value> *slices = nullptr;
  /// Values per row computed so far. They stand outside the loop over chunks.
  llvm::DenseMap<Value, Value> rowValues;
  Operation *chunkLoop = nullptr;
  Group *group = nullptr;
  /// Results that have been written, and can be read back.
  llvm::DenseSet<Value> written;
};

} // namespace mlir::rmsnorm

#endif // RMSNORM_LIB_ROWS_ROWEMITTER_H
