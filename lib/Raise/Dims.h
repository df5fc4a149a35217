//===- Dims.h - Extents that are equal --------------------------*- C++ -*-===//

#ifndef RMSNORM_LIB_RAISE_DIMS_H
#define RMSNORM_LIB_RAISE_DIMS_H

#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::rmsnorm {

/// Lets `dim`, or what has its uses afterwards, ask for an operand of the op
/// that it asks for the result of; says whether that is known.
bool askOperand(tensor::DimOp dim);

/// Whether `index` is known to be the extent of `tensor` along `dim`.
bool isExtent(Value index, Value tensor, int64_t dim);

} // namespace mlir::rmsnorm

#endif // RMSNORM_LIB_RAISE_DIMS_H
