//===- NormOpStatistic.cpp - The statistic of a norm as linalg ------------===//
//
// What is one value for each row: means, the mean square, its reciprocal root.
//
//===----------------------------------------------------------------------===//

#include "FloatConversion.h"
#include "NormOpDecompose.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::rmsnorm;

using BodyBuilder = function_ref<Value(OpBuilder &, ValueRange)>;

static bool roundsEachStep(FloatType type) { return type.getWidth() == 16; }

/// A square may be added without a rounding of its own, which is no rounding
/// point; in 16 bits every step is one.
static arith::FastMathFlags getContract(FloatType type) {
  return roundsEachStep(type) ? arith::FastMathFlags::none
                              : arith::FastMathFlags::contract;
}

static Value createEmptyRows(NormRows &rows, FloatType type) {
  return tensor::EmptyOp::create(rows.b, rows.loc,
                                 ArrayRef(rows.sizes).drop_back(), type);
}

/// The sum over each row of `term`, which is of type `type`, of an element of x
/// and the row's mean. The sum is not rounded to that type yet.
static Value createSum(NormRows &rows, Value mean, FloatType type,
                       BodyBuilder term) {
  OpBuilder &b = rows.b;
  FloatType held = rows.op.getEffectiveAccumulatorType(type);
  Value zero = arith::ConstantOp::create(b, rows.loc, b.getZeroAttr(held));
  Value init =
      linalg::FillOp::create(b, rows.loc, zero, createEmptyRows(rows, held))
          .getResult(0);
  SmallVector<utils::IteratorType> iterators(rows.rank,
                                             utils::IteratorType::parallel);
  iterators.back() = utils::IteratorType::reduction;
  SmallVector<AffineMap> maps = rows.maps(mean);
  maps.push_back(rows.row);
  return linalg::GenericOp::create(
             b, rows.loc, init.getType(), rows.inputs(mean), init, maps,
             iterators,
             [&](OpBuilder &b, Location loc, ValueRange args) {
               Value added = convertFloat(b, loc, term(b, args), held);
               Value sum = arith::AddFOp::create(b, loc, args.back(), added,
                                                 getContract(type));
               linalg::YieldOp::create(b, loc, sum);
             })
      .getResult(0);
}

/// `body` of a value for each row, into `init`.
static Value createPerRow(NormRows &rows, Value input, Value init,
                          BodyBuilder body) {
  SmallVector<AffineMap> maps(2, rows.b.getMultiDimIdentityMap(rows.rank - 1));
  SmallVector<utils::IteratorType> iterators(rows.rank - 1,
                                             utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             rows.b, rows.loc, init.getType(), input, init, maps, iterators,
             [&](OpBuilder &b, Location loc, ValueRange args) {
               linalg::YieldOp::create(b, loc, body(b, args));
             })
      .getResult(0);
}

namespace {
/// Makes means of type `type` of sums over `count` elements.
class Average {
public:
  Average(NormRows &rows, OpFoldResult count, FloatType type);

  /// The mean in place of `sum`, which is rounded before or after.
  Value create(OpBuilder &b, Value sum) const;

private:
  Location loc;
  FloatType type, steps; // of the mean, and of the division
  /// Where each step rounds, a product with a reciprocal is not the quotient.
  bool divides;
  Value extent; // the number of elements, or its reciprocal
};
} // namespace

Average::Average(NormRows &rows, OpFoldResult count, FloatType type)
    : loc(rows.loc), type(type),
      steps(rows.op.getStatistic() == Statistic::WideMean
                ? rows.op.getEffectiveAccumulatorType(type)
                : type),
      divides(roundsEachStep(steps) &&
              rows.op.getStatistic() != Statistic::ReciprocalMean) {
  OpBuilder &b = rows.b;
  if (std::optional<int64_t> fixed = getConstantIntValue(count)) {
    extent =
        floatConstant(b, loc, steps,
                      APFloat(divides ? double(*fixed) : 1.0 / double(*fixed)));
    return;
  }
  extent =
      arith::IndexCastOp::create(b, loc, b.getI64Type(), cast<Value>(count));
  extent = arith::SIToFPOp::create(b, loc, steps, extent);
  if (!divides)
    extent = arith::DivFOp::create(
        b, loc, floatConstant(b, loc, steps, APFloat(1.0)), extent);
}

