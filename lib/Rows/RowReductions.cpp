//===- RowReductions.cpp - Accumulators of a row --------------------------===//

#include "RowEmitter.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::rmsnorm;

/// Whether the order of a sum or product is that of the row: every step in 16
/// bits rounds, so another order would be another result.
bool RowEmitter::isOrdered(linalg::LinalgOp reduction) {
  auto type = dyn_cast<FloatType>(
      getElementTypeOrSelf(reduction->getResult(0).getType()));
  return type && type.getWidth() <= 16 &&
         isa<arith::AddFOp, arith::MulFOp>(getCombiner(reduction));
}

bool RowEmitter::isCompensated(linalg::LinalgOp reduction) {
  return isa<arith::AddFOp>(getCombiner(reduction)) && !isOrdered(reduction);
}

void RowEmitter::finish(linalg::LinalgOp reduction, Value accumulator) {
  Operation *combiner = getCombiner(reduction);
  if (isa<FloatType>(accumulator.getType())) {
    rowValues[reduction->getResult(0)] = accumulator;
    return;
  }
  vector::CombiningKind kind = *linalg::getCombinerOpKind(combiner);
  Value init = evaluate(reduction.getDpsInits()[0], nullptr);
  if (isOrdered(reduction)) {
    rowValues[reduction->getResult(0)] =
        vector::ReductionOp::create(b, loc, kind, accumulator, init);
    return;
  }
  auto flags = dyn_cast<arith::ArithFastMathInterface>(combiner);
  Value result = vector::ReductionOp::create(
      b, loc, kind, accumulator,
      flags ? flags.getFastMathFlagsAttr().getValue()
            : arith::FastMathFlags::none);
  bool isNeutral =
      matchPattern(init, m_Zero()) || matchPattern(init, m_AnyZeroFloat());
  if (!isNeutral || !isa<arith::AddFOp, arith::AddIOp>(combiner))
    result = combine(reduction, init, result);
  rowValues[reduction->getResult(0)] = result;
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
  auto type = getVectorType(walk.width, getElementTypeOrSelf(v.getType()));
  if (chunk.mask)
    return arith::SelectOp::create(b, loc, chunk.mask, v,
                                   neutral(reduction, type));
  if (chunk.width == walk.width)
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
