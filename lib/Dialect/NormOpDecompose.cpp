//===- NormOpDecompose.cpp - The norm as linalg ---------------------------===//
//
// A norm becomes reductions, values per row and one elementwise op that holds
// every rounding point: what follows knows linalg alone.
//
//===----------------------------------------------------------------------===//

#include "FloatConversion.h"
#include "RMSNorm/Dialect/RMSNorm.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::rmsnorm;

using BodyBuilder = function_ref<Value(OpBuilder &, ValueRange)>;

namespace {
/// Builds the linalg ops of one norm along the last dimension.
class Decomposition {
public:
  Decomposition(NormOp op, Value x, Value weight, Value bias, OpBuilder &b)
      : op(op), b(b), loc(op.getLoc()), x(x), weight(weight), bias(bias),
        rank(cast<ShapedType>(x.getType()).getRank()),
        compute(op.getEffectiveComputeType()),
        sizes(tensor::getMixedSizes(b, loc, x)),
        full(b.getMultiDimIdentityMap(rank)),
        row(AffineMap::getMultiDimIdentityMap(rank, b.getContext())
                .dropResult(rank - 1)) {}

  /// The row's mean, for centring.
  Value mean();
  /// 1 / sqrt(statistic + epsilon), into `init` where it is given; the root
  /// itself where the op divides by it.
  Value factor(Value mean, Value init);
  /// The result, in a tensor like `init`.
  Value scale(Value mean, Value factor, Value init);

private:
  ArrayRef<OpFoldResult> rowSizes() {
    return ArrayRef<OpFoldResult>(sizes).drop_back();
  }
  Value sum(Value mean, BodyBuilder term);
  Value perRow(ValueRange inputs, Value init, BodyBuilder body);
  Value average(OpBuilder &b, Value sum, Value extent);
  Value extentConstant(OpFoldResult extent);
  /// The element of x in the compute type, centred where the op says so.
  Value centred(OpBuilder &b, ValueRange args) {
    Value v = convertFloat(b, loc, args[0], compute);
    return op.getCenter() ? arith::SubFOp::create(b, loc, v, args[1]) : v;
  }
  SmallVector<Value> xAndMean(Value mean) {
    return mean ? SmallVector<Value>{x, mean} : SmallVector<Value>{x};
  }
  SmallVector<AffineMap> xAndMeanMaps(Value mean) {
    return mean ? SmallVector<AffineMap>{full, row}
                : SmallVector<AffineMap>{full};
  }

  /// Where each step rounds, a product with a reciprocal is not the quotient.
  bool dividesByExtent() {
    return compute.getWidth() == 16 &&
           op.getStatistic() != Statistic::ReciprocalMean;
  }

  bool divides() {
    return compute.getWidth() == 16 && op.getRoot() == Root::Divide;
  }

  /// A square may be added without a rounding of its own, which is no rounding
  /// point; in 16 bits every step is one.
  arith::FastMathFlags getContract() {
    return compute.getWidth() > 16 ? arith::FastMathFlags::contract
                                   : arith::FastMathFlags::none;
  }

  NormOp op;
  OpBuilder &b;
  Location loc;
  Value x, weight, bias;
  int64_t rank;
  FloatType compute;
  SmallVector<OpFoldResult> sizes;
  AffineMap full, row;
};
} // namespace

/// The sum over each row of `term` of an element of x and the row's mean.
Value Decomposition::sum(Value mean, BodyBuilder term) {
  Value empty = tensor::EmptyOp::create(b, loc, rowSizes(), compute);
  Value zero = arith::ConstantOp::create(b, loc, b.getZeroAttr(compute));
  Value init = linalg::FillOp::create(b, loc, zero, empty).getResult(0);
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  iterators.back() = utils::IteratorType::reduction;
  SmallVector<AffineMap> maps = xAndMeanMaps(mean);
  maps.push_back(row);
  return linalg::GenericOp::create(
             b, loc, init.getType(), xAndMean(mean), init, maps, iterators,
             [&](OpBuilder &b, Location loc, ValueRange args) {
               Value sum = arith::AddFOp::create(b, loc, args.back(),
                                                 term(b, args), getContract());
               linalg::YieldOp::create(b, loc, sum);
             })
      .getResult(0);
}

