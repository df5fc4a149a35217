//===- Body.cpp - Norms in the bodies of linalg ops -----------------------===//

#include "Body.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::rmsnorm;

/// The operand of `op` that `argument` is an element of.
static OpOperand *getOperand(linalg::LinalgOp op, BlockArgument argument) {
  return op.getOpOperandsMatchingBBargs()[argument.getArgNumber()];
}

/// How many scalars a value of a body may depend on: a bound of the cost, which
/// norms of known frontends stay ten times below.
static constexpr unsigned maxScalars = 256;

/// Adds the loops that `value` depends on to `loops`, and the arguments of the
/// body to `arguments`. Fails at what a reduction has added up, and at regions.
static LogicalResult collectLoops(linalg::LinalgOp op, Value value,
                                  llvm::SmallBitVector &loops,
                                  SmallPtrSetImpl<Value> &arguments) {
  SmallVector<Value> work{value};
  DenseSet<Value> seen{value};
  while (!work.empty()) {
    Value v = work.pop_back_val();
    if (v.getParentBlock() != op.getBlock())
      continue;
    if (auto argument = dyn_cast<BlockArgument>(v)) {
      OpOperand *operand = getOperand(op, argument);
      if (op.isDpsInit(operand) && !op.isAllParallelLoops())
        return failure();
      AffineMap map = op.getMatchingIndexingMap(operand);
      for (unsigned i = 0, e = loops.size(); i < e; ++i)
        if (map.isFunctionOfDim(i))
          loops.set(i);
      arguments.insert(argument);
      continue;
    }
    Operation *def = v.getDefiningOp();
    if (def->getNumRegions() != 0 || seen.size() > maxScalars)
      return failure();
    if (auto index = dyn_cast<linalg::IndexOp>(def))
      loops.set(index.getDim());
    for (Value operand : def->getOperands())
      if (seen.insert(operand).second)
        work.push_back(operand);
  }
  return success();
}

Element mlir::rmsnorm::getBodyElement(linalg::LinalgOp op, Value value) {
  Element e{value, {}};
  for (auto [loop, range] : llvm::enumerate(op.getStaticLoopRanges()))
    e.coords.push_back(range == 1 ? getAffineConstantExpr(0, op->getContext())
                                  : getAffineDimExpr(loop, op->getContext()));
  return e;
}

/// `value` over the loops `order`.
static BodyValue makeBodyValue(linalg::LinalgOp op, Value value,
                               ArrayRef<unsigned> order) {
  MLIRContext *context = op->getContext();
  SmallVector<int64_t> ranges = op.getStaticLoopRanges(), shape;
  SmallVector<AffineExpr> used;
  BodyValue result;
  AffineExpr zero = getAffineConstantExpr(0, context);
  result.output.element.value = value;
  result.output.element.coords.assign(op.getNumLoops(), zero);
  for (unsigned loop : order) {
    AffineExpr coord =
        ranges[loop] == 1 ? zero : getAffineDimExpr(used.size(), context);
    result.output.element.coords[loop] = coord;
    result.output.coords.push_back(coord);
    used.push_back(getAffineDimExpr(loop, context));
    shape.push_back(ranges[loop]);
  }
  result.output.type = RankedTensorType::get(shape, value.getType());
  result.map = AffineMap::get(op.getNumLoops(), 0, used, context);
  return result;
}

SmallVector<BodyValue, 2> mlir::rmsnorm::getBodyValues(linalg::LinalgOp op,
                                                       Value value) {
  llvm::SmallBitVector loops(op.getNumLoops());
  SmallPtrSet<Value, 8> arguments;
  if (failed(collectLoops(op, value, loops, arguments)))
    return {};
  SmallVector<SmallVector<unsigned>, 2> orders{
      llvm::to_vector_of<unsigned>(loops.set_bits())};
  for (AffineMap map : op.getIndexingMapsArray()) {
    if (!map.isProjectedPermutation() ||
        map.getNumResults() != orders.front().size())
      continue;
    SmallVector<unsigned> order;
    for (unsigned i = 0, e = map.getNumResults(); i < e; ++i)
      order.push_back(map.getDimPosition(i));
    bool isOfLoops =
        llvm::all_of(order, [&](unsigned loop) { return loops.test(loop); });
    if (isOfLoops && !llvm::is_contained(orders, order))
      orders.push_back(std::move(order));
  }
  SmallVector<BodyValue, 2> values;
  for (ArrayRef<unsigned> order : orders)
    values.push_back(makeBodyValue(op, value, order));
  return values;
}

