//===- DistributeGroups.cpp - Groups that share the lanes of a row --------===//
//
// The lanes of a row are cut into teams of neighbours. A team takes one group
// after the other; in each of them its lanes have what the lanes of a row of
// that length have. All teams take as many steps, because some of them share a
// warp; what is left over in the last one computes along and writes nothing.
//
//===----------------------------------------------------------------------===//

#include "Distributor.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::rmsnorm;

static void guardWrites(OpBuilder &b, Block &body, Value condition) {
  for (Operation &op : llvm::make_early_inc_range(body)) {
    if (!isa<vector::TransferWriteOp, memref::StoreOp, scf::IfOp>(op))
      continue;
    b.setInsertionPoint(&op);
    auto guard = scf::IfOp::create(b, op.getLoc(), condition);
    op.moveBefore(guard.thenBlock()->getTerminator());
  }
}

LogicalResult Distributor::groups(scf::ForallOp op) {
  Location loc = op.getLoc();
  if (!op.isNormalized() || op.getRank() != 1 || op.getNumResults())
    return op.emitError("a loop over the groups of a row counts them from zero "
                        "and writes to buffers");
  FailureOr<RowShape> shape = RowShape::get(op);
  if (failed(shape))
    return failure();
  if (shape->isWalked)
    return op.emitError("a group of a row is one vector of static length");
  Layout team(b, loc, layout, *shape);
  int64_t teamLanes = *team.getKnownLanes();
  std::optional<int64_t> lanes = layout.getKnownLanes();
  if (lanes && *lanes < teamLanes)
    return op.emitError("groups of ")
           << shape->length << " elements have " << teamLanes
           << " lanes, and their row has " << *lanes;

  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(b, loc, value);
  };
  Value size = constant(teamLanes);
  Value number = b.createOrFold<arith::DivUIOp>(loc, layout.getLane(), size);
  Value teams = b.createOrFold<arith::DivUIOp>(loc, layout.getLanes(), size);
  OpFoldResult extent = op.getMixedUpperBound().front();
  Value end = getValueOrCreateConstantIndexOp(b, loc, extent);
  auto loop = scf::ForOp::create(b, loc, constant(0), end, teams);
  b.setInsertionPointToStart(loop.getBody());
  Value group = arith::AddIOp::create(b, loc, loop.getInductionVar(), number);
  std::optional<int64_t> groups = getConstantIntValue(extent);
  Value isInside;
  if (!lanes || !groups || *groups % (*lanes / teamLanes)) {
    isInside =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, group, end);
    Value last = arith::SubIOp::create(b, loc, end, constant(1));
    group = arith::MinUIOp::create(b, loc, group, last);
  }
  op.getTerminator().erase();
  op.getInductionVar(0).replaceAllUsesWith(group);
  Block *body = loop.getBody();
  body->getOperations().splice(body->getTerminator()->getIterator(),
                               op.getBody()->getOperations());
  op.erase();
  if (isInside)
    guardWrites(b, *body, isInside);

  // Constants and what is per row are the same for all.
  Distributor inGroups(team, b);
  inGroups.shares = shares;
  return inGroups.distributeBody(loop);
}
