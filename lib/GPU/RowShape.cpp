//===- RowShape.cpp - What a row program says of its rows -----------------===//

#include "Schedule.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
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

bool RowShape::isPerGroup(VectorType type) const {
  return groupSize && !type.isScalable() &&
         type.getNumElements() * groupSize == length &&
         (type.getRank() == 1 || type.getShape().back() == 1);
}

bool RowShape::isOfGroups(VectorType type) const {
  return groupSize && type.getRank() == 2 &&
         type.getShape().back() == groupSize && type.getNumElements() == length;
}

/// Calls `body` for the ops of a row program, without those of loops over
/// groups inside of it: there a group is the row. Constants have any length.
static WalkResult walkRow(Operation *root,
                          function_ref<WalkResult(Operation *)> body) {
  return root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op != root && isa<scf::ForallOp>(op))
      return WalkResult::skip();
    return isa<arith::ConstantOp>(op) ? WalkResult::advance() : body(op);
  });
}

/// A cast of the row to a matrix whose rows are groups says how long they are.
static LogicalResult findGroups(RowShape &shape, Operation *root) {
  WalkResult result = walkRow(root, [&](Operation *inner) {
    auto op = dyn_cast<vector::ShapeCastOp>(inner);
    if (!op)
      return WalkResult::advance();
    for (VectorType type : {op.getSourceVectorType(), op.getResultVectorType()})
      if (type.getRank() == 2 && type.getShape().back() > 1) {
        shape.groupSize = type.getShape().back();
        shape.length = type.getNumElements();
        int64_t lanes = shape.groupSize / Schedule::width;
        if (shape.groupSize % Schedule::width == 0 &&
            llvm::isPowerOf2_64(lanes) && lanes <= Schedule::warpSize)
          return WalkResult::interrupt();
        op.emitError("groups of ")
            << shape.groupSize << " elements do not fill neighbouring lanes "
            << "of a warp: use a power of two from " << Schedule::width
            << " to " << Schedule::warpSize * Schedule::width;
        shape.groupSize = -1;
        return WalkResult::interrupt();
      }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted() && shape.groupSize < 0);
}

/// Takes the length of `type` into `shape`; all vectors of a row program have
/// the same.
static LogicalResult addVector(RowShape &shape, Operation *op,
                               VectorType type) {
  if (shape.isPerGroup(type) || shape.isOfGroups(type))
    return success();
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
  if (failed(findGroups(shape, root)))
    return failure();
  WalkResult result = walkRow(root, [&](Operation *op) {
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
