//===- Print.h - Tensors as text --------------------------------*- C++ -*-===//

#ifndef RMSNORM_RUNTIME_PRINT_H
#define RMSNORM_RUNTIME_PRINT_H

#include "RMSNorm/Runtime/Tensor.h"

namespace mlir::rmsnorm {

/// Writes `tensor` as NumPy does: in brackets, six digits a float, and of
/// more than 64 elements only the three at each end of each dimension.
void printTensor(raw_ostream &os, const Tensor &tensor);

} // namespace mlir::rmsnorm

#endif // RMSNORM_RUNTIME_PRINT_H
