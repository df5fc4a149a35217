//===- Distributor.cpp - The program of one lane --------------------------===//

#include "Distributor.h"
#include "Pieces.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::rmsnorm;

/// The one value that a vector has in chunk `k`. Scalars of the program are
/// their own.
Value Distributor::getScalar(Value value, int64_t k) const {
  auto it = shares.find(value);
  if (it == shares.end())
    return value;
  return it->second.parts[it->second.form == Form::Scalar ? 0 : k];
}

Value Distributor::getChunk(Value value, int64_t k) {
  if (isChunked(value))
    return shares[value].parts[k];
  Value scalar = getScalar(value, k);
  return vector::BroadcastOp::create(b, scalar.getLoc(),
                                     getChunkType(scalar.getType()), scalar);
}

LogicalResult Distributor::read(vector::TransferReadOp op) {
  if (failed(verifyTransfer(op)))
    return failure();
  if (layout.getShape().isPerGroup(op.getVectorType()))
    setParts(op, Form::Groups,
             [&](int64_t k) { return layout.readGroup(b, op, k); });
  else
    setChunks(op, [&](int64_t k) { return layout.read(b, op, k); });
  return success();
}

LogicalResult Distributor::write(vector::TransferWriteOp op) {
  if (failed(verifyTransfer(op)))
    return failure();
  auto from = op.getVector().getDefiningOp<vector::TransferReadOp>();
  bool isAsync = from && op->hasAttr(kAsyncName);
  for (int64_t k = 0; k < getNumChunks(); ++k)
    if (layout.getShape().isPerGroup(op.getVectorType()))
      layout.writeGroup(b, op, getScalar(op.getVector(), k), k);
    else if (!isAsync || !layout.copy(b, from, op, k))
      layout.write(b, op, getChunk(op.getVector(), k), k);
  return success();
}

LogicalResult Distributor::constant(arith::ConstantOp op) {
  auto splat = dyn_cast<SplatElementsAttr>(op.getValue());
  if (!splat)
    return op.emitError("cannot distribute a constant whose elements differ: "
                        "read it from a buffer");
  shares[op].parts.push_back(arith::ConstantOp::create(
      b, op.getLoc(), splat.getSplatValue<TypedAttr>()));
  return success();
}

LogicalResult Distributor::extract(vector::ExtractOp op) {
  // A row of one element, which upstream likes to take apart, has one lane.
  if (isChunked(op.getSource()) && layout.getLength() != 1)
    return op.emitError("cannot distribute the extraction of one element");
  Value value = getScalar(op.getSource());
  if (isChunked(op.getSource()))
    value = vector::ExtractOp::create(b, op.getLoc(), value, 0);
  op.getResult().replaceAllUsesWith(value);
  return success();
}

LogicalResult Distributor::step(vector::StepOp op) {
  Location loc = op.getLoc();
  if (layout.getShape().isPerGroup(op.getType()))
    setParts(op, Form::Groups,
             [&](int64_t k) { return layout.getGroup(b, loc, k); });
  else
    setChunks(op, [&](int64_t k) { return layout.getColumns(b, loc, k); });
  return success();
}

LogicalResult Distributor::elementwise(Operation *op) {
  Form form = Form::Scalar;
  for (Value operand : op->getOperands())
    form = std::max(form, getForm(operand));
  bool isChunked = form == Form::Chunks;
  for (int64_t k = 0, e = form == Form::Scalar ? 1 : getNumChunks(); k < e;
       ++k) {
    IRMapping mapping;
    for (Value operand : op->getOperands())
      if (isa<VectorType>(operand.getType()))
        mapping.map(operand,
                    isChunked ? getChunk(operand, k) : getScalar(operand, k));
    Operation *part = b.clone(*op, mapping);
    for (auto [result, whole] :
         llvm::zip_equal(part->getResults(), op->getResults())) {
      Type element = getElementTypeOrSelf(whole);
      result.setType(isChunked ? getChunkType(element) : element);
      shares[whole].form = form;
      shares[whole].parts.push_back(result);
    }
  }
  return success();
}

LogicalResult Distributor::reduceGroups(vector::MultiDimReductionOp op) {
  if (!layout.getShape().isOfGroups(op.getSourceVectorType()) ||
      op.getReductionDims() != ArrayRef<int64_t>{1})
    return op.emitError("cannot be distributed: reduce each group of a row");
  Location loc = op.getLoc();
  Value acc = op.getAcc();
  TypedAttr neutral =
      getNeutral(b, loc, op.getKind(), getElementTypeOrSelf(acc.getType()));
  SplatElementsAttr splat;
  bool isNeutral = matchPattern(acc, m_Constant(&splat)) &&
                   splat.getSplatValue<Attribute>() == neutral;
  setParts(op, Form::Groups, [&](int64_t k) {
    Value value = layout.reduceGroup(b, op, getChunk(op.getSource(), k));
    return isNeutral ? value
                     : vector::makeArithReduction(b, loc, op.getKind(),
                                                  getScalar(acc, k), value);
  });
  return success();
}

