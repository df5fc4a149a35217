//===- Operands.h - The tensors among the scalars ---------------*- C++ -*-===//

#ifndef RMSNORM_LIB_RAISE_OPERANDS_H
#define RMSNORM_LIB_RAISE_OPERANDS_H

#include "Row.h"
#include "Spelling.h"

namespace mlir::rmsnorm {

/// Whether a norm can read and write elements of this type.
bool isNormType(Type type);

/// A tensor along the rows, or along the last dimensions of the result, unit
/// dims aside, plus a constant that is added in the compute type. What no
/// tensor holds is a value in the body of a linalg op.
struct Column {
  Value value;
  double offset = 0.0;
};

/// The column that holds `e` as it is stored, or null. It is smaller than the
/// result, or has all of it as its row; with `allowWhole` it may also have one
/// element for each of the result, though that is a product like any other, or
/// be a value in a body.
Value findColumn(Spelling &spelling, Element e, const Row &row, const Output &y,
                 bool allowWhole);
std::optional<Column> findShiftedColumn(Spelling &spelling, Element e,
                                        const Row &row, const Output &y,
                                        bool allowWhole);

/// `x` as an element of the tensor that stores it, which has the shape of `y`,
/// unit dims aside, and elements of type `type` where that is not null. If
/// there is none, its dims may be in another order.
std::optional<Element> findRows(Spelling &spelling, Element x, const Output &y,
                                FloatType type);

/// The dims that have `coords` in the order in which the result has them, unit
/// dims first; empty where that is their own.
SmallVector<int64_t> getOrder(ArrayRef<AffineExpr> coords);

} // namespace mlir::rmsnorm

#endif // RMSNORM_LIB_RAISE_OPERANDS_H
