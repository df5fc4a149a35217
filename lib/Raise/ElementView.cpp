//===- ElementView.cpp - A tensor program as scalars ----------------------===//

#include "ElementView.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"

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

Element Element::replace(AffineExpr from, AffineExpr to) const {
  Element replaced = *this;
  for (AffineExpr &e : replaced.coords)
    e = e.replace(from, to);
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

/// The loops of `op` as expressions when its result is read at `coords`.
/// One reduction loop may run over more than one iteration: it becomes s0.
static std::optional<SmallVector<AffineExpr, 4>>
solveLoops(linalg::LinalgOp op, OpResult result, ArrayRef<AffineExpr> coords) {
  MLIRContext *context = op->getContext();
  SmallVector<AffineExpr, 4> loops(op.getNumLoops());
  AffineMap map = op.getIndexingMapMatchingResult(result);
  for (auto [expr, coord] : llvm::zip_equal(map.getResults(), coords)) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    if (!dim && !isa<AffineConstantExpr>(expr))
      return std::nullopt;
    if (!dim)
      continue;
    AffineExpr &loop = loops[dim.getPosition()];
    if (loop && loop != coord)
      return std::nullopt;
    loop = coord;
  }
  bool summed = false;
  for (auto [loop, extent, iterator] : llvm::zip_equal(
           loops, op.getStaticLoopRanges(), op.getIteratorTypesArray())) {
    if (extent == 1) {
      loop = getAffineConstantExpr(0, context);
    } else if (!loop) {
      if (iterator != utils::IteratorType::reduction || summed)
        return std::nullopt;
      loop = getAffineSymbolExpr(0, context);
      summed = true;
    }
  }
  return loops;
}

/// The linalg op in whose body `value` is, or null.
static linalg::LinalgOp getBodyOwner(Value value) {
  auto op = dyn_cast_if_present<linalg::LinalgOp>(
      value.getParentBlock()->getParentOp());
  return op && op.hasPureTensorSemantics() ? op : linalg::LinalgOp();
}

/// Two shapes that differ only in unit dims name the same elements in the same
/// order. `ordered` says that dims keep their order by the op's definition;
/// otherwise two unknown extents could be regrouped.
std::optional<Element> ElementView::throughUnitReshape(const Element &e,
                                                       Value source,
                                                       bool ordered) const {
  auto from = dyn_cast<RankedTensorType>(source.getType());
  auto to = cast<RankedTensorType>(e.value.getType());
  if (!from || (!ordered && from.getNumDynamicDims() > 1))
    return std::nullopt;
  SmallVector<AffineExpr> coords(from.getRank(),
                                 getAffineConstantExpr(0, context));
  unsigned next = 0;
  for (auto [extent, coord] : llvm::zip_equal(from.getShape(), coords)) {
    if (extent == 1)
      continue;
    while (next < to.getRank() && to.getDimSize(next) == 1)
      ++next;
    if (next == to.getRank() || to.getDimSize(next) != extent)
      return std::nullopt;
    coord = e.coords[next++];
  }
  while (next < to.getRank())
    if (to.getDimSize(next++) != 1)
      return std::nullopt;
  return makeElement(source, coords);
}

