//===- ElementStep.cpp - From a scalar to the next ------------------------===//
//
// The ops that move scalars, one step each, and the ops that sum them.
//
//===----------------------------------------------------------------------===//

#include "Dims.h"
#include "ElementView.h"
#include "Prefix.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::rmsnorm;

/// Gives `sum` one more index, which `coords` doesn't use.
static AffineExpr addIndex(Reduction &sum, int64_t extent,
                           ArrayRef<AffineExpr> coords, MLIRContext *context) {
  unsigned next = 0;
  auto uses = [&](AffineExpr e) { return e && e.isFunctionOfSymbol(next); };
  while (llvm::any_of(coords, uses) || llvm::any_of(sum.indices, uses))
    ++next;
  sum.indices.push_back(getAffineSymbolExpr(next, context));
  sum.extents.push_back(extent);
  return sum.indices.back();
}

/// The loops of `op` as expressions when its result is read at `coords`.
/// Reduction loops become indices of `sum`.
static std::optional<SmallVector<AffineExpr, 4>>
solveLoops(linalg::LinalgOp op, OpResult result, ArrayRef<AffineExpr> coords,
           Reduction &sum) {
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
  for (auto [loop, extent, iterator] : llvm::zip_equal(
           loops, op.getStaticLoopRanges(), op.getIteratorTypesArray())) {
    if (extent == 1) {
      loop = getAffineConstantExpr(0, context);
    } else if (!loop) {
      if (iterator != utils::IteratorType::reduction)
        return std::nullopt;
      loop = addIndex(sum, extent, coords, context);
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

/// Whether `condition` holds only where the extent of `tensor` along `dim`
/// is 1.
static bool impliesUnitDim(Value condition, Value tensor, int64_t dim) {
  auto compare = condition.getDefiningOp<arith::CmpIOp>();
  if (!compare || compare.getPredicate() != arith::CmpIPredicate::eq)
    return false;
  Value extent = compare.getLhs(), one = compare.getRhs();
  if (matchPattern(extent, m_One()))
    std::swap(extent, one);
  if (!matchPattern(one, m_One()) || !extent.getType().isIndex())
    return false;
  return isExtent(extent, tensor, dim);
}

std::optional<Element> ElementView::throughBroadcast(const Element &e,
                                                     Value condition,
                                                     Value spread,
                                                     Value whole) {
  if (!isa<RankedTensorType>(whole.getType()))
    return std::nullopt;
  SmallVector<Element> sources, parts;
  resolve(makeElement(whole, e.coords), &sources);
  resolve(makeElement(spread, e.coords), &parts);
  const Element *source = nullptr, *part = nullptr;
  for (const Element &s : sources)
    for (const Element &p : parts)
      if (!source && s.value == p.value) {
        source = &s;
        part = &p;
      }
  if (!source)
    return std::nullopt;
  for (auto [dim, coords] :
       llvm::enumerate(llvm::zip_equal(source->coords, part->coords))) {
    auto [coord, spreadCoord] = coords;
    if (coord != spreadCoord &&
        (!isa<AffineConstantExpr>(spreadCoord) ||
         !impliesUnitDim(condition, source->value, dim)))
      return std::nullopt;
  }
  Element result = makeElement(whole, e.coords);
  result.mayBroadcast = true;
  return result;
}

std::optional<Element> ElementView::step(const Element &e) {
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
    for (AffineExpr expr : map.getResults()) {
      if (!isa<AffineDimExpr, AffineConstantExpr>(expr))
        return std::nullopt;
      coords.push_back(expr.replaceDims(e.coords));
    }
    return makeElement(operand->get(), coords);
  }
  Operation *owner = e.value.getDefiningOp();
  return TypeSwitch<Operation *, Next>(owner)
      .Case([&](linalg::LinalgOp op) -> Next {
        if (!op.hasPureTensorSemantics() || !op.isAllParallelLoops())
          return std::nullopt;
        auto result = cast<OpResult>(e.value);
        Reduction none;
        auto loops = solveLoops(op, result, e.coords, none);
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
          [&](auto op) { return throughReshape(e, op.getSrc(), true); })
      .Case<tosa::ReshapeOp, tensor::ReshapeOp>(
          [&](auto op) { return throughReshape(e, op->getOperand(0), false); })
      .Case<tensor::ExtractSliceOp, tosa::SliceOp>([&](auto op) -> Next {
        if (!isPrefix(op))
          return std::nullopt;
        Element part = makeElement(op->getOperand(0), e.coords);
        part.isPart = true;
        return part;
      })
      .Case([&](tosa::TileOp op) -> Next {
        auto from = dyn_cast<RankedTensorType>(op.getInput1().getType());
        SmallVector<int64_t> multiples;
        if (!from || failed(op.getConstantMultiples(multiples)))
          return std::nullopt;
        for (auto [extent, count] : llvm::zip_equal(from.getShape(), multiples))
          if (extent != 1 && count != 1)
            return std::nullopt;
        return makeElement(op.getInput1(), e.coords);
      })
      .Case([&](tosa::IdentityOp op) -> Next {
        if (!isa<RankedTensorType>(op.getInput1().getType()))
          return std::nullopt;
        return makeElement(op.getInput1(), e.coords);
      })
      .Case([&](scf::IfOp op) -> Next {
        if (op.getElseRegion().empty())
          return std::nullopt;
        unsigned number = cast<OpResult>(e.value).getResultNumber();
        return throughBroadcast(e, op.getCondition(),
                                op.thenYield().getOperand(number),
                                op.elseYield().getOperand(number));
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

/// What each step of `op` adds to its result `number`, without coordinates.
static std::optional<Element> getAddend(linalg::LinalgOp op, unsigned number) {
  BlockArgument total = op.getRegionOutputArgs()[number];
  Value yielded = op.getBlock()->getTerminator()->getOperand(number);
  if (auto fma = yielded.getDefiningOp<math::FmaOp>()) {
    if (fma.getC() != total || !total.hasOneUse())
      return std::nullopt;
    Element product{yielded, {}};
    product.isProduct = true;
    return product;
  }
  SmallVector<Operation *, 4> combiners;
  Value addend = matchReduction(op.getRegionOutputArgs(), number, combiners);
  if (!addend || combiners.size() != 1 || !isa<arith::AddFOp>(combiners[0]))
    return std::nullopt;
  return Element{addend, {}};
}

std::optional<Reduction> ElementView::getSum(const Element &e) const {
  auto result = dyn_cast<OpResult>(e.value);
  if (!result || !isa<RankedTensorType>(result.getType()) || e.isProduct)
    return std::nullopt;
  if (auto op = dyn_cast<tosa::MatMulOp>(result.getOwner())) {
    auto from = dyn_cast<RankedTensorType>(op.getA().getType());
    if (!from)
      return std::nullopt;
    Reduction sum;
    sum.addend = e;
    sum.addend.isProduct = true;
    int64_t extent = from.getDimSize(2);
    sum.addend.coords.push_back(extent == 1
                                    ? getAffineConstantExpr(0, context)
                                    : addIndex(sum, extent, e.coords, context));
    return sum;
  }
  if (auto op = dyn_cast<tosa::ReduceSumOp>(result.getOwner())) {
    if (!isa<RankedTensorType>(op.getInput().getType()))
      return std::nullopt;
    Reduction sum;
    SmallVector<AffineExpr, 4> coords = e.coords;
    int64_t extent = cast<RankedTensorType>(op.getInput().getType())
                         .getDimSize(op.getAxis());
    if (extent != 1)
      coords[op.getAxis()] = addIndex(sum, extent, e.coords, context);
    sum.addend = makeElement(op.getInput(), coords);
    sum.addend.isPart = e.isPart;
    // So it is lowered; f16 is added up in f16.
    if (sum.addend.getType() && sum.addend.getType().isBF16())
      sum.accumulator = Float32Type::get(context);
    return sum;
  }
  auto op = dyn_cast<linalg::LinalgOp>(result.getOwner());
  if (!op || !op.hasPureTensorSemantics() || op.isAllParallelLoops())
    return std::nullopt;
  unsigned number = result.getResultNumber();
  std::optional<Element> addend = getAddend(op, number);
  if (!addend)
    return std::nullopt;
  Reduction sum;
  auto loops = solveLoops(op, result, e.coords, sum);
  if (!loops)
    return std::nullopt;
  sum.init = Element{op.getRegionOutputArgs()[number], *loops};
  if (addend->value.getParentBlock() == op.getBlock())
    addend->coords = *loops;
  sum.addend = std::move(*addend);
  sum.addend.isPart = e.isPart;
  return sum;
}
