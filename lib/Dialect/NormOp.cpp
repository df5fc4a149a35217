//===- NormOp.cpp - The norm: types, verifier, effects --------------------===//

#include "RMSNorm/Dialect/RMSNorm.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include <cmath>

using namespace mlir;
using namespace mlir::rmsnorm;

#define GET_OP_CLASSES
#include "RMSNorm/Dialect/RMSNormOps.cpp.inc"

void NormOp::build(OpBuilder &b, OperationState &state, Value x, Value weight,
                   Value bias, Value init, FloatAttr epsilon) {
  SmallVector<Type> types;
  if (isa<TensorType>(init.getType()))
    types.push_back(init.getType());
  build(b, state, types, x, weight, bias, init, /*rstd=*/Value(), epsilon,
        EpsilonPositionAttr(), FloatAttr(), RoundingAttr(), IntegerAttr(),
        UnitAttr(), StatisticAttr(), IntegerAttr(), RootAttr(), TypeAttr(),
        /*accumulator_type=*/TypeAttr(), /*statistic_type=*/TypeAttr());
}

FloatType NormOp::getEffectiveComputeType() {
  if (std::optional<Type> type = getComputeType())
    return cast<FloatType>(*type);
  if (getXType().getElementType().isF64())
    return Float64Type::get(getContext());
  return Float32Type::get(getContext());
}

FloatType NormOp::getEffectiveStatisticType() {
  std::optional<Type> type = getStatisticType();
  return type ? cast<FloatType>(*type) : getEffectiveComputeType();
}

FloatType NormOp::getEffectiveAccumulatorType(FloatType term) {
  std::optional<Type> type = getAccumulatorType();
  return type && term.getWidth() == 16 ? cast<FloatType>(*type) : term;
}

MutableOperandRange NormOp::getDpsInitsMutable() {
  auto [first, length] = getODSOperandIndexAndLength(3);
  return MutableOperandRange(getOperation(), first,
                             length + (getRstd() ? 1 : 0));
}

//===----------------------------------------------------------------------===//
// The constraints of the op's documentation, by their labels
//===----------------------------------------------------------------------===//

/// (C3)
static LogicalResult verifyScale(NormOp op, Value scale, StringRef name) {
  if (!scale)
    return success();
  auto type = cast<ShapedType>(scale.getType());
  ArrayRef<int64_t> shape = op.getXType().getShape();
  int64_t rank = type.getRank(), axes = op.getAxes();
  if (rank < axes || rank > op.getRank() ||
      failed(verifyCompatibleShape(type.getShape(), shape.take_back(rank))))
    return op.emitOpError("(C3) ")
           << name
           << " must have the shape of the last dimensions of x, at least "
           << axes << " of them, but x is " << op.getX().getType() << " and "
           << name << " is " << scale.getType();
  return success();
}

/// (C4) and (C5)
static LogicalResult verifyRstd(NormOp op) {
  if (!op.getRstd())
    return success();
  auto type = cast<ShapedType>(op.getRstd().getType());
  ArrayRef<int64_t> rows =
      op.getXType().getShape().take_front(op.getNumRowDims());
  if (failed(verifyCompatibleShape(type.getShape(), rows)))
    return op.emitOpError(
               "(C4) rstd must have the shape of the rows, x without its last ")
           << op.getAxes() << " dimensions, but x is " << op.getX().getType()
           << " and rstd is " << type;
  if (type.getElementType() != op.getEffectiveComputeType())
    return op.emitOpError(
               "(C5) the element type of rstd must be the compute type, ")
           << op.getEffectiveComputeType() << ", but rstd is " << type;
  return success();
}

/// (C6) and (C7)
static LogicalResult verifySemantics(NormOp op) {
  bool onTensors = isa<TensorType>(op.getInit().getType());
  for (Value operand : op->getOperands())
    if (isa<TensorType>(operand.getType()) != onTensors)
      return op.emitOpError("(C6) operands must be all tensors or all memrefs");
  if (!onTensors)
    return op.getNumResults() == 0
               ? success()
               : op.emitOpError("(C7) has no results on memrefs");
  unsigned expected = op.getRstd() ? 2 : 1;
  if (op.getNumResults() != expected)
    return op.emitOpError("(C7) needs ")
           << expected
           << " result(s) on tensors, one for outs and one for rstd, but has "
           << op.getNumResults();
  for (auto [i, result] : llvm::enumerate(op.getResults())) {
    Type type = i == 0 ? op.getInit().getType() : op.getRstd().getType();
    if (result.getType() != type)
      return op.emitOpError("(C7) result #")
             << i << " must have the type of its destination, " << type
             << ", but has type " << result.getType();
  }
  return success();
}

