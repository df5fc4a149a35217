//===- ElementView.cpp - A tensor program as scalars ----------------------===//

#include "ElementView.h"
#include "Reshape.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::rmsnorm;

FloatType Element::getType() const {
  return dyn_cast<FloatType>(getElementTypeOrSelf(value.getType()));
}

bool Element::uses(AffineExpr dim) const {
  unsigned position = cast<AffineDimExpr>(dim).getPosition();
  return llvm::any_of(
      coords, [&](AffineExpr e) { return e.isFunctionOfDim(position); });
}

Element Element::replace(const DenseMap<AffineExpr, AffineExpr> &map) const {
  Element replaced = *this;
  for (AffineExpr &e : replaced.coords)
    e = replaceCoords(e, map);
  return replaced;
}

Element ElementView::makeElement(Value tensor,
                                 ArrayRef<AffineExpr> coords) const {
  Element e{tensor, SmallVector<AffineExpr, 4>(coords)};
  for (auto [extent, coord] : llvm::zip_equal(
           cast<RankedTensorType>(tensor.getType()).getShape(), e.coords))
    if (extent == 1)
      coord = getAffineConstantExpr(0, context);
  return e;
}

Element ElementView::at(Value tensor) const {
  SmallVector<AffineExpr> coords;
  int64_t rank = cast<RankedTensorType>(tensor.getType()).getRank();
  for (int64_t i = 0; i < rank; ++i)
    coords.push_back(getAffineDimExpr(i, context));
  return makeElement(tensor, coords);
}

Element ElementView::resolve(Element e, SmallVectorImpl<Element> *passed) {
  while (true) {
    if (passed && isa<RankedTensorType>(e.value.getType()) && !e.isProduct)
      passed->push_back(e);
    if (fuel == 0)
      return e;
    --fuel;
    std::optional<Element> next = step(e);
    if (!next)
      return e;
    next->mayBroadcast |= e.mayBroadcast;
    next->isPart |= e.isPart;
    e = std::move(*next);
  }
}

/// `ordered` says that dims keep their order by the op's definition; otherwise
/// two unknown extents could be regrouped.
std::optional<Element> ElementView::throughReshape(const Element &e,
                                                   Value source,
                                                   bool ordered) const {
  auto from = dyn_cast<RankedTensorType>(source.getType());
  auto to = cast<RankedTensorType>(e.value.getType());
  if (!from || (!ordered && from.getNumDynamicDims() > 1))
    return std::nullopt;
  auto coords =
      reshapeCoords(e.coords, to.getShape(), from.getShape(), context);
  return coords ? std::optional(makeElement(source, *coords)) : std::nullopt;
}

/// Whether a dimension of an operand may be one element for all of the result:
/// in TOSA, where its extent isn't known and another operand has more than one.
static bool mayBeBroadcast(Operation *op, unsigned number) {
  if (!isa<tosa::TosaDialect>(op->getDialect()) || isa<tosa::MatMulOp>(op))
    return false;
  auto from = cast<RankedTensorType>(op->getOperand(number).getType());
  for (Value other : op->getOperands()) {
    auto type = dyn_cast<RankedTensorType>(other.getType());
    if (!type || type.getRank() != from.getRank() ||
        other == op->getOperand(number))
      continue;
    for (int64_t i = 0; i < from.getRank(); ++i)
      if (from.isDynamicDim(i) && type.getDimSize(i) != 1)
        return true;
  }
  return false;
}

/// Where operand `number` of the op that computes `e`, or has it as a product,
/// is read.
static SmallVector<AffineExpr, 4> getOperandCoords(const Element &e,
                                                   unsigned number) {
  if (!isa<tosa::MatMulOp>(e.value.getDefiningOp()))
    return e.coords;
  AffineExpr batch = e.coords[0], row = e.coords[1], column = e.coords[2],
             inner = e.coords[3];
  if (number == 0)
    return {batch, row, inner};
  return {batch, inner, column};
}

std::optional<Element> ElementView::getOperand(const Element &e,
                                               unsigned number) const {
  Value value = e.value, operand = value.getDefiningOp()->getOperand(number);
  auto type = dyn_cast<RankedTensorType>(e.value.getType());
  if (!type) {
    bool inside = operand.getParentBlock() == value.getParentBlock();
    return Element{operand, inside ? e.coords : SmallVector<AffineExpr, 4>(),
                   e.mayBroadcast, e.isPart};
  }
  auto from = dyn_cast<RankedTensorType>(operand.getType());
  if (!from || from.getRank() != type.getRank())
    return std::nullopt;
  Element result = makeElement(operand, getOperandCoords(e, number));
  result.mayBroadcast =
      e.mayBroadcast || mayBeBroadcast(value.getDefiningOp(), number);
  result.isPart = e.isPart;
  return result;
}
