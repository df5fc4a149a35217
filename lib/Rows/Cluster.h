//===- Cluster.h - Ops that share one row space -----------------*- C++ -*-===//
//
// A row space is the set of rows that a reduction runs along: its parallel
// dimensions number the rows, its reduction dimension is the column. Every
// tensor around the reduction has coordinates in that space: a dimension is a
// row dimension, the column, or of extent one. A cluster is a convex set of
// structured ops over one row space, to be computed row by row in one loop.
//
// A reshape may cut the column into groups of one size, so that a scale per
// group, say, is computed in the loop of the rows: of such tensors a dimension
// numbers the groups of a row, and another one the elements of a group.
//
//===----------------------------------------------------------------------===//

#ifndef RMSNORM_LIB_ROWS_CLUSTER_H
#define RMSNORM_LIB_ROWS_CLUSTER_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallSet.h"

namespace mlir::rmsnorm {

/// The place of one tensor or loop dimension in a row space: the number of a
/// row dimension, beyond them that of several which a reshape has put together,
/// or one of these.
enum : int64_t {
  kUnit = -1,
  kColumn = -2,
  kUnknown = -3,
  kGroup = -4,
  kInGroup = -5
};
using Coordinates = SmallVector<int64_t>;

/// True of tensors with a value for each element of a row or group.
inline bool hasColumn(ArrayRef<int64_t> c) {
  return llvm::is_contained(c, kColumn) || llvm::is_contained(c, kInGroup);
}
/// True of tensors that know of groups.
inline bool hasGroup(ArrayRef<int64_t> c) {
  return llvm::is_contained(c, kGroup) || llvm::is_contained(c, kInGroup);
}
inline bool hasRow(ArrayRef<int64_t> c) {
  return llvm::any_of(c, [](int64_t d) { return d >= 0; });
}

/// A dimension whose extent is the extent of a dimension of the row space.
struct TensorDim {
  Value tensor;
  int64_t dim;
};

struct Cluster {
  /// The members, in block order.
  SmallVector<Operation *> ops;
  /// Where the dimensions of each tensor that a member reads or writes lie.
  llvm::MapVector<Value, Coordinates> coordinates;
  /// Where the loops of each structured member lie.
  llvm::DenseMap<Operation *, Coordinates> loops;
  /// For each row dimension a tensor that has it; the same for the column,
  /// null where the row has one element only.
  SmallVector<TensorDim> rowDims;
  TensorDim column{Value(), 0};
  /// Neighbouring row dimensions, the first and the last, that are one in some
  /// tensors; as coordinates they follow those of `rowDims`.
  SmallVector<std::pair<int64_t, int64_t>> joinedRows;
  /// Elements of a group; 0 where rows have no groups.
  int64_t groupSize = 0;
  /// Ops that read or make a tensor of the cluster and did not join, and why.
  llvm::MapVector<Operation *, StringRef> refused;

  /// The static extent of the column, 1 where there is none, or dynamic.
  int64_t getColumnExtent() const {
    return column.tensor ? cast<RankedTensorType>(column.tensor.getType())
                               .getDimSize(column.dim)
                         : 1;
  }
  /// The first and the last row dimension of a place.
  std::pair<int64_t, int64_t> getRows(int64_t place) const {
    int64_t numRows = rowDims.size();
    return place < numRows ? std::pair(place, place)
                           : joinedRows[place - numRows];
  }
  /// Whether each row dimension is among the coordinates.
  bool coversRows(ArrayRef<int64_t> coordinates) const;
  bool contains(Operation *op) const { return llvm::is_contained(ops, op); }
  /// Members that depend on no row, or on a part of its dimensions only, and
  /// reshapes are computed anew wherever they are needed.
  bool isCloned(Operation *op) const;
  /// Whether `op` is still there after the cluster is replaced: no member, or a
  /// cloned one that somebody outside uses.
  bool stays(Operation *op) const;
  /// The members' results that ops that stay use, in block order.
  SmallVector<OpResult> getOutputs() const;
};

/// The combining op of a reduction whose body is `acc = combine(f(inputs),
/// acc)` with an associative combiner; null for anything else. The kind of that
/// combiner is what linalg::getCombinerOpKind says of it.
Operation *getCombiner(linalg::LinalgOp op);

/// A tensor of truth values: bytes in memory, where a vector of them is bits.
bool isBool(Type type);

/// A structured op whose payload clones onto vectors.
bool isRowCode(linalg::LinalgOp op);

bool isReshape(Operation *op);

/// A reshape that only adds or drops dimensions of extent one.
bool isUnitReshape(Operation *op);

/// Whether `op` reduces along the whole row, or within each group.
bool reducesRow(const Cluster &cluster, Operation *op);
bool reducesGroup(const Cluster &cluster, Operation *op);

/// Where the loops of `op` lie, as far as the tensors that it touches are
/// known; nothing where two of them disagree or a loop stays open.
std::optional<Coordinates> getLoopCoordinates(const Cluster &cluster,
                                              linalg::LinalgOp op);

/// The coordinates of a tensor that `map` reads at the coordinates of `loops`.
Coordinates getOperandCoordinates(AffineMap map, ArrayRef<int64_t> loops);

/// Whether `op` is more than work on each group, or on a row without groups.
bool combinesGroups(linalg::LinalgOp op, ArrayRef<int64_t> loops,
                    bool isPerRow);

/// What the coordinates of one side of a reshape, its source or its result, say
/// of the other.
struct Reshaped {
  Coordinates coordinates;
  /// Elements of a group, if the column is cut.
  int64_t groupSize = 0;
  /// The cluster's joined rows with those of this reshape.
  SmallVector<std::pair<int64_t, int64_t>> joinedRows;
  /// Why there are none, if so.
  StringRef refusal;
};
Reshaped reshapeCoordinates(const Cluster &cluster, Operation *reshape,
                            ArrayRef<int64_t> known, bool isSource);

/// Drops members, though not `seed`, until no member depends on another one by
/// way of an op outside: no single loop could run before and after that op.
void makeConvex(Cluster &cluster, Operation *seed);

/// The cluster around the reduction `seed`, or nothing where `seed` is no
/// reduction along rows. Without groups if there is a reason against them.
std::optional<Cluster> growCluster(linalg::LinalgOp seed,
                                   StringRef againstGroups = {});

} // namespace mlir::rmsnorm

#endif // RMSNORM_LIB_ROWS_CLUSTER_H
