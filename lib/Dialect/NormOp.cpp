//===- NormOp.cpp - The norm: types, verifier, effects --------------------===//

#include "RMSNorm/Dialect/RMSNorm.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::rmsnorm;

#define GET_OP_CLASSES
#include "RMSNorm/Dialect/RMSNormOps.cpp.inc"

FloatType NormOp::getComputeType() {
  return getXType().getElementType().isF64() ? FloatType(Float64Type::get(getContext()))
                                             : FloatType(Float32Type::get(getContext()));
}

/// A scale or shift runs along the normalised dimension only.
static LogicalResult verifyColumn(NormOp op, Value column, StringRef name) {
  if (!column)
    return success();
  auto type = cast<ShapedType>(column.getType());
  int64_t extent = op.getXType().getShape().back();
  if (type.getRank() != 1 || failed(verifyCompatibleShape(type.getShape(), {extent})))
    return op.emitOpError() << name << " must have the shape of the normalised dimension, [" << (ShapedType::isDynamic(extent) ? StringRef("?") : StringRef(std::to_string(extent)))
                            << "], but has type " << column.getType();
  return success();
}

LogicalResult NormOp::verify() {
  if (getRank() == 0)
    return emitOpError("x needs at least one dimension to normalise");
  if (failed(verifyCompatibleShape(getXType(), getInitType())))
    return emitOpError("x and outs must have the same shape, but are ")
           << getX().getType() << " and " << getInit().getType();
  if (failed(verifyColumn(*this, getWeight(), "weight")) ||
      failed(verifyColumn(*this, getBias(), "bias")))
    return failure();

  bool onTensors = isa<TensorType>(getInit().getType());
  for (Value operand : getOperands())
    if (isa<TensorType>(operand.getType()) != onTensors)
      return emitOpError("operands must be all tensors or all memrefs");
  if (getNumResults() != (onTensors ? 1 : 0))
    return emitOpError(onTensors ? "on tensors has one result" : "on memrefs has no results");
  if (onTensors && getResult(0).getType() != getInit().getType())
    return emitOpError("result type ") << getResult(0).getType() << " must be the type of outs, " << getInit().getType();

  double epsilon = getEpsilon().convertToDouble();
  if (!std::isfinite(epsilon) || epsilon < 0)
    return emitOpError("epsilon must be finite and not negative, but is ") << epsilon;
  if (!getWeightOffset().isFinite())
    return emitOpError("weight_offset must be finite");
  if (!getWeight() && !getWeightOffset().isZero())
    return emitOpError("weight_offset needs a weight");
  return success();
}

void NormOp::getEffects(SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>> &effects) {
  if (hasPureTensorSemantics())
    return;
  for (OpOperand &operand : getOperation()->getOpOperands()) {
    if (isDpsInit(&operand))
      effects.emplace_back(MemoryEffects::Write::get(), &operand, SideEffects::DefaultResource::get());
    else
      effects.emplace_back(MemoryEffects::Read::get(), &operand, SideEffects::DefaultResource::get());
  }
}

LogicalResult NormOp::reifyResultShapes(OpBuilder &b, ReifiedRankedShapedTypeDims &shapes) {
  // The init is the only operand whose every dim is a result's dim by type.
  shapes.push_back(tensor::getMixedSizes(b, getLoc(), getInit()));
  return success();
}