std::optional<Element> ElementView::step(const Element &e) const {
  using Next = std::optional<Element>;
  if (auto argument = dyn_cast<BlockArgument>(e.value)) {
    linalg::LinalgOp op = getBodyOwner(argument);
    if (!op || argument.getOwner() != op.getBlock())
      return std::nullopt;
    OpOperand *operand =
        op.getOpOperandsMatchingBBargs()[argument.getArgNumber()];
    if (!isa<RankedTensorType>(operand->get().getType()))
      return Element{operand->get(), {}};
    AffineMap map = op.getMatchingIndexingMap(operand);
    SmallVector<AffineExpr> coords;
    for (AffineExpr expr : map.getResults())
      coords.push_back(expr.replaceDimsAndSymbols(e.coords, {}));
    return makeElement(operand->get(), coords);
  }
  Operation *owner = e.value.getDefiningOp();
  return TypeSwitch<Operation *, Next>(owner)
      .Case([&](linalg::LinalgOp op) -> Next {
        if (!op.hasPureTensorSemantics() || !op.isAllParallelLoops())
          return std::nullopt;
        auto result = cast<OpResult>(e.value);
        auto loops = solveLoops(op, result, e.coords);
        if (!loops)
          return std::nullopt;
        Value yielded = op.getBlock()->getTerminator()->getOperand(
            result.getResultNumber());
        if (yielded.getParentBlock() != op.getBlock())
          return Element{yielded, {}};
        return Element{yielded, *loops};
      })
      .Case([&](tensor::CastOp op) -> Next {
        if (!isa<RankedTensorType>(op.getSource().getType()) ||
            !isa<RankedTensorType>(op.getType()))
          return std::nullopt;
        return makeElement(op.getSource(), e.coords);
      })
      .Case<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(
          [&](auto op) { return throughUnitReshape(e, op.getSrc(), true); })
      .Case([&](tosa::ReshapeOp op) {
        return throughUnitReshape(e, op.getInput1(), false);
      })
      .Case([&](tosa::IdentityOp op) -> Next {
        return makeElement(op.getInput1(), e.coords);
      })
      .Case([&](tensor::SplatOp op) -> Next {
        return Element{op.getInput(), {}};
      })
      .Case([&](tensor::FromElementsOp op) -> Next {
        if (op.getElements().size() != 1)
          return std::nullopt;
        return Element{op.getElements().front(), {}};
      })
      .Case([&](tensor::ExtractOp op) -> Next {
        auto type = cast<RankedTensorType>(op.getTensor().getType());
        if (!llvm::all_of(type.getShape(), [](int64_t n) { return n == 1; }))
          return std::nullopt;
        return makeElement(
            op.getTensor(),
            SmallVector<AffineExpr>(type.getRank(),
                                    getAffineConstantExpr(0, context)));
      })
      .Default(Next());
}

Element ElementView::resolve(Element e, SmallVectorImpl<Element> *passed) {
  while (true) {
    if (passed && isa<RankedTensorType>(e.value.getType()))
      passed->push_back(e);
    if (fuel == 0)
      return e;
    --fuel;
    std::optional<Element> next = step(e);
    if (!next)
      return e;
    next->mayBroadcast |= e.mayBroadcast;
    e = std::move(*next);
  }
}

std::optional<Element> ElementView::getOperand(const Element &e,
                                               unsigned number) const {
  Value value = e.value, operand = value.getDefiningOp()->getOperand(number);
  auto type = dyn_cast<RankedTensorType>(e.value.getType());
  if (!type) {
    bool inside = operand.getParentBlock() == value.getParentBlock();
    return Element{operand, inside ? e.coords : SmallVector<AffineExpr, 4>(),
                   e.mayBroadcast};
  }
  auto from = dyn_cast<RankedTensorType>(operand.getType());
  if (!from || from.getRank() != type.getRank())
    return std::nullopt;
  Element result = makeElement(operand, e.coords);
  result.mayBroadcast = e.mayBroadcast || !from.hasStaticShape();
  return result;
}

std::optional<Reduction> ElementView::getSum(const Element &e) const {
  auto result = dyn_cast<OpResult>(e.value);
  if (!result || !isa<RankedTensorType>(result.getType()))
    return std::nullopt;
  if (auto op = dyn_cast<tosa::ReduceSumOp>(result.getOwner())) {
    SmallVector<AffineExpr, 4> coords = e.coords;
    coords[op.getAxis()] = getAffineSymbolExpr(0, context);
    return Reduction{makeElement(op.getInput(), coords), std::nullopt};
  }
  auto op = dyn_cast<linalg::LinalgOp>(result.getOwner());
  if (!op || !op.hasPureTensorSemantics() || op.isAllParallelLoops())
    return std::nullopt;
  unsigned number = result.getResultNumber();
  SmallVector<Operation *, 4> combiners;
  Value addend = matchReduction(op.getRegionOutputArgs(), number, combiners);
  if (!addend || combiners.size() != 1 || !isa<arith::AddFOp>(combiners[0]))
    return std::nullopt;
  auto loops = solveLoops(op, result, e.coords);
  if (!loops)
    return std::nullopt;
  SmallVector<AffineExpr, 4> coords = *loops;
  Element init{op.getRegionOutputArgs()[number], coords};
  if (addend.getParentBlock() != op.getBlock())
    coords.clear();
  return Reduction{Element{addend, coords}, init};
}
