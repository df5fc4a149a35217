//===- Build.cpp - Norms in place of what was found -----------------------===//

#include "Build.h"
#include "Body.h"
#include "Columns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::rmsnorm;

/// An empty tensor with the first dimensions of `like`.
static Value buildEmpty(OpBuilder &b, Location loc, Value like, int64_t rank,
                        Type element) {
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, loc, like);
  return tensor::EmptyOp::create(
      b, loc, ArrayRef<OpFoldResult>(sizes).take_front(rank), element);
}

/// `x` with its dims in the given order.
static Value buildTransposed(OpBuilder &b, Location loc, Value x,
                             ArrayRef<int64_t> order) {
  if (order.empty())
    return x;
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, loc, x);
  applyPermutationToVector(sizes, order);
  Value init =
      tensor::EmptyOp::create(b, loc, sizes, getElementTypeOrSelf(x.getType()));
  return linalg::TransposeOp::create(b, loc, x, init, order)->getResult(0);
}

/// A weight that is `factor` everywhere.
static Value buildFactor(OpBuilder &b, Location loc, Value x, double factor,
                         const NormMatch &match) {
  Type type = match.computeType ? Type(match.computeType)
              : getElementTypeOrSelf(x.getType()).isF64() ? b.getF64Type()
                                                          : b.getF32Type();
  TypedAttr value = b.getFloatAttr(type, factor);
  auto row = RankedTensorType::get(
      ArrayRef<int64_t>(match.shape).take_back(match.axes), type);
  if (row.hasStaticShape())
    return arith::ConstantOp::create(b, loc,
                                     SplatElementsAttr::get(row, value));
  SmallVector<Value> sizes;
  for (int64_t i = 0; i < match.axes; ++i)
    if (row.isDynamicDim(i))
      sizes.push_back(tensor::DimOp::create(
          b, loc, x, match.shape.size() - match.axes + i));
  return tensor::SplatOp::create(
      b, loc, arith::ConstantOp::create(b, loc, value), row, sizes);
}

NormOp mlir::rmsnorm::buildNorm(OpBuilder &b, Location loc,
                                const NormMatch &match, RankedTensorType type,
                                bool allowWidening) {
  Value x = buildTransposed(b, loc, match.x, match.order);
  x = reshapeUnitDims(b, loc, x, match.shape);
  SmallVector<Value> sizes;
  for (int64_t i = 0; i < type.getRank(); ++i)
    if (type.isDynamicDim(i))
      sizes.push_back(tensor::DimOp::create(b, loc, x, i));
  Value init = tensor::EmptyOp::create(b, loc, type, sizes);
  Value weight = match.weight;
  if (weight && !isa<RankedTensorType>(weight.getType()))
    weight = computeApart(b, weight);
  weight = reshapeColumn(b, loc, weight, type, match.axes);
  if (match.factor)
    weight = buildFactor(b, loc, x, *match.factor, match);
  Value bias = reshapeColumn(b, loc, match.bias, type, match.axes);
  auto norm = NormOp::create(b, loc, x, weight, bias, init,
                             b.getF64FloatAttr(match.epsilon));
  norm.setWeightOffset(APFloat(match.weightOffset));
  norm.setRounding(match.rounding);
  norm.setEpsilonPosition(match.epsilonPosition);
  norm.setStatistic(match.statistic);
  norm.setAxes(match.axes);
  norm.setCenter(match.center);
  norm.setStatisticSize(match.statisticSize);
  FloatType compute = match.computeType;
  if (compute && compute.getWidth() == 16 && allowWidening) {
    // Steps that do not round are the same, whichever way they take.
    if (match.statistic != Statistic::Sum)
      norm.setStatistic(Statistic::Mean);
    return norm;
  }
  norm.setRoot(match.step);
  if (compute)
    norm.setComputeType(compute);
  if (match.accumulatorType)
    norm.setAccumulatorType(match.accumulatorType);
  if (match.statisticType)
    norm.setStatisticType(match.statisticType);
  return norm;
}

