//===- Schedule.cpp - How a row is shared by threads ----------------------===//

#include "Schedule.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::rmsnorm;

int64_t rmsnorm::getScalarBits(Type type) {
  if (type.isIndex())
    return 64;
  return type.isIntOrFloat() ? type.getIntOrFloatBitWidth() : 0;
}

FailureOr<RowShape> RowShape::get(Operation *root) {
  RowShape shape;
  auto visit = [&](Operation *op, Type type) {
    auto vector = dyn_cast<VectorType>(type);
    if (!vector)
      return success();
    if (vector.getRank() != 1 || vector.isScalable())
      return LogicalResult(op->emitError("a row program has one-dimensional "
                                         "vectors of fixed size, not ")
                           << vector);
    if (!getScalarBits(vector.getElementType()))
      return LogicalResult(
          op->emitError("a row holds numbers, not elements of type ")
          << vector.getElementType());
    if (shape.length && shape.length != vector.getNumElements())
      return LogicalResult(
          op->emitError("all vectors of a row program have the length of the "
                        "row, but there are ")
          << shape.length << " and " << vector.getNumElements());
    shape.length = vector.getNumElements();
    if (shape.length > Schedule::maxLength)
      return LogicalResult(op->emitError("rows of more than ")
                           << Schedule::maxLength
                           << " elements do not fit into the registers of a "
                              "block; normalise shorter rows");
    return success();
  };
  WalkResult result = root->walk([&](Operation *op) {
    for (Type type : op->getOperandTypes())
      if (failed(visit(op, type)))
        return WalkResult::interrupt();
    for (Type type : op->getResultTypes())
      if (failed(visit(op, type)))
        return WalkResult::interrupt();
    if (auto reduction = dyn_cast<vector::ReductionOp>(op))
      shape.computeBits =
          std::max(shape.computeBits, getScalarBits(reduction.getType()));
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  return shape;
}

/// Lanes per row as the fastest public kernels choose them: as few as keep the
/// row in registers with several 16-byte accesses of each lane in flight.
static int64_t chooseLanes(RowShape shape) {
  int64_t length = shape.length;
  int64_t lanes = length <= 64      ? 8
                  : length <= 128   ? 16
                  : length <= 3072  ? 32
                  : length <= 6144  ? 64
                  : length <= 16384 ? 128
                                    : 256;
  // A lane that holds more than 48 registers of the row leaves none for what is
  // fused with the norm, or too few threads on a multiprocessor.
  constexpr int64_t maxWords = 48;
  while (lanes < 1024 && length * shape.computeBits / 32 > lanes * maxWords)
    lanes *= 2;
  // No more lanes than elements: a row of one element needs no reduction.
  while (lanes > 1 && lanes > length)
    lanes /= 2;
  return lanes;
}

Schedule Schedule::choose(RowShape shape) {
  int64_t lanes = chooseLanes(shape);
  return forBlock(shape, lanes, std::max<int64_t>(1, 128 / lanes));
}

Schedule Schedule::forBlock(RowShape shape, int64_t lanes, int64_t rows) {
  Schedule schedule;
  schedule.lanes = lanes;
  schedule.rows = rows;
  schedule.width = shape.computeBits <= 32 ? 8 : 2;
  while (schedule.width > 1 && shape.length / schedule.width < lanes)
    schedule.width /= 2;
  schedule.chunks = std::max<int64_t>(
      1, llvm::divideCeil(shape.length, lanes * schedule.width));
  return schedule;
}
