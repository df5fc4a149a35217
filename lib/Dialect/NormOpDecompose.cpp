//===- NormOpDecompose.cpp - The norm as linalg ---------------------------===//
//
// A norm becomes reductions, values per row and one elementwise op that holds
// every rounding point: what follows knows linalg alone.
//
//===----------------------------------------------------------------------===//

#include "NormOpDecompose.h"
#include "FloatConversion.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::rmsnorm;

NormRows::NormRows(NormOp op, Value x, OpBuilder &b)
    : op(op), b(b), loc(op.getLoc()), x(x),
      rank(cast<ShapedType>(x.getType()).getRank()),
      compute(op.getEffectiveComputeType()),
      sizes(tensor::getMixedSizes(b, loc, x)),
      full(b.getMultiDimIdentityMap(rank)), row(full.dropResult(rank - 1)) {}

SmallVector<Value> NormRows::inputs(Value mean) {
  return mean ? SmallVector<Value>{x, mean} : SmallVector<Value>{x};
}

SmallVector<AffineMap> NormRows::maps(Value mean) {
  return mean ? SmallVector<AffineMap>{full, row}
              : SmallVector<AffineMap>{full};
}

Value NormRows::centred(OpBuilder &b, ValueRange args, FloatType type) {
  Value v = convertFloat(b, loc, args[0], type);
  return op.getCenter() ? arith::SubFOp::create(b, loc, v, args[1]) : v;
}

/// The normalised rows with weight and bias, in a tensor like `init`.
static Value createResult(NormRows &rows, Value mean, Value factor,
                          Value weight, Value bias, Value init) {
  NormOp op = rows.op;
  OpBuilder &b = rows.b;
  Location loc = rows.loc;
  FloatType compute = rows.compute;
  bool before = op.getRounding() == Rounding::BeforeWeight;
  auto xType = cast<FloatType>(getElementTypeOrSelf(rows.x.getType()));
  auto yType = cast<FloatType>(getElementTypeOrSelf(init.getType()));
  SmallVector<Value> inputs = rows.inputs(mean);
  SmallVector<AffineMap> maps = rows.maps(mean);
  inputs.push_back(factor);
  maps.push_back(rows.row);
  for (Value v : {weight, bias})
    if (v) {
      inputs.push_back(v);
      maps.push_back(
          rows.full.getMinorSubMap(cast<ShapedType>(v.getType()).getRank()));
    }
  maps.push_back(rows.full);
  Value offset = op.getWeightOffset().isZero()
                     ? Value()
                     : floatConstant(b, loc, compute, op.getWeightOffset());
  // One step of `before_weight`: computed in the compute type, rounded to y's.
  auto roundStep = [&](OpBuilder &b, Value v) {
    return before
               ? convertFloat(b, loc, convertFloat(b, loc, v, yType), compute)
               : v;
  };

  SmallVector<utils::IteratorType> iterators(rows.rank,
                                             utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             b, loc, init.getType(), inputs, init, maps, iterators,
             [&](OpBuilder &b, Location loc, ValueRange args) {
               unsigned next = mean ? 2 : 1;
               Value d = rows.centred(b, args, compute), root = args[next++];
               Value y;
               if (dividesByRoot(op))
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
  NormRows rows(*this, flat(getX()), b);
  Value mean = getCenter() ? createMean(rows, rows.compute) : Value();
  Value factor = createFactor(rows, mean, getRstd());
  Value y = createResult(rows, mean, factor, flat(getWeight()), flat(getBias()),
                         flat(getInit()));
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