NormOp mlir::rmsnorm::addReciprocal(NormOp norm) {
  OpBuilder b(norm);
  Location loc = norm.getLoc();
  Value init = buildEmpty(b, loc, norm.getX(), norm.getNumRowDims(),
                          norm.getEffectiveComputeType());
  auto whole = NormOp::create(
      b, loc, TypeRange{norm.getInit().getType(), init.getType()}, norm.getX(),
      norm.getWeight(), norm.getBias(), norm.getInit(), init,
      norm.getEpsilonAttr(), norm.getEpsilonPositionAttr(),
      norm.getWeightOffsetAttr(), norm.getRoundingAttr(), norm.getAxesAttr(),
      norm.getCenterAttr(), norm.getStatisticAttr(),
      norm.getStatisticSizeAttr(), norm.getRootAttr(),
      norm.getComputeTypeAttr(), norm.getAccumulatorTypeAttr(),
      norm.getStatisticTypeAttr());
  norm.getResult(0).replaceAllUsesWith(whole.getResult(0));
  return whole;
}

NormOp mlir::rmsnorm::buildReciprocal(OpBuilder &b, Location loc,
                                      const NormMatch &match) {
  auto type = RankedTensorType::get(match.shape,
                                    getElementTypeOrSelf(match.x.getType()));
  NormOp norm = buildNorm(b, loc, match, type, /*allowWidening=*/false);
  NormOp whole = addReciprocal(norm);
  norm->erase();
  return whole;
}

/// The dimensions of a space that has coordinates `coords`, as those of the
/// rows of `norm`.
static AffineMap getRowMap(NormOp norm, ArrayRef<AffineExpr> coords) {
  MLIRContext *context = norm.getContext();
  SmallVector<AffineExpr> results;
  for (int64_t i = 0; i < norm.getNumRowDims(); ++i) {
    auto coord = llvm::find(coords, getAffineDimExpr(i, context));
    results.push_back(coord == coords.end()
                          ? getAffineConstantExpr(0, context)
                          : getAffineDimExpr(coord - coords.begin(), context));
  }
  return AffineMap::get(coords.size(), 0, results, context);
}

/// `rows`, one value for every row of `norm`, as a tensor of type `type` whose
/// dimensions have the coordinates `coords` of the norm.
static Value spread(OpBuilder &b, Location loc, NormOp norm,
                    ArrayRef<AffineExpr> coords, RankedTensorType type) {
  Value rows = norm.getResult(1);
  SmallVector<AffineExpr> own, dims;
  for (auto [i, extent] :
       llvm::enumerate(cast<RankedTensorType>(rows.getType()).getShape()))
    if (extent != 1)
      own.push_back(b.getAffineDimExpr(i));
  llvm::copy_if(coords, std::back_inserter(dims), llvm::IsaPred<AffineDimExpr>);
  if (own == dims)
    return reshapeUnitDims(b, loc, rows, type.getShape());
  SmallVector<Value> sizes;
  for (auto [extent, coord] : llvm::zip_equal(type.getShape(), coords))
    if (ShapedType::isDynamic(extent))
      sizes.push_back(tensor::DimOp::create(
          b, loc, norm.getX(), cast<AffineDimExpr>(coord).getPosition()));
  Value init = tensor::EmptyOp::create(b, loc, type, sizes);
  AffineMap maps[] = {getRowMap(norm, coords),
                      b.getMultiDimIdentityMap(type.getRank())};
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             b, loc, type, rows, init, maps, iterators,
             [](OpBuilder &b, Location loc, ValueRange args) {
               linalg::YieldOp::create(b, loc, args[0]);
             })
      .getResult(0);
}

void mlir::rmsnorm::replaceReciprocal(OpBuilder &b, Operation *op,
                                      const Element &reciprocal, NormOp norm) {
  Location loc = op->getLoc();
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  bool isBody = linalgOp && reciprocal.value.getDefiningOp() != op;
  SmallVector<AffineExpr> coords = llvm::to_vector(reciprocal.coords);
  if (isBody) {
    bool isAll =
        op->getNumResults() == 1 &&
        linalgOp.getBlock()->getTerminator()->getOperand(0) == reciprocal.value;
    if (!isAll) {
      op->replaceAllUsesWith(readInBody(b, linalgOp, reciprocal.value,
                                        norm.getResult(1),
                                        getRowMap(norm, coords)));
      return;
    }
    AffineMap map = linalgOp.getIndexingMapMatchingResult(op->getResult(0));
    coords.clear();
    for (AffineExpr expr : map.getResults())
      coords.push_back(expr.replaceDims(reciprocal.coords));
  }
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  op->getResult(0).replaceAllUsesWith(spread(b, loc, norm, coords, type));
}
