//===- Layout.cpp - The elements of a row that a thread holds -------------===//

#include "Layout.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include <numeric>

using namespace mlir;
using namespace mlir::rmsnorm;

static Value indexConstant(OpBuilder &b, Location loc, int64_t value) {
  return arith::ConstantIndexOp::create(b, loc, value);
}

Layout::Layout(OpBuilder &b, Location loc, RowShape shape, Schedule schedule)
    : schedule(schedule), length(shape.length) {
  lane = gpu::ThreadIdOp::create(b, loc, gpu::Dimension::x);
  row = gpu::ThreadIdOp::create(b, loc, gpu::Dimension::y);
  firstColumn = b.createOrFold<arith::MulIOp>(
      loc, lane, indexConstant(b, loc, schedule.width));
}

Value Layout::getColumn(OpBuilder &b, Location loc, int64_t k,
                        int64_t j) const {
  int64_t offset = k * schedule.lanes * schedule.width + j;
  return b.createOrFold<arith::AddIOp>(loc, firstColumn,
                                       indexConstant(b, loc, offset));
}

Value Layout::getColumns(OpBuilder &b, Location loc, int64_t k) const {
  auto type = VectorType::get(schedule.width, b.getIndexType());
  SmallVector<int64_t> offsets(schedule.width);
  std::iota(offsets.begin(), offsets.end(), 0);
  Value steps =
      arith::ConstantOp::create(b, loc, b.getIndexVectorAttr(offsets));
  Value first = vector::BroadcastOp::create(b, loc, type, getColumn(b, loc, k));
  return arith::AddIOp::create(b, loc, first, steps);
}

Value Layout::isInRow(OpBuilder &b, Location loc, int64_t k, int64_t j) const {
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult,
                               getColumn(b, loc, k, j),
                               indexConstant(b, loc, length));
}

Value Layout::mask(OpBuilder &b, Location loc, int64_t k, Value value,
                   TypedAttr neutral) const {
  auto type = cast<VectorType>(value.getType());
  Value outside = arith::ConstantOp::create(
      b, loc, DenseElementsAttr::get(type, Attribute(neutral)));
  // Either the whole chunk is inside or none of it, if it divides the row.
  Value inside;
  if (length % schedule.width == 0) {
    inside = isInRow(b, loc, k, 0);
  } else {
    Value end = vector::BroadcastOp::create(
        b, loc, VectorType::get(schedule.width, b.getIndexType()),
        indexConstant(b, loc, length));
    inside = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult,
                                   getColumns(b, loc, k), end);
  }
  return arith::SelectOp::create(b, loc, inside, value, outside);
}
