//===- Operands.h - The tensors among the scalars ---------------*- C++ -*-===//

#ifndef RMSNORM_LIB_RAISE_OPERANDS_H
#define RMSNORM_LIB_RAISE_OPERANDS_H

#include "Row.h"
#include "Spelling.h"

namespace mlir::rmsnorm {

/// Whether a norm can read and write elements of this type.
bool isNormType(Type type);

/// A tensor along the rows, or along the last dimensions of the result, unit
/// dims aside, plus a constant that is added in the compute type.
struct Column {
  Value tensor;
  double offset = 0.0;
};

/// The column that holds `e` as it is stored, or null. It is smaller than the
/// result, or has all of it as its row.
Value findColumn(Spelling &spelling, Element e, const Row &row,
                 const Output &y);
std::optional<Column> findShiftedColumn(Spelling &spelling, Element e,
                                        const Row &row, const Output &y);

/// The tensor of the shape of `y` that holds `x` as it is stored, or null. Its
/// elements have type `type` where that is not null.
Value findRows(Spelling &spelling, Element x, const Output &y, FloatType type);

} // namespace mlir::rmsnorm

#endif // RMSNORM_LIB_RAISE_OPERANDS_H
