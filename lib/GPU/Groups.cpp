//===- Groups.cpp - Values per group of a row's elements ------------------===//
//
// A group is a power of two of elements, held by lanes that are neighbours in a
// warp: all elements of a chunk are of one group, and so a lane holds what is
// per group as one scalar for each chunk.
//
//===----------------------------------------------------------------------===//

#include "Layout.h"
#include "Pieces.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::rmsnorm;

Value Layout::getGroup(OpBuilder &b, Location loc, int64_t k) const {
  Value size = arith::ConstantIndexOp::create(b, loc, shape.groupSize);
  return arith::DivUIOp::create(b, loc, getColumn(b, loc, k), size);
}

/// The place of the element of `group`.
static SmallVector<Value>
getGroupIndices(OpBuilder &b, VectorTransferOpInterface op, Value group) {
  SmallVector<Value> indices(op.getIndices());
  Value &index = indices[getRowDim(op)];
  index = b.createOrFold<arith::AddIOp>(op.getLoc(), index, group);
  return indices;
}

Value Layout::readGroup(OpBuilder &b, vector::TransferReadOp op,
                        int64_t k) const {
  Location loc = op.getLoc();
  Value group = getGroup(b, loc, k);
  if (!isWhole(k)) {
    // A lane beyond the end reads that of its first chunk again.
    Value end = arith::ConstantIndexOp::create(b, loc, shape.length);
    group = arith::SelectOp::create(b, loc, isInside(b, loc, k, 0, end), group,
                                    getGroup(b, loc, /*k=*/0));
  }
  return memref::LoadOp::create(b, loc, op.getBase(),
                                getGroupIndices(b, op, group));
}

void Layout::writeGroup(OpBuilder &b, vector::TransferWriteOp op, Value value,
                        int64_t k) const {
  Location loc = op.getLoc();
  auto constant = [&](int64_t number) -> Value {
    return arith::ConstantIndexOp::create(b, loc, number);
  };
  Value inGroup = arith::RemUIOp::create(b, loc, getColumn(b, loc, k),
                                         constant(shape.groupSize));
  Value writes = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                       inGroup, constant(0));
  if (!isWhole(k))
    writes = arith::AndIOp::create(
        b, loc, writes, isInside(b, loc, k, 0, constant(shape.length)));
  scf::IfOp::create(b, loc, writes, [&](OpBuilder &b, Location loc) {
    memref::StoreOp::create(b, loc, value, op.getBase(),
                            getGroupIndices(b, op, getGroup(b, loc, k)));
    scf::YieldOp::create(b, loc);
  });
}
