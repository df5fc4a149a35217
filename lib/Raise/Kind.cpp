//===- Kind.cpp - What an op computes -------------------------------------===//

#include "Kind.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::rmsnorm;

/// Whether the larger one of two values is selected. Of a NaN either may be.
static bool isMaximum(arith::SelectOp op) {
  auto compare = op.getCondition().getDefiningOp<arith::CmpFOp>();
  if (!compare)
    return false;
  Value smaller = compare.getLhs(), larger = compare.getRhs();
  switch (compare.getPredicate()) {
  case arith::CmpFPredicate::OLT:
  case arith::CmpFPredicate::OLE:
  case arith::CmpFPredicate::ULT:
  case arith::CmpFPredicate::ULE:
    break;
  case arith::CmpFPredicate::OGT:
  case arith::CmpFPredicate::OGE:
  case arith::CmpFPredicate::UGT:
  case arith::CmpFPredicate::UGE:
    std::swap(smaller, larger);
    break;
  default:
    return false;
  }
  return op.getTrueValue() == larger && op.getFalseValue() == smaller;
}

Kind mlir::rmsnorm::getKind(Operation *op) {
  return TypeSwitch<Operation *, Kind>(op)
      .Case<arith::AddFOp, tosa::AddOp>([](auto) { return Kind::Add; })
      .Case<arith::SubFOp, tosa::SubOp>([](auto) { return Kind::Sub; })
      .Case<arith::MulFOp, tosa::MulOp>([](auto) { return Kind::Mul; })
      .Case([](arith::DivFOp) { return Kind::Div; })
      .Case([](tosa::ReciprocalOp) { return Kind::Reciprocal; })
      .Case<math::AbsFOp, tosa::AbsOp>([](auto) { return Kind::Absolute; })
      .Case<arith::NegFOp, tosa::NegateOp>([](auto) { return Kind::Negate; })
      .Case<arith::MaximumFOp, arith::MaxNumFOp>([](auto) { return Kind::Max; })
      .Case([](arith::SelectOp op) {
        return isMaximum(op) ? Kind::Max : Kind::Given;
      })
      .Case([](tosa::MaximumOp op) {
        return op.getNanMode() == tosa::NanPropagationMode::PROPAGATE
                   ? Kind::Max
                   : Kind::Given;
      })
      .Case([](tosa::ClampOp) { return Kind::Clamp; })
      .Case([](math::SqrtOp) { return Kind::Root; })
      .Case<math::RsqrtOp, tosa::RsqrtOp>(
          [](auto) { return Kind::ReciprocalRoot; })
      .Case<arith::ExtFOp, tosa::CastOp>([](auto) { return Kind::Cast; })
      .Case([](arith::TruncFOp cast) {
        auto mode = cast.getRoundingmode().value_or(
            arith::RoundingMode::to_nearest_even);
        return mode == arith::RoundingMode::to_nearest_even ? Kind::Cast
                                                            : Kind::Given;
      })
      .Default(Kind::Given);
}

Kind mlir::rmsnorm::getPowerKind(double exponent) {
  if (exponent == 2.0)
    return Kind::Square;
  if (exponent == 0.5)
    return Kind::Root;
  if (exponent == -0.5)
    return Kind::ReciprocalRoot;
  if (exponent == -1.0)
    return Kind::Reciprocal;
  return Kind::Given;
}

bool mlir::rmsnorm::keepsNaN(Operation *op) {
  return isa_and_present<arith::MaximumFOp, tosa::MaximumOp>(op);
}

bool mlir::rmsnorm::isPower(Operation *op) {
  return isa_and_present<math::FPowIOp, math::PowFOp, tosa::PowOp>(op);
}

bool mlir::rmsnorm::mayTakeRoot(Operation *op) {
  Kind kind = getKind(op);
  return kind == Kind::Root || kind == Kind::ReciprocalRoot || isPower(op);
}

bool mlir::rmsnorm::clampsToZero(Operation *op) {
  auto clamp = dyn_cast_if_present<tosa::ClampOp>(op);
  if (!clamp)
    return false;
  auto low = dyn_cast<FloatAttr>(clamp.getMinVal());
  auto high = dyn_cast<FloatAttr>(clamp.getMaxVal());
  return low && high && low.getValue().isZero() &&
         (high.getValue().isInfinity() || high.getValue().isLargest());
}

unsigned mlir::rmsnorm::getNumOperands(Kind kind) {
  switch (kind) {
  case Kind::Add:
  case Kind::Sub:
  case Kind::Mul:
  case Kind::Div:
  case Kind::Max:
    return 2;
  case Kind::Given:
  case Kind::Sum:
  case Kind::Extent:
    return 0;
  default:
    return 1;
  }
}
