//===- Layout.cpp - The elements of a row that a thread holds -------------===//

#include "Layout.h"
#include "Pieces.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include <numeric>

using namespace mlir;
using namespace mlir::rmsnorm;

static Value indexConstant(OpBuilder &b, Location loc, int64_t value) {
  return arith::ConstantIndexOp::create(b, loc, value);
}

Layout::Layout(OpBuilder &b, gpu::GPUFuncOp func, RowShape shape,
               std::optional<int64_t> lanes, std::optional<int64_t> rows)
    : func(func), knownLanes(lanes), knownRows(rows), shape(shape), chunks(1) {
  Location loc = func.getLoc();
  if (lanes && shape.length)
    chunks = llvm::divideCeil(shape.length, *lanes * width);
  lane = gpu::ThreadIdOp::create(b, loc, gpu::Dimension::x);
  row = rows == 1 ? indexConstant(b, loc, 0)
                  : gpu::ThreadIdOp::create(b, loc, gpu::Dimension::y);
  this->lanes = lanes ? indexConstant(b, loc, *lanes)
                      : gpu::BlockDimOp::create(b, loc, gpu::Dimension::x);
  firstColumn =
      b.createOrFold<arith::MulIOp>(loc, lane, indexConstant(b, loc, width));
}

Layout::Layout(OpBuilder &b, Location loc, const Layout &row, RowShape shape)
    : func(row.func), knownRows(1), shape(shape) {
  int64_t count =
      std::min(Schedule::choose(shape, shape.length).lanes, Schedule::warpSize);
  knownLanes = count;
  chunks = llvm::divideCeil(shape.length, count * width);
  lanes = indexConstant(b, loc, count);
  lane = b.createOrFold<arith::RemUIOp>(loc, row.lane, lanes);
  this->row = indexConstant(b, loc, 0);
  firstColumn =
      b.createOrFold<arith::MulIOp>(loc, lane, indexConstant(b, loc, width));
}

Value Layout::getColumn(OpBuilder &b, Location loc, int64_t k,
                        int64_t j) const {
  int64_t offset = k ? k * *knownLanes * width + j : j;
  return b.createOrFold<arith::AddIOp>(loc, firstColumn,
                                       indexConstant(b, loc, offset));
}

Value Layout::getColumns(OpBuilder &b, Location loc, int64_t k) const {
  auto type = VectorType::get(width, b.getIndexType());
  SmallVector<int64_t> offsets(width);
  std::iota(offsets.begin(), offsets.end(), 0);
  Value steps =
      arith::ConstantOp::create(b, loc, b.getIndexVectorAttr(offsets));
  Value first = vector::BroadcastOp::create(b, loc, type, getColumn(b, loc, k));
  return arith::AddIOp::create(b, loc, first, steps);
}

Value Layout::isInside(OpBuilder &b, Location loc, int64_t k, int64_t j,
                       Value end) const {
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult,
                               getColumn(b, loc, k, j), end);
}

Value Layout::getMask(OpBuilder &b, Location loc, int64_t k, Value end) const {
  // Either the whole chunk is inside or none of it, if it divides the row.
  if (getDivisor(end) % width == 0)
    return vector::BroadcastOp::create(b, loc,
                                       VectorType::get(width, b.getI1Type()),
                                       isInside(b, loc, k, 0, end));
  Value ends = vector::BroadcastOp::create(
      b, loc, VectorType::get(width, b.getIndexType()), end);
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult,
                               getColumns(b, loc, k), ends);
}