LogicalResult Distributor::broadcast(Operation *op) {
  Value source = op->getOperand(0);
  auto type = dyn_cast<VectorType>(source.getType());
  if (op->getNumOperands() != 1 ||
      (type && !layout.getShape().isPerGroup(type)))
    return op->emitError("cannot be distributed");
  // The elements of a group have its value already.
  shares[op->getResult(0)] =
      type ? Share(shares[source]) : Share{Form::Scalar, {source}};
  return success();
}

/// One lane writes the value of a row.
LogicalResult Distributor::onFirstLane(Operation *op) {
  if (layout.getKnownLanes() == 1)
    return success();
  Location loc = op->getLoc();
  Value isFirst =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, layout.getLane(),
                            arith::ConstantIndexOp::create(b, loc, 0));
  auto guard = scf::IfOp::create(b, loc, isFirst);
  op->moveBefore(guard.thenBlock()->getTerminator());
  return success();
}

SmallVector<Value> Distributor::flatten(ValueRange values) {
  SmallVector<Value> parts;
  for (Value value : values) {
    if (!isa<VectorType>(value.getType())) {
      parts.push_back(value);
      continue;
    }
    for (int64_t k = 0; k < getNumChunks(); ++k)
      parts.push_back(getChunk(value, k));
  }
  return parts;
}

void Distributor::unflatten(ValueRange values, ValueRange parts) {
  for (Value value : values) {
    if (!isa<VectorType>(value.getType())) {
      value.replaceAllUsesWith(parts.front());
      parts = parts.drop_front();
      continue;
    }
    setChunks(value, [&](int64_t k) { return parts[k]; });
    parts = parts.drop_front(getNumChunks());
  }
}

/// A loop that carries vectors carries their chunks.
LogicalResult Distributor::loop(scf::ForOp op) {
  auto parts =
      scf::ForOp::create(b, op.getLoc(), op.getLowerBound(), op.getUpperBound(),
                         op.getStep(), flatten(op.getInitArgs()));
  parts.getBody()->getOperations().splice(parts.getBody()->end(),
                                          op.getBody()->getOperations());
  op.getInductionVar().replaceAllUsesWith(parts.getInductionVar());
  unflatten(op.getRegionIterArgs(), parts.getRegionIterArgs());
  unflatten(op.getResults(), parts.getResults());
  return success();
}

void Distributor::yield(scf::YieldOp op) {
  SmallVector<Value> parts = flatten(op.getOperands());
  scf::YieldOp::create(b, op.getLoc(), parts);
}

LogicalResult Distributor::distribute(Operation *op) {
  b.setInsertionPoint(op);
  return TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](vector::TransferReadOp op) { return read(op); })
      .Case([&](vector::TransferWriteOp op) { return write(op); })
      .Case([&](arith::ConstantOp op) { return constant(op); })
      .Case([&](vector::ExtractOp op) { return extract(op); })
      .Case([&](vector::StepOp op) { return step(op); })
      .Case([&](vector::ReductionOp op) {
        Value result = layout.reduce(b, op, flatten(op.getVector()));
        op.getResult().replaceAllUsesWith(result);
        return success();
      })
      .Case([&](vector::VectorScaleOp op) {
        op.getResult().replaceAllUsesWith(layout.getLanes());
        return success();
      })
      .Case([&](vector::CreateMaskOp op) {
        setChunks(op, [&](int64_t k) {
          return layout.getMask(b, op.getLoc(), k, op.getOperand(0));
        });
        return success();
      })
      .Case([&](scf::ForOp op) { return loop(op); })
      .Case([&](scf::ForallOp op) { return groups(op); })
      .Case([&](scf::YieldOp op) {
        yield(op);
        return success();
      })
      .Case([&](vector::MultiDimReductionOp op) { return reduceGroups(op); })
      .Case([&](vector::ShapeCastOp op) {
        // To groups of elements and back: who holds what stays the same.
        shares[op] = Share(shares[op.getSource()]);
        return success();
      })
      .Case<vector::BroadcastOp, vector::FromElementsOp>(
          [&](auto op) { return broadcast(op); })
      .Case([&](memref::StoreOp op) { return onFirstLane(op); })
      .Default([&](Operation *op) {
        if (!OpTrait::hasElementwiseMappableTraits(op))
          return LogicalResult(op->emitError("cannot be distributed over the "
                                             "threads of a row"));
        return elementwise(op);
      });
}

static bool hasVectors(Operation *op) {
  return llvm::any_of(op->getOperandTypes(), llvm::IsaPred<VectorType>) ||
         llvm::any_of(op->getResultTypes(), llvm::IsaPred<VectorType>) ||
         isa<vector::VectorScaleOp>(op);
}

LogicalResult Distributor::distributeBody(Operation *root) {
  SmallVector<Operation *> ops, vectorOps;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (hasVectors(op))
      vectorOps.push_back(op);
    if (hasVectors(op) || isa<memref::StoreOp, scf::ForallOp>(op))
      ops.push_back(op);
    // Those inside are another layout's.
    return isa<scf::ForallOp>(op) ? WalkResult::skip() : WalkResult::advance();
  });
  for (Operation *op : ops)
    if (failed(distribute(op)))
      return failure();
  for (Operation *op : llvm::reverse(vectorOps))
    op->erase();
  return success();
}
