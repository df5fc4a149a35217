//===- RecomputeCost.h - What it takes to compute a value anew --*- C++ -*-===//

#ifndef RMSNORM_LIB_ROWS_RECOMPUTECOST_H
#define RMSNORM_LIB_ROWS_RECOMPUTECOST_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::rmsnorm {

/// Writing a value to a buffer of the row and reading it back costs less than
/// computing it again from this on (measured).
inline constexpr int64_t kCostOfKeeping = 4;

/// The instructions of a CPU, or so, that the payload of `op` takes for a
/// vector of elements.
int64_t getPayloadCost(Operation *op);

/// The same for `value` and all that it is computed from, as far as
/// `isComputed` goes; anything else is read along the row or there already.
int64_t getRecomputeCost(Value value, function_ref<bool(Value)> isComputed,
                         function_ref<bool(Value)> isRead);

} // namespace mlir::rmsnorm

#endif // RMSNORM_LIB_ROWS_RECOMPUTECOST_H