Value Average::create(OpBuilder &b, Value sum) const {
  sum = convertFloat(b, loc, sum, steps);
  Value mean = divides ? arith::DivFOp::create(b, loc, sum, extent).getResult()
                       : arith::MulFOp::create(b, loc, sum, extent).getResult();
  return convertFloat(b, loc, mean, type);
}

Value mlir::rmsnorm::createMean(NormRows &rows, FloatType type) {
  Value sum =
      createSum(rows, Value(), type, [&](OpBuilder &b, ValueRange args) {
        return convertFloat(b, rows.loc, args[0], type);
      });
  Average average(rows, rows.sizes.back(), type);
  return createPerRow(rows, sum, createEmptyRows(rows, type),
                      [&](OpBuilder &b, ValueRange args) {
                        return average.create(b, args[0]);
                      });
}

/// The sums of squares that the statistic is of.
static Value createSquares(NormRows &rows, Value mean, FloatType type) {
  NormOp op = rows.op;
  Location loc = rows.loc;
  return createSum(
      rows, mean, type, [&](OpBuilder &b, ValueRange args) -> Value {
        Value v = rows.centred(b, args, type);
        Value square = arith::MulFOp::create(b, loc, v, v, getContract(type));
        if (!op.getStatisticSize())
          return square;
        Value column = linalg::IndexOp::create(b, loc, rows.rank - 1);
        Value end =
            arith::ConstantIndexOp::create(b, loc, *op.getStatisticSize());
        Value inside = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult,
                                             column, end);
        Value zero = arith::ConstantOp::create(b, loc, b.getZeroAttr(type));
        return arith::SelectOp::create(b, loc, inside, square, zero);
      });
}

bool mlir::rmsnorm::dividesByRoot(NormOp op) {
  return roundsEachStep(op.getEffectiveComputeType()) &&
         op.getRoot() == Root::Divide;
}

/// The root of `statistic` with epsilon, or its reciprocal.
static Value createRoot(NormRows &rows, OpBuilder &b, Value statistic,
                        Value epsilon) {
  NormOp op = rows.op;
  Location loc = rows.loc;
  Value root;
  if (op.getEpsilonPosition() == EpsilonPosition::Inside) {
    Value sum = arith::AddFOp::create(b, loc, statistic, epsilon);
    if (!roundsEachStep(rows.compute))
      return math::RsqrtOp::create(b, loc, sum);
    if (op.getRoot() == Root::Rsqrt) {
      // math.rsqrt in 16 bits rounds the root as well.
      Value wide = convertFloat(b, loc, sum, b.getF32Type());
      wide = math::RsqrtOp::create(b, loc, wide);
      return convertFloat(b, loc, wide, rows.compute);
    }
    root = math::SqrtOp::create(b, loc, sum);
  } else {
    root = math::SqrtOp::create(b, loc, statistic);
    root = arith::AddFOp::create(b, loc, root, epsilon);
  }
  if (dividesByRoot(op))
    return root;
  return arith::DivFOp::create(
      b, loc, floatConstant(b, loc, rows.compute, APFloat(1.0)), root);
}

Value mlir::rmsnorm::createFactor(NormRows &rows, Value mean, Value init) {
  NormOp op = rows.op;
  OpBuilder &b = rows.b;
  FloatType type = op.getEffectiveStatisticType();
  if (mean && type != rows.compute)
    mean = createMean(rows, type);
  Value squares = createSquares(rows, mean, type);
  std::optional<Average> average;
  if (op.getStatistic() != Statistic::Sum)
    average.emplace(rows,
                    op.getStatisticSize()
                        ? OpFoldResult(b.getIndexAttr(*op.getStatisticSize()))
                        : rows.sizes.back(),
                    type);
  Value epsilon = floatConstant(b, rows.loc, rows.compute, op.getEpsilon());
  if (!init)
    init = createEmptyRows(rows, rows.compute);
  return createPerRow(rows, squares, init, [&](OpBuilder &b, ValueRange args) {
    Value statistic = average ? average->create(b, args[0])
                              : convertFloat(b, rows.loc, args[0], type);
    statistic = convertFloat(b, rows.loc, statistic, rows.compute);
    return createRoot(rows, b, statistic, epsilon);
  });
}
