//===- FloatBuilder.cpp - Arithmetic on floats and their bits -------------===//

#include "FloatBuilder.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace mlir::rmsnorm;

FloatBuilder::FloatBuilder(OpBuilder &rewriter, Location loc, Type type)
    : b(loc, rewriter), type(type) {
  Type element = getElementTypeOrSelf(type);
  assert((element.isF32() || element.isF64()) && "f32 or f64 expected");
  mantissa = element.isF64() ? 52 : 23;
  bits = b.getIntegerType(element.getIntOrFloatBitWidth());
  if (auto vector = dyn_cast<VectorType>(type))
    bits = vector.clone(bits);
}

static Value createConstant(ImplicitLocOpBuilder &b, Type type, Attribute all) {
  if (auto vector = dyn_cast<VectorType>(type))
    all = DenseElementsAttr::get(vector, all);
  return arith::ConstantOp::create(b, cast<TypedAttr>(all));
}

Value FloatBuilder::constant(double value) {
  return createConstant(b, type,
                        b.getFloatAttr(getElementTypeOrSelf(type), value));
}

Value FloatBuilder::integer(int64_t value) {
  return createConstant(b, bits,
                        b.getIntegerAttr(getElementTypeOrSelf(bits), value));
}

Value FloatBuilder::add(Value x, Value y) {
  return arith::AddFOp::create(b, x, y);
}
Value FloatBuilder::sub(Value x, Value y) {
  return arith::SubFOp::create(b, x, y);
}
Value FloatBuilder::mul(Value x, Value y) {
  return arith::MulFOp::create(b, x, y);
}
Value FloatBuilder::div(Value x, Value y) {
  return arith::DivFOp::create(b, x, y);
}
Value FloatBuilder::fma(Value x, Value y, Value z) {
  return math::FmaOp::create(b, x, y, z);
}
Value FloatBuilder::neg(Value x) { return arith::NegFOp::create(b, x); }
Value FloatBuilder::abs(Value x) { return math::AbsFOp::create(b, x); }
Value FloatBuilder::copySign(Value magnitude, Value sign) {
  return math::CopySignOp::create(b, magnitude, sign);
}
Value FloatBuilder::roundEven(Value x) {
  return math::RoundEvenOp::create(b, x);
}
Value FloatBuilder::trunc(Value x) { return math::TruncOp::create(b, x); }

Value FloatBuilder::compare(Predicate predicate, Value x, Value y) {
  return arith::CmpFOp::create(b, predicate, x, y);
}

Value FloatBuilder::select(Value condition, Value x, Value y) {
  return arith::SelectOp::create(b, condition, x, y);
}

Value FloatBuilder::clamp(Value x, double low, double high) {
  Value least = constant(low), most = constant(high);
  x = select(compare(Predicate::OLT, x, least), least, x);
  return select(compare(Predicate::OGT, x, most), most, x);
}

Value FloatBuilder::polynomial(Value x, ArrayRef<double> coefficients) {
  Value sum = constant(coefficients.back());
  for (double coefficient : llvm::reverse(coefficients.drop_back()))
    sum = fma(sum, x, constant(coefficient));
  return sum;
}

Value FloatBuilder::toBits(Value x) {
  return arith::BitcastOp::create(b, bits, x);
}

Value FloatBuilder::fromBits(Value bits) {
  return arith::BitcastOp::create(b, type, bits);
}

Value FloatBuilder::toFloat(Value integer) {
  return arith::SIToFPOp::create(b, type, integer);
}

Value FloatBuilder::toInteger(Value x) {
  x = select(compare(Predicate::ORD, x, x), x, constant(0));
  return arith::FPToSIOp::create(b, bits, x);
}

Value FloatBuilder::powerOfTwo(Value n) {
  int64_t bias = isF64() ? 1023 : 127;
  return fromBits(arith::ShLIOp::create(
      b, arith::AddIOp::create(b, n, integer(bias)), integer(getMantissa())));
}

Value FloatBuilder::scale(Value x, Value n) {
  Value half = arith::ShRSIOp::create(b, n, integer(1));
  Value rest = arith::SubIOp::create(b, n, half);
  return mul(mul(x, powerOfTwo(half)), powerOfTwo(rest));
}

FloatBuilder::Pair FloatBuilder::twoSum(Value x, Value y) {
  Value sum = add(x, y), other = sub(sum, x);
  return {sum, add(sub(x, sub(sum, other)), sub(y, other))};
}

FloatBuilder::Pair FloatBuilder::fastTwoSum(Value x, Value y) {
  Value sum = add(x, y);
  return {sum, sub(y, sub(sum, x))};
}

FloatBuilder::Pair FloatBuilder::twoProduct(Value x, Value y) {
  Value product = mul(x, y);
  return {product, fma(x, y, neg(product))};
}

FloatBuilder::Pair FloatBuilder::mul(Pair x, Pair y) {
  Pair product = twoProduct(x.high, y.high);
  Value low = fma(x.high, y.low, fma(x.low, y.high, product.low));
  return {product.high, low};
}
