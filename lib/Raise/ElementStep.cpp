//===- ElementStep.cpp - From a scalar to the next ------------------------===//
//
// The ops that move scalars, one step each, and the ops that sum them.
//
//===----------------------------------------------------------------------===//

#include "ElementView.h"
#include "Prefix.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
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

/// The tensor that `result` is, or is broadcast from if a dimension turns out
/// to be of one element: what becomes of TOSA's dynamic broadcasts in linalg.
static Value getBroadcastSource(scf::IfOp op, OpResult result) {
  if (op.getElseRegion().empty())
    return {};
  unsigned number = result.getResultNumber();
  Value source = op.elseYield().getOperand(number);
  auto broadcast =
      op.thenYield().getOperand(number).getDefiningOp<linalg::LinalgOp>();
  if (!broadcast || !broadcast.hasPureTensorSemantics() ||
      !broadcast.isAllParallelLoops() || broadcast->getNumResults() != 1 ||
      broadcast.getNumDpsInputs() != 1 ||
      broadcast.getDpsInputs()[0] != source ||
      source.getType() != result.getType())
    return {};
  AffineMap map =
      broadcast.getMatchingIndexingMap(broadcast.getDpsInputOperand(0));
  bool keepsDims =
      broadcast.getIndexingMapMatchingResult(broadcast->getResult(0))
          .isIdentity() &&
      map.getNumResults() == map.getNumDims();
  for (auto [i, expr] : llvm::enumerate(map.getResults()))
    keepsDims &= isa<AffineConstantExpr>(expr) ||
                 expr == getAffineDimExpr(i, op->getContext());
  Value yielded = broadcast.getBlock()->getTerminator()->getOperand(0);
  return keepsDims && yielded == broadcast.getBlock()->getArgument(0) ? source
                                                                      : Value();
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
      .Case([&](tosa::ReshapeOp op) {
        return throughReshape(e, op.getInput1(), false);
      })
      .Case<tensor::ExtractSliceOp, tosa::SliceOp>([&](auto op) -> Next {
        if (!isPrefix(op))
          return std::nullopt;
        Element part = makeElement(op->getOperand(0), e.coords);
        part.isPart = true;
        return part;
      })
      .Case([&](tosa::IdentityOp op) -> Next {
        if (!isa<RankedTensorType>(op.getInput1().getType()))
          return std::nullopt;
        return makeElement(op.getInput1(), e.coords);
      })
      .Case([&](scf::IfOp op) -> Next {
        Value source = getBroadcastSource(op, cast<OpResult>(e.value));
        if (!isa_and_present<TypedValue<RankedTensorType>>(source))
          return std::nullopt;
        Element whole = makeElement(source, e.coords);
        whole.mayBroadcast = true;
        return whole;
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

std::optional<Reduction> ElementView::getSum(const Element &e) const {
  auto result = dyn_cast<OpResult>(e.value);
  if (!result || !isa<RankedTensorType>(result.getType()))
    return std::nullopt;
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
    return sum;
  }
  auto op = dyn_cast<linalg::LinalgOp>(result.getOwner());
  if (!op || !op.hasPureTensorSemantics() || op.isAllParallelLoops())
    return std::nullopt;
  unsigned number = result.getResultNumber();
  SmallVector<Operation *, 4> combiners;
  Value addend = matchReduction(op.getRegionOutputArgs(), number, combiners);
  if (!addend || combiners.size() != 1 || !isa<arith::AddFOp>(combiners[0]))
    return std::nullopt;
  Reduction sum;
  auto loops = solveLoops(op, result, e.coords, sum);
  if (!loops)
    return std::nullopt;
  sum.init = Element{op.getRegionOutputArgs()[number], *loops};
  bool inside = addend.getParentBlock() == op.getBlock();
  sum.addend = Element{addend, inside ? *loops : SmallVector<AffineExpr, 4>()};
  sum.addend.isPart = e.isPart;
  return sum;
}