/// (C10)
static LogicalResult verifyComputeType(NormOp op) {
  std::optional<Type> type = op.getComputeType();
  if (!type)
    return success();
  if (!isa<Float64Type, Float32Type, BFloat16Type, Float16Type>(*type))
    return op.emitOpError(
               "(C10) compute_type must be f64, f32, bf16 or f16, but is ")
           << *type;
  Type element = op.getXType().getElementType();
  if (element != *type &&
      element.getIntOrFloatBitWidth() >= type->getIntOrFloatBitWidth())
    return op.emitOpError("(C10) compute_type ")
           << *type << " can't hold the elements of x, " << op.getX().getType();
  return success();
}

/// (C11)
static LogicalResult verifyStatisticSize(NormOp op) {
  std::optional<int64_t> size = op.getStatisticSize();
  if (!size)
    return success();
  if (op.getAxes() != 1 || op.getCenter())
    return op.emitOpError(
        "(C11) statistic_size goes with axes = 1 and without center");
  int64_t extent = op.getXType().getShape().back();
  if (*size < 1 || (!ShapedType::isDynamic(extent) && *size > extent))
    return op.emitOpError("(C11) statistic_size must be at least 1 and at most "
                          "the extent of the row, but is ")
           << *size;
  return success();
}

/// (C12)
static LogicalResult verifyRoot(NormOp op) {
  if (op.getRoot() == Root::Divide && op.getRstd())
    return op.emitOpError("(C12) root = divide goes without rstd: it takes no "
                          "reciprocal");
  return success();
}

/// (C13) and (C14)
static LogicalResult verifySumTypes(NormOp op) {
  std::pair<StringRef, std::optional<Type>> types[] = {
      {"accumulator_type", op.getAccumulatorType()},
      {"statistic_type", op.getStatisticType()}};
  for (auto [name, type] : types) {
    if (!type)
      continue;
    if (!isa<Float32Type, Float64Type>(*type))
      return op.emitOpError("(C13) ")
             << name << " must be f32 or f64, but is " << *type;
    if (op.getEffectiveComputeType().getWidth() != 16)
      return op.emitOpError("(C13) ")
             << name << " goes with a compute_type of 16 bits, not with "
             << op.getEffectiveComputeType();
  }
  if (op.getAccumulatorType() && op.getStatisticType() && !op.getCenter())
    return op.emitOpError(
        "(C13) accumulator_type goes with statistic_type only "
        "where center has a mean of its own");
  if (op.getStatistic() == Statistic::WideMean && !op.getAccumulatorType())
    return op.emitOpError("(C14) statistic = wide_mean goes with "
                          "accumulator_type, which it divides in");
  return success();
}

LogicalResult NormOp::verify() {
  int64_t axes = getAxes();
  if (getRank() == 0 || axes < 1 || axes > getRank())
    return emitOpError("(C1) x needs at least one dimension, and axes must lie "
                       "between 1 and the rank of x, ")
           << getRank() << ", but is " << axes;
  if (failed(verifyCompatibleShape(getXType(), getInitType())))
    return emitOpError("(C2) outs must have the shape of x, but x is ")
           << getX().getType() << " and outs is " << getInit().getType();
  if (failed(verifyScale(*this, getWeight(), "weight")) ||
      failed(verifyScale(*this, getBias(), "bias")) ||
      failed(verifyComputeType(*this)) || failed(verifyRstd(*this)) ||
      failed(verifySemantics(*this)))
    return failure();
  double epsilon = getEpsilon().convertToDouble();
  if (!std::isfinite(epsilon) || epsilon < 0)
    return emitOpError("(C8) epsilon must be finite and not negative, but is ")
           << epsilon;
  if (!getWeightOffset().isFinite() ||
      (!getWeight() && !getWeightOffset().isZero()))
    return emitOpError("(C9) weight_offset must be finite, and 0 where there "
                       "is no weight, but is ")
           << getWeightOffset().convertToDouble();
  if (failed(verifyStatisticSize(*this)))
    return failure();
  if (failed(verifyRoot(*this)))
    return failure();
  return verifySumTypes(*this);
}

void NormOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  if (hasPureTensorSemantics())
    return;
  for (OpOperand &operand : getOperation()->getOpOperands()) {
    if (isDpsInit(&operand))
      effects.emplace_back(MemoryEffects::Write::get(), &operand,
                           SideEffects::DefaultResource::get());
    else
      effects.emplace_back(MemoryEffects::Read::get(), &operand,
                           SideEffects::DefaultResource::get());
  }
}

LogicalResult NormOp::reifyResultShapes(OpBuilder &b,
                                        ReifiedRankedShapedTypeDims &shapes) {
  // An init has every dimension of its result, also where x is more dynamic.
  for (Value init : getDpsInits())
    shapes.push_back(tensor::getMixedSizes(b, getLoc(), init));
  return success();
}
