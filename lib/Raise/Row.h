//===- Row.h - What a norm normalises ---------------------------*- C++ -*-===//

#ifndef RMSNORM_LIB_RAISE_ROW_H
#define RMSNORM_LIB_RAISE_ROW_H

#include "Spelling.h"

namespace mlir::rmsnorm {

/// What a norm would give: floats in the shape of a tensor. They are the result
/// of an op, or what the body of a linalg op computes along some of its loops.
struct Output {
  Element element;
  RankedTensorType type;
  SmallVector<AffineExpr, 4> coords; // along the type's dims, 0 along unit dims
};

/// All of `tensor`.
Output getOutput(Value tensor);

/// The coordinates of a result along its rows and along all else. Unit dims
/// have none.
struct Row {
  int64_t axes = 1;                // trailing dims of the result, unit dims too
  SmallVector<AffineExpr, 2> dims; // the coordinates among them
  SmallVector<int64_t, 2> shape;   // their extents
  SmallVector<AffineExpr, 4> all;  // every coordinate of the result

  /// `term`, which `sum` adds up, with the indices of the sum named as the
  /// coordinates along the row; nothing if these are not what the sum is over.
  /// Where the row has other dimensions than the sum, but the same number of
  /// elements, they count the same elements in the same order. Nothing, too,
  /// where the sum takes them in another order than the row has them, unless
  /// it is one that may be in `anyOrder`.
  std::optional<Element> align(Spelling &spelling, const Element &term,
                               const Node &sum, bool anyOrder) const;

private:
  std::optional<DenseMap<AffineExpr, AffineExpr>>
  findPlaces(const Element &stored, const Node &sum, bool anyOrder) const;
};

/// The rows of `y` that a sum over `extents` runs over.
std::optional<Row> getRow(const Output &y, ArrayRef<int64_t> extents);

} // namespace mlir::rmsnorm

#endif // RMSNORM_LIB_RAISE_ROW_H
