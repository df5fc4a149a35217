//===- DistributeVectors.cpp - Rows are shared by the lanes of a block ----===//

#include "Layout.h"
#include "RMSNorm/GPU/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::rmsnorm {
#define GEN_PASS_DEF_DISTRIBUTEVECTORSPASS
#include "RMSNorm/GPU/Passes.h.inc"
} // namespace mlir::rmsnorm

using namespace mlir;
using namespace mlir::rmsnorm;

namespace {
/// A vector of a row as a lane holds it: its chunks or, if all elements are the
/// same, one scalar. It is decided from the operands to the results.
struct Share {
  bool isChunked = false;
  SmallVector<Value> parts;
};

class Distributor {
public:
  Distributor(gpu::GPUFuncOp func, const Layout &layout, OpBuilder &b)
      : func(func), layout(layout), b(b) {}

  LogicalResult distribute(Operation *op);

private:
  LogicalResult read(vector::TransferReadOp op);
  LogicalResult write(vector::TransferWriteOp op);
  LogicalResult constant(arith::ConstantOp op);
  LogicalResult extract(vector::ExtractOp op);
  LogicalResult step(vector::StepOp op);
  LogicalResult elementwise(Operation *op);
  LogicalResult onFirstLane(Operation *op);

  bool isChunked(Value value) const {
    auto it = shares.find(value);
    return it != shares.end() && it->second.isChunked;
  }
  int64_t getNumChunks() const { return layout.getSchedule().chunks; }
  VectorType getChunkType(Type element) const {
    return VectorType::get(layout.getSchedule().width, element);
  }
  Value getScalar(Value value) const;
  Value getChunk(Value value, int64_t k);
  void setChunks(Value value, function_ref<Value(int64_t)> make) {
    Share &share = shares[value];
    share.isChunked = true;
    for (int64_t k = 0; k < getNumChunks(); ++k)
      share.parts.push_back(make(k));
  }

  gpu::GPUFuncOp func;
  const Layout &layout;
  OpBuilder &b;
  DenseMap<Value, Share> shares;
};
} // namespace

/// The one value of a vector that is the same along the row. Scalars of the
/// program are their own.
Value Distributor::getScalar(Value value) const {
  auto it = shares.find(value);
  return it == shares.end() ? value : it->second.parts.front();
}

Value Distributor::getChunk(Value value, int64_t k) {
  if (isChunked(value))
    return shares[value].parts[k];
  Value scalar = getScalar(value);
  return vector::BroadcastOp::create(b, scalar.getLoc(),
                                     getChunkType(scalar.getType()), scalar);
}

LogicalResult Distributor::read(vector::TransferReadOp op) {
  if (failed(verifyTransfer(op)))
    return failure();
  setChunks(op.getResult(), [&](int64_t k) { return layout.read(b, op, k); });
  return success();
}

LogicalResult Distributor::write(vector::TransferWriteOp op) {
  if (failed(verifyTransfer(op)))
    return failure();
  for (int64_t k = 0; k < getNumChunks(); ++k)
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
  setChunks(op,
            [&](int64_t k) { return layout.getColumns(b, op.getLoc(), k); });
  return success();
}

LogicalResult Distributor::elementwise(Operation *op) {
  bool chunked = llvm::any_of(op->getOperands(),
                              [&](Value value) { return isChunked(value); });
  for (int64_t k = 0, e = chunked ? getNumChunks() : 1; k < e; ++k) {
    IRMapping mapping;
    for (Value operand : op->getOperands())
      if (isa<VectorType>(operand.getType()))
        mapping.map(operand,
                    chunked ? getChunk(operand, k) : getScalar(operand));
    Operation *part = b.clone(*op, mapping);
    for (auto [result, whole] :
         llvm::zip_equal(part->getResults(), op->getResults())) {
      Type element = getElementTypeOrSelf(whole);
      result.setType(chunked ? getChunkType(element) : element);
      shares[whole].isChunked = chunked;
      shares[whole].parts.push_back(result);
    }
  }
  return success();
}

/// One lane writes the value of a row.
LogicalResult Distributor::onFirstLane(Operation *op) {
  if (layout.getSchedule().lanes == 1)
    return success();
  Location loc = op->getLoc();
  Value isFirst =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, layout.getLane(),
                            arith::ConstantIndexOp::create(b, loc, 0));
  auto guard = scf::IfOp::create(b, loc, isFirst);
  op->moveBefore(guard.thenBlock()->getTerminator());
  return success();
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
        SmallVector<Value> chunks;
        for (int64_t k = 0; k < getNumChunks(); ++k)
          chunks.push_back(getChunk(op.getVector(), k));
        Value result =
            layout.reduce(b, op.getLoc(), op.getKind(), chunks, func);
        if (op.getAcc())
          result = vector::makeArithReduction(b, op.getLoc(), op.getKind(),
                                              op.getAcc(), result);
        op.getResult().replaceAllUsesWith(result);
        return success();
      })
      .Case<vector::BroadcastOp, vector::FromElementsOp>([&](auto op) {
        Value source = op->getOperand(0);
        if (op->getNumOperands() != 1 || isa<VectorType>(source.getType()))
          return LogicalResult(op->emitError("cannot be distributed"));
        shares[op->getResult(0)].parts.push_back(source);
        return success();
      })
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
         llvm::any_of(op->getResultTypes(), llvm::IsaPred<VectorType>);
}

/// A kernel that asks which lane it is was written for threads, not rows.
static bool isOfThreads(gpu::GPUFuncOp func) {
  WalkResult result = func.walk([](gpu::ThreadIdOp op) {
    return op.getDimension() == gpu::Dimension::x ? WalkResult::interrupt()
                                                  : WalkResult::advance();
  });
  return result.wasInterrupted();
}

namespace {
struct DistributeVectors
    : rmsnorm::impl::DistributeVectorsPassBase<DistributeVectors> {
  void runOnOperation() override {
    WalkResult result = getOperation()->walk([](gpu::GPUFuncOp func) {
      if (!func.isKernel() || func.isExternal() || isOfThreads(func))
        return WalkResult::advance();
      return WalkResult(distribute(func));
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }

  static LogicalResult distribute(gpu::GPUFuncOp func) {
    FailureOr<RowShape> shape = RowShape::get(func);
    if (failed(shape))
      return failure();
    std::optional<ArrayRef<int32_t>> block = func.getKnownBlockSize();
    if (!block)
      return func.emitError("a kernel needs known_block_size: its x are the "
                            "lanes of a row and its y the rows of a block");
    int64_t lanes = (*block)[0], rows = (*block)[1];
    if (!llvm::isPowerOf2_64(lanes) || (*block)[2] != 1)
      return func.emitError("the lanes of a row are a power of two along x, "
                            "and there is no z");
    if (lanes > std::max<int64_t>(1, shape->length))
      return func.emitError("a row of ")
             << shape->length << " elements has no work for " << lanes
             << " lanes; launch no more lanes than elements";
    SmallVector<Operation *> ops, vectorOps;
    func.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (hasVectors(op))
        vectorOps.push_back(op);
      if (hasVectors(op) || isa<memref::StoreOp>(op))
        ops.push_back(op);
    });
    OpBuilder b = OpBuilder::atBlockBegin(&func.getBody().front());
    Layout layout(b, func.getLoc(), *shape,
                  Schedule::forBlock(*shape, lanes, rows));
    Distributor distributor(func, layout, b);
    for (Operation *op : ops)
      if (failed(distributor.distribute(op)))
        return failure();
    for (Operation *op : llvm::reverse(vectorOps))
      op->erase();
    return success();
  }
};
} // namespace
