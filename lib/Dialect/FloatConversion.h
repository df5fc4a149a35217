//===- FloatConversion.h - Between float types, rounding once ---*- C++ -*-===//

#ifndef RMSNORM_LIB_DIALECT_FLOATCONVERSION_H
#define RMSNORM_LIB_DIALECT_FLOATCONVERSION_H

#include "mlir/IR/Builders.h"

namespace mlir::rmsnorm {

/// `v` in float type `type`: extended, rounded to nearest even, or as it is.
/// With `saturate`, what lies beyond the range of an 8-bit type becomes its
/// largest finite value.
Value convertFloat(OpBuilder &b, Location loc, Value v, FloatType type,
                   bool saturate = false);

/// A constant of `type`, rounded to nearest even.
Value floatConstant(OpBuilder &b, Location loc, FloatType type, APFloat value);

} // namespace mlir::rmsnorm

#endif // RMSNORM_LIB_DIALECT_FLOATCONVERSION_H
