//===- Prefix.h - Slices that start at the first element --------*- C++ -*-===//

#ifndef RMSNORM_LIB_RAISE_PREFIX_H
#define RMSNORM_LIB_RAISE_PREFIX_H

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"

namespace mlir::rmsnorm {

/// Whether a slice has the elements of its source at the same coordinates, and
/// all of them along each dimension of unknown extent.
bool isPrefix(tensor::ExtractSliceOp op);
bool isPrefix(tosa::SliceOp op);

} // namespace mlir::rmsnorm

#endif // RMSNORM_LIB_RAISE_PREFIX_H
