//===- Columns.h - Weights in the shape that the op reads -------*- C++ -*-===//

#ifndef RMSNORM_LIB_RAISE_COLUMNS_H
#define RMSNORM_LIB_RAISE_COLUMNS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::rmsnorm {

/// `tensor`, in a shape that differs in its unit dims alone.
Value reshapeUnitDims(OpBuilder &b, Location loc, Value tensor,
                      ArrayRef<int64_t> shape);

/// `column`, which may be null, with the unit dims that the last dimensions of
/// `like` have: as many as it has elements along, and at least `axes`.
Value reshapeColumn(OpBuilder &b, Location loc, Value column,
                    RankedTensorType like, int64_t axes);

} // namespace mlir::rmsnorm

#endif // RMSNORM_LIB_RAISE_COLUMNS_H
