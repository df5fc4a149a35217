//===- Build.h - Norms in place of what was found ---------------*- C++ -*-===//

#ifndef RMSNORM_LIB_RAISE_BUILD_H
#define RMSNORM_LIB_RAISE_BUILD_H

#include "Match.h"

namespace mlir::rmsnorm {

/// The norm `match` with a result of type `type`.
NormOp buildNorm(OpBuilder &b, Location loc, const NormMatch &match,
                 RankedTensorType type, bool allowWidening);

/// A norm of which only the reciprocal root is needed.
NormOp buildReciprocal(OpBuilder &b, Location loc, const NormMatch &match);

/// A copy of `norm`, in front of it, that returns its reciprocal root as well.
/// Takes over the uses of its result.
NormOp addReciprocal(NormOp norm);

/// Lets users of `op` use the reciprocal root that `norm` returns where `op`
/// computes it as `reciprocal`, at the coordinates of the norm.
void replaceReciprocal(OpBuilder &b, Operation *op, const Element &reciprocal,
                       NormOp norm);

} // namespace mlir::rmsnorm

#endif // RMSNORM_LIB_RAISE_BUILD_H