/// The ops of the body that are still needed when `value` is given.
static SmallPtrSet<Operation *, 16> getNeeded(linalg::LinalgOp op,
                                              Value value) {
  SmallPtrSet<Operation *, 16> needed;
  for (Operation &inner : llvm::reverse(*op.getBlock())) {
    bool isUsed = llvm::any_of(inner.getResults(), [&](Value result) {
      return result != value &&
             llvm::any_of(result.getUsers(), [&](Operation *u) {
               return needed.contains(op.getBlock()->findAncestorOpInBlock(*u));
             });
    });
    if (isUsed || !isMemoryEffectFree(&inner) ||
        inner.hasTrait<OpTrait::IsTerminator>())
      needed.insert(&inner);
  }
  return needed;
}

Value mlir::rmsnorm::computeApart(OpBuilder &b, Value value) {
  auto op = cast<linalg::LinalgOp>(value.getParentBlock()->getParentOp());
  Location loc = op.getLoc();
  llvm::SmallBitVector loops(op.getNumLoops());
  SmallPtrSet<Value, 8> arguments;
  (void)collectLoops(op, value, loops, arguments);
  SmallVector<Range> ranges = op.createLoopRanges(b, loc);
  SmallVector<AffineExpr> dims(op.getNumLoops());
  SmallVector<OpFoldResult> sizes;
  for (unsigned loop : loops.set_bits()) {
    dims[loop] = b.getAffineDimExpr(sizes.size());
    sizes.push_back(ranges[loop].size);
  }
  int64_t rank = sizes.size();
  SmallVector<Value> inputs, read;
  SmallVector<AffineMap> maps;
  for (OpOperand *operand : op.getOpOperandsMatchingBBargs()) {
    BlockArgument argument = op.getMatchingBlockArgument(operand);
    if (!arguments.contains(argument))
      continue;
    read.push_back(argument);
    inputs.push_back(operand->get());
    maps.push_back(op.getMatchingIndexingMap(operand).replaceDimsAndSymbols(
        dims, {}, rank, 0));
  }
  maps.push_back(b.getMultiDimIdentityMap(rank));
  SetVector<Operation *> slice;
  BackwardSliceOptions options;
  options.inclusive = true;
  options.filter = [&](Operation *inner) {
    return inner->getBlock() == op.getBlock();
  };
  (void)getBackwardSlice(value, &slice, options);

  Value init = tensor::EmptyOp::create(b, loc, sizes, value.getType());
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             b, loc, init.getType(), inputs, init, maps, iterators,
             [&](OpBuilder &b, Location loc, ValueRange args) {
               IRMapping mapping;
               mapping.map(read, args.drop_back());
               for (Operation *inner : slice) {
                 Operation *own = b.clone(*inner, mapping);
                 if (auto index = dyn_cast<linalg::IndexOp>(own))
                   index.setDim(
                       cast<AffineDimExpr>(dims[index.getDim()]).getPosition());
               }
               linalg::YieldOp::create(b, loc, mapping.lookup(value));
             })
      .getResult(0);
}

linalg::GenericOp mlir::rmsnorm::readInBody(OpBuilder &b, linalg::LinalgOp op,
                                            Value value, Value tensor,
                                            AffineMap map) {
  Block *body = op.getBlock();
  SmallPtrSet<Operation *, 16> needed = getNeeded(op, value);
  llvm::SmallBitVector loops(op.getNumLoops());
  SmallPtrSet<Value, 8> arguments;
  (void)collectLoops(op, value, loops, arguments);
  auto isNeeded = [&](OpOperand *operand) {
    BlockArgument argument = op.getMatchingBlockArgument(operand);
    return !arguments.contains(argument) ||
           llvm::any_of(argument.getUsers(), [&](Operation *user) {
             return needed.contains(body->findAncestorOpInBlock(*user));
           });
  };

  SmallVector<OpOperand *> kept;
  llvm::copy_if(op.getDpsInputOperands(), std::back_inserter(kept), isNeeded);
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  for (OpOperand *operand : kept) {
    inputs.push_back(operand->get());
    maps.push_back(op.getMatchingIndexingMap(operand));
  }
  inputs.push_back(tensor);
  maps.push_back(map);
  SmallVector<Value> inits = llvm::to_vector_of<Value>(op.getDpsInits());
  for (OpOperand &init : op.getDpsInitsMutable()) {
    kept.push_back(&init);
    maps.push_back(op.getMatchingIndexingMap(&init));
  }

  return linalg::GenericOp::create(
      b, op.getLoc(), op->getResultTypes(), inputs, inits, maps,
      op.getIteratorTypesArray(),
      [&](OpBuilder &b, Location loc, ValueRange args) {
        IRMapping mapping;
        mapping.map(value, args[inputs.size() - 1]);
        for (auto [i, operand] : llvm::enumerate(kept))
          if (llvm::is_contained(op.getOpOperandsMatchingBBargs(), operand))
            mapping.map(op.getMatchingBlockArgument(operand),
                        args[i + 1 < inputs.size() ? i : i + 1]);
        for (Operation &inner : *body)
          if (needed.contains(&inner))
            b.clone(inner, mapping);
      });
}
