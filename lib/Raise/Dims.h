//===- Dims.h - Extents that are equal --------------------------*- C++ -*-===//

#ifndef RMSNORM_LIB_RAISE_DIMS_H
#define RMSNORM_LIB_RAISE_DIMS_H

#include "mlir/IR/Value.h"

namespace mlir::rmsnorm {

/// A tensor that has the shape of `result`, and that its op reads or writes; or
/// null.
Value getSameShape(OpResult result);

/// Whether `index` is known to be the extent of `tensor` along `dim`.
bool isExtent(Value index, Value tensor, int64_t dim);

} // namespace mlir::rmsnorm

#endif // RMSNORM_LIB_RAISE_DIMS_H
