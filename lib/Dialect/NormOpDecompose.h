//===- NormOpDecompose.h - The parts of a norm as linalg --------*- C++ -*-===//

#ifndef RMSNORM_LIB_DIALECT_NORMOPDECOMPOSE_H
#define RMSNORM_LIB_DIALECT_NORMOPDECOMPOSE_H

#include "RMSNorm/Dialect/RMSNorm.h"

namespace mlir::rmsnorm {

/// The rows of a norm as its parts read them: along the last dimension of x,
/// each less its mean where the op centres.
struct NormRows {
  NormRows(NormOp op, Value x, OpBuilder &b);

  /// What a linalg op reads to get at `centred`, and by which maps. `mean` has
  /// one value for each row, or is null.
  SmallVector<Value> inputs(Value mean);
  SmallVector<AffineMap> maps(Value mean);
  /// The element in `type`, from the arguments for `inputs`.
  Value centred(OpBuilder &b, ValueRange args, FloatType type);

  NormOp op;
  OpBuilder &b;
  Location loc;
  Value x;
  int64_t rank;
  FloatType compute;
  SmallVector<OpFoldResult> sizes;
  AffineMap full, row; // from the loops to an element, and to its row
};

/// Whether rows are divided by a root that is rounded, not multiplied with the
/// reciprocal of one.
bool dividesByRoot(NormOp op);

/// The mean of each row, of type `type` and computed in it.
Value createMean(NormRows &rows, FloatType type);

/// 1 / sqrt(statistic + epsilon) of each row in the compute type, into `init`
/// where that isn't null; the root itself where the op divides by it. `mean` is
/// the one in the compute type, or null.
Value createFactor(NormRows &rows, Value mean, Value init);

} // namespace mlir::rmsnorm

#endif // RMSNORM_LIB_DIALECT_NORMOPDECOMPOSE_H
