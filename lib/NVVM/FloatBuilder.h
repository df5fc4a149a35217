//===- FloatBuilder.h - Arithmetic on floats and their bits -----*- C++ -*-===//

#ifndef RMSNORM_NVVM_FLOATBUILDER_H
#define RMSNORM_NVVM_FLOATBUILDER_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::rmsnorm {

/// Builds arithmetic on values of one type: f32 or f64, or a vector of these.
class FloatBuilder {
public:
  using Predicate = arith::CmpFPredicate;

  FloatBuilder(OpBuilder &rewriter, Location loc, Type type);

  bool isF64() const { return mantissa == 52; }
  /// Bits behind the point.
  int64_t getMantissa() const { return mantissa; }

  Value constant(double value);
  /// An integer as wide as the float.
  Value integer(int64_t value);

  Value add(Value x, Value y);
  Value sub(Value x, Value y);
  Value mul(Value x, Value y);
  Value div(Value x, Value y);
  /// x * y + z, rounded once.
  Value fma(Value x, Value y, Value z);
  Value neg(Value x);
  Value abs(Value x);
  Value copySign(Value magnitude, Value sign);
  Value roundEven(Value x);
  Value trunc(Value x);
  Value compare(Predicate predicate, Value x, Value y);
  Value select(Value condition, Value x, Value y);
  /// NaN stays NaN.
  Value clamp(Value x, double low, double high);
  /// coefficients[0] + coefficients[1] * x + ...
  Value polynomial(Value x, ArrayRef<double> coefficients);

  Value toBits(Value x);
  Value fromBits(Value bits);
  Value toFloat(Value integer);
  /// Of a whole number; 0 of NaN.
  Value toInteger(Value x);
  /// x * 2^n, rounded once, for n from twice the least exponent to twice the
  /// greatest.
  Value scale(Value x, Value n);
  /// 2^n for exponents n of normal numbers.
  Value powerOfTwo(Value n);

  /// The sum of two values, the second less than a rounding of the first.
  struct Pair {
    Value high, low;
  };
  /// The sum, exactly.
  Pair twoSum(Value x, Value y);
  /// The same where |x| >= |y| or x is zero.
  Pair fastTwoSum(Value x, Value y);
  /// The product, exactly.
  Pair twoProduct(Value x, Value y);
  /// The product but for its least bits.
  Pair mul(Pair x, Pair y);

  ImplicitLocOpBuilder b;

private:
  Type type, bits;
  int64_t mantissa;
};

} // namespace mlir::rmsnorm

#endif // RMSNORM_NVVM_FLOATBUILDER_H
