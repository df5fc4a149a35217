//===- Kind.h - What an op computes -----------------------------*- C++ -*-===//

#ifndef RMSNORM_LIB_RAISE_KIND_H
#define RMSNORM_LIB_RAISE_KIND_H

#include "mlir/IR/Operation.h"

namespace mlir::rmsnorm {

enum class Kind {
  Given, // not computed, or by an op that means nothing here
  Add,
  Sub,
  Mul,
  Div,
  Reciprocal,
  Max,
  Clamp, // to constants that aren't looked at
  Absolute,
  Negate,
  Square,
  Root,
  ReciprocalRoot,
  Cast,
  Sum,   // the operand is the addend
  Extent // an index that was converted to float; the element is the index
};

/// What `op` computes, as far as its name says it.
Kind getKind(Operation *op);

/// The kind of a power by its exponent.
Kind getPowerKind(double exponent);

/// Whether `op` may take a root, inverse or not.
bool mayTakeRoot(Operation *op);

/// Whether the maximum `op`, which may be null, of a NaN and a number is NaN.
bool keepsNaN(Operation *op);

/// Whether `op`, which may be null, raises to a power.
bool isPower(Operation *op);

/// Whether `op` clamps to what is not negative, and to nothing else.
bool clampsToZero(Operation *op);

unsigned getNumOperands(Kind kind);

} // namespace mlir::rmsnorm

#endif // RMSNORM_LIB_RAISE_KIND_H
