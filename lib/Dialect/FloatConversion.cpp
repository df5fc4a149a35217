//===- FloatConversion.cpp - Between float types, rounding once -----------===//

#include "FloatConversion.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

Value rmsnorm::floatConstant(OpBuilder &b, Location loc, FloatType type,
                             APFloat value) {
  bool inexact;
  value.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                &inexact);
  return arith::ConstantOp::create(b, loc, b.getFloatAttr(type, value));
}

Value rmsnorm::convertFloat(OpBuilder &b, Location loc, Value v, FloatType type,
                            bool saturate) {
  auto from = cast<FloatType>(v.getType());
  if (from == type)
    return v;
  if (saturate && type.getWidth() == 8) {
    // NaN passes through both.
    APFloat largest = APFloat::getLargest(type.getFloatSemantics());
    v = arith::MinimumFOp::create(b, loc, v,
                                  floatConstant(b, loc, from, largest));
    v = arith::MaximumFOp::create(b, loc, v,
                                  floatConstant(b, loc, from, -largest));
  }
  if (from.getWidth() < type.getWidth())
    return arith::ExtFOp::create(b, loc, type, v);
  if (from.getWidth() > type.getWidth())
    return arith::TruncFOp::create(b, loc, type, v);
  // bf16 and f16 hold different numbers: by way of the type that holds both.
  Value wide = arith::ExtFOp::create(b, loc, b.getF32Type(), v);
  return arith::TruncFOp::create(b, loc, type, wide);
}
