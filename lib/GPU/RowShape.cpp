//===- RowShape.cpp - What a row program says of its rows -----------------===//

#include "Schedule.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::rmsnorm;

int64_t rmsnorm::getScalarBits(Type type) {
  if (type.isIndex())
    return 64;
  return type.isIntOrFloat() ? type.getIntOrFloatBitWidth() : 0;
}

bool rmsnorm::isOrdered(Operation *op) {
  auto reduction = cast<vector::ReductionOp>(op);
  return isa<FloatType>(reduction.getType()) &&
         getScalarBits(reduction.getType()) <= 16 &&
         (reduction.getKind() == vector::CombiningKind::ADD ||
          reduction.getKind() == vector::CombiningKind::MUL);
}

/// Takes the length of `type` into `shape`; all vectors of a row program have
/// the same.
static LogicalResult addVector(RowShape &shape, Operation *op,
                               VectorType type) {
  if (type.getRank() != 1)
    return op->emitError("a row program has one-dimensional vectors, not ")
           << type;
  if (!getScalarBits(type.getElementType()))
    return op->emitError("a row holds numbers, not elements of type ")
           << type.getElementType();
  int64_t length = type.getNumElements();
  if (type.isScalable()) {
    if (length != Schedule::width)
      return op->emitError("a row is walked in vectors of ")
             << Schedule::width << " elements for each lane, not " << length;
    shape.isWalked = true;
    length = 0;
  }
  if (shape.isWalked ? shape.length || length
                     : shape.length && shape.length != length)
    return op->emitError("all vectors of a row program have the same length, "
                         "unlike ")
           << type;
  shape.length = length;
  return success();
}

FailureOr<RowShape> RowShape::get(Operation *root) {
  RowShape shape;
  WalkResult result = root->walk([&](Operation *op) {
    auto types = llvm::concat<Type>(SmallVector<Type>(op->getOperandTypes()),
                                    SmallVector<Type>(op->getResultTypes()));
    for (Type type : types)
      if (auto vector = dyn_cast<VectorType>(type))
        if (failed(addVector(shape, op, vector)))
          return WalkResult::interrupt();
    if (auto reduction = dyn_cast<vector::ReductionOp>(op)) {
      shape.computeBits =
          std::max(shape.computeBits, getScalarBits(reduction.getType()));
      shape.isOrdered |= rmsnorm::isOrdered(op);
    }
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  // A product could overflow.
  if (shape.length > Schedule::registerBits / shape.computeBits)
    return root->emitError("rows of ")
           << shape.length << " elements in " << shape.computeBits
           << " bits do not fit into the registers of a block: walk them in "
              "vectors of "
           << Schedule::width << " elements for each lane";
  return shape;
}