Value Decomposition::perRow(ValueRange inputs, Value init, BodyBuilder body) {
  if (!init)
    init = tensor::EmptyOp::create(b, loc, rowSizes(), compute);
  SmallVector<AffineMap> maps(inputs.size() + 1,
                              b.getMultiDimIdentityMap(rank - 1));
  SmallVector<utils::IteratorType> iterators(rank - 1,
                                             utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             b, loc, init.getType(), inputs, init, maps, iterators,
             [&](OpBuilder &b, Location loc, ValueRange args) {
               linalg::YieldOp::create(b, loc, body(b, args));
             })
      .getResult(0);
}

/// What a sum is multiplied with to give the mean, or divided by.
Value Decomposition::extentConstant(OpFoldResult extent) {
  bool divides = dividesByExtent();
  if (std::optional<int64_t> fixed = getConstantIntValue(extent))
    return floatConstant(
        b, loc, compute,
        APFloat(divides ? double(*fixed) : 1.0 / double(*fixed)));
  Value n =
      arith::IndexCastOp::create(b, loc, b.getI64Type(), cast<Value>(extent));
  n = arith::SIToFPOp::create(b, loc, compute, n);
  if (divides)
    return n;
  return arith::DivFOp::create(b, loc,
                               floatConstant(b, loc, compute, APFloat(1.0)), n);
}

Value Decomposition::average(OpBuilder &b, Value sum, Value extent) {
  if (dividesByExtent())
    return arith::DivFOp::create(b, loc, sum, extent);
  return arith::MulFOp::create(b, loc, sum, extent);
}

Value Decomposition::mean() {
  Value total = sum(Value(), [&](OpBuilder &b, ValueRange args) {
    return convertFloat(b, loc, args[0], compute);
  });
  Value extent = extentConstant(sizes.back());
  return perRow(total, Value(), [&](OpBuilder &b, ValueRange args) {
    return average(b, args[0], extent);
  });
}

Value Decomposition::factor(Value mean, Value init) {
  OpFoldResult counted = sizes.back();
  if (op.getStatisticSize())
    counted = b.getIndexAttr(*op.getStatisticSize());
  Value squares = sum(mean, [&](OpBuilder &b, ValueRange args) -> Value {
    Value v = centred(b, args);
    Value square = arith::MulFOp::create(b, loc, v, v, getContract());
    if (!op.getStatisticSize())
      return square;
    Value column = linalg::IndexOp::create(b, loc, rank - 1);
    Value end = arith::ConstantIndexOp::create(b, loc, *op.getStatisticSize());
    Value inside =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, column, end);
    Value zero = arith::ConstantOp::create(b, loc, b.getZeroAttr(compute));
    return arith::SelectOp::create(b, loc, inside, square, zero);
  });
  Value extent =
      op.getStatistic() == Statistic::Sum ? Value() : extentConstant(counted);
  Value epsilon = floatConstant(b, loc, compute, op.getEpsilon());
  bool isOneStep = compute.getWidth() > 16 || op.getRoot() == Root::Rsqrt;
  return perRow(squares, init, [&](OpBuilder &b, ValueRange args) -> Value {
    Value root = extent ? average(b, args[0], extent) : args[0];
    if (op.getEpsilonPosition() == EpsilonPosition::Inside) {
      root = arith::AddFOp::create(b, loc, root, epsilon);
      if (isOneStep)
        return math::RsqrtOp::create(b, loc, root);
      root = math::SqrtOp::create(b, loc, root);
    } else {
      root = math::SqrtOp::create(b, loc, root);
      root = arith::AddFOp::create(b, loc, root, epsilon);
    }
    if (divides())
      return root;
    return arith::DivFOp::create(
        b, loc, floatConstant(b, loc, compute, APFloat(1.0)), root);
  });
}

