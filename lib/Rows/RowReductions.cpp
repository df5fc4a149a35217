//===- RowReductions.cpp - Accumulators of a row --------------------------===//

#include "RowEmitter.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::rmsnorm;

bool rmsnorm::isOrdered(linalg::LinalgOp reduction) {
  auto type = dyn_cast<FloatType>(
      getElementTypeOrSelf(reduction->getResult(0).getType()));
  return type && type.getWidth() <= 16 &&
         isa<arith::AddFOp, arith::MulFOp>(getCombiner(reduction));
}

bool rmsnorm::isCompensated(linalg::LinalgOp reduction) {
  return isa<arith::AddFOp>(getCombiner(reduction)) && !isOrdered(reduction);
}

int64_t RowEmitter::getAccumulatorWidth(linalg::LinalgOp reduction) const {
  return reducesGroup(cluster, reduction) ? getGroupWidth() : walk.width;
}

/// What a reduction in several steps starts from.
Value RowEmitter::createAccumulator(linalg::LinalgOp reduction) {
  if (isOrdered(reduction))
    return evaluate(reduction.getDpsInits()[0], nullptr);
  Type element = getElementTypeOrSelf(reduction->getResult(0).getType());
  return neutral(reduction,
                 getVectorType(getAccumulatorWidth(reduction), element));
}

/// The result of a reduction whose last step left `accumulator`.
Value RowEmitter::finish(linalg::LinalgOp reduction, Value accumulator) {
  if (isa<FloatType>(accumulator.getType()))
    return accumulator;
  Operation *combiner = getCombiner(reduction);
  vector::CombiningKind kind = *linalg::getCombinerOpKind(combiner);
  Value init = evaluate(reduction.getDpsInits()[0], nullptr);
  if (isOrdered(reduction))
    return vector::ReductionOp::create(b, loc, kind, accumulator, init);
  auto flags = dyn_cast<arith::ArithFastMathInterface>(combiner);
  Value result = vector::ReductionOp::create(
      b, loc, kind, accumulator,
      flags ? flags.getFastMathFlagsAttr().getValue()
            : arith::FastMathFlags::none);
  return combineInitial(reduction, init, result);
}

/// What a reduction of the elements gives together with the op's initial value.
Value RowEmitter::combineInitial(linalg::LinalgOp reduction, Value init,
                                 Value v) {
  bool isZero =
      matchPattern(init, m_Zero()) || matchPattern(init, m_AnyZeroFloat());
  if (isZero && isa<arith::AddFOp, arith::AddIOp>(getCombiner(reduction)))
    return v;
  if (auto type = dyn_cast<VectorType>(v.getType()))
    init = broadcast(init, type.getNumElements());
  return combine(reduction, init, v);
}

Value RowEmitter::neutral(linalg::LinalgOp reduction, Type type) {
  TypedAttr value = *arith::getNeutralElement(getCombiner(reduction));
  if (auto vector = dyn_cast<VectorType>(type))
    value = DenseElementsAttr::get(vector, Attribute(value));
  return arith::ConstantOp::create(b, loc, value);
}

/// `v` as wide as the accumulator, neutral where it holds no element of the
/// row.
Value RowEmitter::toAccumulator(linalg::LinalgOp reduction, Value v,
                                Chunk &chunk) {
  v = broadcast(v, chunk.width);
  int64_t width = getAccumulatorWidth(reduction);
  auto type = getVectorType(width, getElementTypeOrSelf(v.getType()));
  if (chunk.mask)
    return arith::SelectOp::create(b, loc, chunk.mask, v,
                                   neutral(reduction, type));
  if (chunk.width == width)
    return v;
  return vector::InsertStridedSliceOp::create(
      b, loc, v, neutral(reduction, type), ArrayRef<int64_t>{0},
      ArrayRef<int64_t>{1});
}

Value RowEmitter::combine(linalg::LinalgOp reduction, Value accumulator,
                          Value v) {
  Operation *combiner = getCombiner(reduction);
  Value carriedArg = reduction.getRegionOutputArgs()[0];
  IRMapping map;
  for (Value operand : combiner->getOperands())
    map.map(operand, operand == carriedArg ? accumulator : v);
  Operation *clone = b.clone(*combiner, map);
  clone->getResult(0).setType(accumulator.getType());
  return clone->getResult(0);
}
