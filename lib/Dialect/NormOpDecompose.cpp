//===- NormOpDecompose.cpp - The norm as linalg ---------------------------===//
//
// A norm becomes a sum of squares, a value per row and one elementwise op that
// holds every rounding point: what follows knows linalg alone.
//
//===----------------------------------------------------------------------===//

#include "RMSNorm/Dialect/RMSNorm.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::rmsnorm;

/// `v` converted to float type `type`: extended, rounded, or as it is.
static Value toFloat(OpBuilder &b, Location loc, Value v, FloatType type) {
  unsigned from = v.getType().getIntOrFloatBitWidth(), to = type.getWidth();
  if (v.getType() == type)
    return v;
  if (from < to)
    return arith::ExtFOp::create(b, loc, type, v);
  if (from > to)
    return arith::TruncFOp::create(b, loc, type, v);
  // bf16 and f16 hold different numbers: by way of the type that holds both.
  Value wide = arith::ExtFOp::create(b, loc, b.getF32Type(), v);
  return arith::TruncFOp::create(b, loc, type, wide);
}

static Value floatConstant(OpBuilder &b, Location loc, FloatType type, APFloat value) {
  bool lost;
  value.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven, &lost);
  return arith::ConstantOp::create(b, loc, b.getFloatAttr(type, value));
}

namespace {
/// Builds the linalg ops of one norm.
class Decomposition {
public:
  Decomposition(NormOp op, OpBuilder &b)
      : op(op), b(b), loc(op.getLoc()), rank(op.getRank()), compute(op.getComputeType()),
        sizes(tensor::getMixedSizes(b, loc, op.getX())),
        full(b.getMultiDimIdentityMap(rank)),
        row(AffineMap::getMultiDimIdentityMap(rank, b.getContext()).dropResult(rank - 1)),
        column(AffineMap::get(rank, 0, b.getAffineDimExpr(rank - 1))) {}

  Value sumOfSquares();
  Value reciprocalRoot(Value sum);
  Value scale(Value reciprocal);

private:
  ArrayRef<OpFoldResult> rowSizes() { return ArrayRef<OpFoldResult>(sizes).drop_back(); }
  Value reciprocalOfExtent(OpBuilder &b);

  NormOp op;
  OpBuilder &b;
  Location loc;
  int64_t rank;
  FloatType compute;
  SmallVector<OpFoldResult> sizes;
  AffineMap full, row, column;
};
} // namespace

Value Decomposition::sumOfSquares() {
  Value empty = tensor::EmptyOp::create(b, loc, rowSizes(), compute);
  Value zero = arith::ConstantOp::create(b, loc, b.getZeroAttr(compute));
  Value init = linalg::FillOp::create(b, loc, zero, empty).getResult(0);
  SmallVector<utils::IteratorType> iterators(rank, utils::IteratorType::parallel);
  iterators.back() = utils::IteratorType::reduction;
  return linalg::GenericOp::create(b, loc, init.getType(), op.getX(), init, ArrayRef{full, row}, iterators,
                                   [&](OpBuilder &b, Location loc, ValueRange args) {
                                     Value x = toFloat(b, loc, args[0], compute);
                                     Value square = arith::MulFOp::create(b, loc, x, x);
                                     Value sum = arith::AddFOp::create(b, loc, args[1], square);
                                     linalg::YieldOp::create(b, loc, sum);
                                   })
      .getResult(0);
}

Value Decomposition::reciprocalOfExtent(OpBuilder &b) {
  if (std::optional<int64_t> extent = getConstantIntValue(sizes.back()))
    return arith::ConstantOp::create(b, loc, b.getFloatAttr(compute, 1.0 / double(*extent)));
  Value extent = arith::IndexCastOp::create(b, loc, b.getI64Type(), cast<Value>(sizes.back()));
  extent = arith::SIToFPOp::create(b, loc, compute, extent);
  Value one = arith::ConstantOp::create(b, loc, b.getFloatAttr(compute, 1.0));
  return arith::DivFOp::create(b, loc, one, extent);
}

Value Decomposition::reciprocalRoot(Value sum) {
  Value perElement = reciprocalOfExtent(b);
  Value epsilon = floatConstant(b, loc, compute, op.getEpsilon());
  Value empty = tensor::EmptyOp::create(b, loc, rowSizes(), compute);
  AffineMap identity = b.getMultiDimIdentityMap(rank - 1);
  SmallVector<utils::IteratorType> iterators(rank - 1, utils::IteratorType::parallel);
  return linalg::GenericOp::create(b, loc, empty.getType(), sum, empty, ArrayRef{identity, identity}, iterators,
                                   [&](OpBuilder &b, Location loc, ValueRange args) {
                                     Value mean = arith::MulFOp::create(b, loc, args[0], perElement);
                                     Value shifted = arith::AddFOp::create(b, loc, mean, epsilon);
                                     linalg::YieldOp::create(b, loc, math::RsqrtOp::create(b, loc, shifted).getResult());
                                   })
      .getResult(0);
}

Value Decomposition::scale(Value reciprocal) {
  bool before = op.getRounding() == Rounding::BeforeWeight;
  auto xType = cast<FloatType>(op.getXType().getElementType());
  auto yType = cast<FloatType>(op.getInitType().getElementType());
  SmallVector<Value> inputs{op.getX(), reciprocal};
  SmallVector<AffineMap> maps{full, row};
  for (Value v : {op.getWeight(), op.getBias()})
    if (v) {
      inputs.push_back(v);
      maps.push_back(column);
    }
  maps.push_back(full);
  Value offset = op.getWeightOffset().isZero() ? Value() : floatConstant(b, loc, compute, op.getWeightOffset());
  // One step of `before_weight`: computed in the compute type, rounded to y's.
  auto roundStep = [&](OpBuilder &b, Value v) { return before ? toFloat(b, loc, toFloat(b, loc, v, yType), compute) : v; };

  SmallVector<utils::IteratorType> iterators(rank, utils::IteratorType::parallel);
  return linalg::GenericOp::create(b, loc, op.getInit().getType(), inputs, op.getInit(), maps, iterators,
                                   [&](OpBuilder &b, Location loc, ValueRange args) {
                                     unsigned next = 2;
                                     Value y = arith::MulFOp::create(b, loc, toFloat(b, loc, args[0], compute), args[1]);
                                     if (before)
                                       y = toFloat(b, loc, toFloat(b, loc, y, xType), compute);
                                     if (op.getWeight()) {
                                       Value w = toFloat(b, loc, args[next++], compute);
                                       if (offset)
                                         w = arith::AddFOp::create(b, loc, w, offset);
                                       y = roundStep(b, arith::MulFOp::create(b, loc, y, w));
                                     }
                                     if (op.getBias()) {
                                       Value bias = toFloat(b, loc, args[next++], compute);
                                       y = roundStep(b, arith::AddFOp::create(b, loc, y, bias));
                                     }
                                     linalg::YieldOp::create(b, loc, toFloat(b, loc, y, yType));
                                   })
      .getResult(0);
}

FailureOr<SmallVector<Value>> NormOp::decomposeOperation(OpBuilder &b) {
  if (!hasPureTensorSemantics())
    return emitOpError("on memrefs can't be decomposed: decompose before bufferisation");
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(getOperation());
  Decomposition parts(*this, b);
  return SmallVector<Value>{parts.scale(parts.reciprocalRoot(parts.sumOfSquares()))};
}