Value Decomposition::scale(Value mean, Value factor, Value init) {
  bool before = op.getRounding() == Rounding::BeforeWeight;
  auto xType = cast<FloatType>(getElementTypeOrSelf(x.getType()));
  auto yType = cast<FloatType>(getElementTypeOrSelf(init.getType()));
  SmallVector<Value> inputs = xAndMean(mean);
  SmallVector<AffineMap> maps = xAndMeanMaps(mean);
  inputs.push_back(factor);
  maps.push_back(row);
  for (Value v : {weight, bias})
    if (v) {
      inputs.push_back(v);
      maps.push_back(
          full.getMinorSubMap(cast<ShapedType>(v.getType()).getRank()));
    }
  maps.push_back(full);
  Value offset = op.getWeightOffset().isZero()
                     ? Value()
                     : floatConstant(b, loc, compute, op.getWeightOffset());
  // One step of `before_weight`: computed in the compute type, rounded to y's.
  auto roundStep = [&](OpBuilder &b, Value v) {
    return before
               ? convertFloat(b, loc, convertFloat(b, loc, v, yType), compute)
               : v;
  };

  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             b, loc, init.getType(), inputs, init, maps, iterators,
             [&](OpBuilder &b, Location loc, ValueRange args) {
               unsigned next = mean ? 2 : 1;
               Value d = centred(b, args), root = args[next++];
               Value y;
               if (divides())
                 y = arith::DivFOp::create(b, loc, d, root);
               else
                 y = arith::MulFOp::create(b, loc, d, root);
               if (before)
                 y = convertFloat(b, loc, convertFloat(b, loc, y, xType),
                                  compute);
               if (weight) {
                 Value w = convertFloat(b, loc, args[next++], compute);
                 if (offset)
                   w = arith::AddFOp::create(b, loc, w, offset);
                 y = roundStep(b, arith::MulFOp::create(b, loc, y, w));
               }
               if (bias) {
                 Value shift = convertFloat(b, loc, args[next++], compute);
                 y = roundStep(b, arith::AddFOp::create(b, loc, y, shift));
               }
               linalg::YieldOp::create(
                   b, loc, convertFloat(b, loc, y, yType, /*saturate=*/true));
             })
      .getResult(0);
}

/// `v` with its last `axes` dimensions as one.
static Value collapseRow(OpBuilder &b, Location loc, Value v, int64_t axes) {
  if (!v || axes == 1)
    return v;
  int64_t rank = cast<ShapedType>(v.getType()).getRank();
  SmallVector<ReassociationIndices> groups;
  for (int64_t i = 0; i <= rank - axes; ++i)
    groups.push_back({i});
  for (int64_t i = rank - axes + 1; i < rank; ++i)
    groups.back().push_back(i);
  return tensor::CollapseShapeOp::create(b, loc, v, groups);
}

FailureOr<SmallVector<Value>> NormOp::decomposeOperation(OpBuilder &b) {
  if (!hasPureTensorSemantics())
    return emitOpError(
        "on memrefs can't be decomposed: decompose before bufferisation");
  int64_t axes = getAxes();
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(getOperation());
  auto flat = [&](Value v) { return collapseRow(b, getLoc(), v, axes); };
  Decomposition parts(*this, flat(getX()), flat(getWeight()), flat(getBias()),
                      b);

  Value mean = getCenter() ? parts.mean() : Value();
  Value factor = parts.factor(mean, getRstd());
  Value y = parts.scale(mean, factor, flat(getInit()));
  if (axes > 1) {
    SmallVector<OpFoldResult> shape =
        tensor::getMixedSizes(b, getLoc(), getInit());
    auto collapsed = getInit().getType();
    SmallVector<ReassociationIndices> groups;
    for (int64_t i = 0; i <= getNumRowDims(); ++i)
      groups.push_back({i});
    for (int64_t i = getNumRowDims() + 1; i < getRank(); ++i)
      groups.back().push_back(i);
    y = tensor::ExpandShapeOp::create(b, getLoc(), collapsed, y, groups, shape);
  }
  SmallVector<Value> results{y};
  if (getRstd())
    results.push_back(factor);
  return results;
}
