//===- Body.h - Norms in the bodies of linalg ops ---------------*- C++ -*-===//
//
// Where elementwise ops were fused before, the end of a norm is one scalar
// among others. It is cut out, and what is left of the body reads it from a
// tensor.
//
//===----------------------------------------------------------------------===//

#ifndef RMSNORM_LIB_RAISE_BODY_H
#define RMSNORM_LIB_RAISE_BODY_H

#include "Row.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::rmsnorm {

/// A value in a body as a tensor over the loops that it depends on, which
/// `map` takes from all loops of the op.
struct BodyValue {
  Output output;
  AffineMap map;
};

/// `value` at one iteration of all loops of `op`.
Element getBodyElement(linalg::LinalgOp op, Value value);

/// `value` in the order of the loops, and in any other in which an operand is
/// stored: a transposition may have been fused. Nothing if it depends on what a
/// reduction has added up so far.
SmallVector<BodyValue, 2> getBodyValues(linalg::LinalgOp op, Value value);

/// `value`, which the body of a linalg op computes from operands of the op, in
/// a tensor over the loops that it depends on.
Value computeApart(OpBuilder &b, Value value);

/// A copy of `op` that reads `tensor` at `map` of its loops where `op` computes
/// `value`. Inputs that only this computation needed are left out.
linalg::GenericOp readInBody(OpBuilder &b, linalg::LinalgOp op, Value value,
                             Value tensor, AffineMap map);

} // namespace mlir::rmsnorm

#endif // RMSNORM_LIB_RAISE_BODY_H
