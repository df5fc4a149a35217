//===- LaunchRows.cpp - Row loops become kernel launches ------------------===//

#include "RMSNorm/GPU/Passes.h"
#include "RowWrites.h"
#include "Schedule.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/GPU/Utils/GPUUtils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Utils/Utils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/RegionUtils.h"

namespace mlir::rmsnorm {
#define GEN_PASS_DEF_LAUNCHROWSPASS
#include "RMSNorm/GPU/Passes.h.inc"
} // namespace mlir::rmsnorm

using namespace mlir;
using namespace mlir::rmsnorm;

/// `lhs op rhs`, folded where it can be.
static OpFoldResult apply(OpBuilder &b, Location loc, AffineExpr expr,
                          ArrayRef<OpFoldResult> operands) {
  return affine::makeComposedFoldedAffineApply(b, loc, expr, operands);
}

/// The length of a row that is walked: the mask of its last vector counts the
/// elements that whole vectors leave of it.
static OpFoldResult getWalkedLength(scf::ForallOp forall) {
  OpFoldResult length;
  forall.walk([&](vector::CreateMaskOp op) {
    auto left = op.getOperand(0).getDefiningOp<arith::SubIOp>();
    if (!left)
      return WalkResult::advance();
    if (!getConstantIntValue(left.getLhs()) &&
        forall.getRegion().isAncestor(left.getLhs().getParentRegion()))
      return WalkResult::advance();
    length = left.getLhs();
    return WalkResult::interrupt();
  });
  return length;
}

/// Whether a length that `op` takes is the row's, not any other number that is
/// the same: of what is walked in whole vectors and of the rest.
static bool measuresRow(Operation *op) {
  return isa<arith::AndIOp, arith::SubIOp>(op);
}

static bool hasGroups(scf::ForallOp forall) {
  return !forall.getBody()->getOps<scf::ForallOp>().empty();
}

/// What the kernel makes itself rather than taking it as an argument: values
/// that cost nothing, vectors, and data that must lie beside the kernel.
static bool isMadeInKernel(Operation *op) {
  if (op->hasTrait<OpTrait::ConstantLike>() || isa<memref::GetGlobalOp>(op))
    return true;
  return isPure(op) &&
         llvm::any_of(op->getResultTypes(), llvm::IsaPred<VectorType>);
}

/// The product of the loop's extents.
static OpFoldResult countRows(OpBuilder &b, scf::ForallOp forall) {
  Location loc = forall.getLoc();
  AffineExpr d0 = b.getAffineDimExpr(0);
  OpFoldResult rows = b.getIndexAttr(1);
  for (OpFoldResult size : forall.getMixedUpperBound()) {
    // A product of two symbols is as affine as a row count needs.
    if (std::optional<int64_t> known = getConstantIntValue(size))
      rows = apply(b, loc, d0 * *known, {rows});
    else if (std::optional<int64_t> known = getConstantIntValue(rows))
      rows = apply(b, loc, d0 * *known, {size});
    else
      rows = arith::MulIOp::create(b, loc, cast<Value>(rows), cast<Value>(size))
                 .getResult();
  }
  return rows;
}

/// Whether a thread of `launch` has one of `rows`: its block is full, or its
/// row is one of the last block's. Numbers of blocks and threads have 32 bits,
/// those of rows may have more.
static Value isLive(OpBuilder &b, gpu::LaunchOp launch, Value rows,
                    int64_t perBlock) {
  Location loc = launch.getLoc();
  OpBuilder host(launch);
  auto isLess = [&](Value number, AffineExpr count) -> Value {
    Value end = getValueOrCreateConstantIndexOp(
        host, loc, apply(host, loc, count, OpFoldResult(rows)));
    auto narrow = [&](Value value) -> Value {
      return arith::IndexCastOp::create(b, loc, b.getI32Type(), value);
    };
    return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult,
                                 narrow(number), narrow(end));
  };
  AffineExpr d0 = b.getAffineDimExpr(0);
  Value isFull = isLess(launch.getBlockIds().x, d0.floorDiv(perBlock));
  Value isLast = isLess(launch.getThreadIds().y, d0 % perBlock);
  return arith::OrIOp::create(b, loc, isFull, isLast);
}

static LogicalResult launch(RewriterBase &b, scf::ForallOp forall,
                            bool remarks) {
  if (forall.getNumResults())
    return forall.emitError("row loops are launched on buffers: bufferise "
                            "this one first");
  FailureOr<RowShape> shape = RowShape::get(forall);
  if (failed(shape))
    return failure();
  OpFoldResult length = b.getIndexAttr(shape->length);
  if (shape->isWalked)
    length = getWalkedLength(forall);
  if (!length)
    return forall.emitError("a row that is walked has a last vector whose mask "
                            "is its length less what is done, and the length "
                            "is known before the loop");
  if (remarks && (shape->length || shape->isWalked))
    forall.emitRemark() << Schedule::describe(*shape,
                                              getConstantIntValue(length));
  FailureOr<scf::ForallOp> normalized = normalizeForallOp(b, forall);
  if (failed(normalized))
    return forall.emitError("expected a loop over rows");
  forall = *normalized;

  Location loc = forall.getLoc();
  b.setInsertionPoint(forall);
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(b, loc, value);
  };
  OpFoldResult rows = countRows(b, forall);
  std::optional<int64_t> knownRows = getConstantIntValue(rows);
  if (knownRows == 0) {
    b.eraseOp(forall);
    return success();
  }
  Value rowCount = getValueOrCreateConstantIndexOp(b, loc, rows);
  if (!knownRows) {
    // A grid of no blocks is an error to the driver.
    Value any = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne,
                                      rowCount, constant(0));
    b.setInsertionPointToStart(scf::IfOp::create(b, loc, any).thenBlock());
  }
  auto [lanes, rowsPerBlock] = chooseBlock(b, loc, *shape, length);
  std::optional<int64_t> knownPerBlock = getConstantIntValue(rowsPerBlock);
  Value perBlock = getValueOrCreateConstantIndexOp(b, loc, rowsPerBlock);
  Value blocks = getValueOrCreateConstantIndexOp(
      b, loc,
      knownPerBlock
          ? apply(b, loc, b.getAffineDimExpr(0).ceilDiv(*knownPerBlock),
                  OpFoldResult(rowCount))
          : arith::CeilDivUIOp::create(b, loc, rowCount, perBlock).getResult());
  Value one = constant(1);
  auto launchOp = gpu::LaunchOp::create(
      b, loc, blocks, one, one, getValueOrCreateConstantIndexOp(b, loc, lanes),
      perBlock, one);

  Block &body = launchOp.getBody().front();
  b.setInsertionPointToEnd(&body);
  Value block = launchOp.getBlockIds().x, inBlock = launchOp.getThreadIds().y;
  Value rowIndex;
  if (knownPerBlock) {
    AffineExpr d0 = b.getAffineDimExpr(0), d1 = b.getAffineDimExpr(1);
    rowIndex = getValueOrCreateConstantIndexOp(
        b, loc,
        apply(b, loc, d0 * *knownPerBlock + d1,
              {OpFoldResult(block), OpFoldResult(inBlock)}));
  } else {
    Value first =
        arith::MulIOp::create(b, loc, block, launchOp.getBlockSize().y);
    rowIndex = arith::AddIOp::create(b, loc, first, inBlock);
  }
  Value inBounds;
  bool fillsBlocks =
      knownPerBlock &&
      (*knownPerBlock == 1 || (knownRows && *knownRows % *knownPerBlock == 0));
  if (!fillsBlocks && !shape->isOrdered && !hasGroups(forall) &&
      getConstantIntValue(lanes) == Schedule::warpSize) {
    // Nobody waits for a whole warp, unless there are barriers before groups,
    // so a surplus one has nothing to do.
    auto guard = scf::IfOp::create(
        b, loc, isLive(b, launchOp, rowCount, *knownPerBlock));
    gpu::TerminatorOp::create(b, loc);
    b.setInsertionPoint(guard.thenBlock()->getTerminator());
  } else if (!fillsBlocks) {
    inBounds = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult,
                                     rowIndex, rowCount);
    Value last = arith::SubIOp::create(b, loc, rowCount, one);
    rowIndex = arith::MinUIOp::create(b, loc, rowIndex, last);
    if (auto known = dyn_cast<Value>(length)) {
      std::optional<int64_t> fixed = getConstantIntValue(known);
      Value whole = fixed ? constant(*fixed) : known;
      Value left =
          arith::SelectOp::create(b, loc, inBounds, whole, constant(0));
      b.replaceUsesWithIf(known, left, [&](OpOperand &use) {
        return forall.getRegion().isAncestor(
                   use.getOwner()->getParentRegion()) &&
               (!fixed || measuresRow(use.getOwner()));
      });
    }
  }
  SmallVector<Value> indices(forall.getRank(), rowIndex);
  if (forall.getRank() > 1)
    indices = affine::AffineDelinearizeIndexOp::create(
                  b, loc, rowIndex, forall.getMixedUpperBound(),
                  /*hasOuterBound=*/true)
                  .getResults();
  b.eraseOp(forall.getBody()->getTerminator());
  Block *row = b.getInsertionBlock();
  b.inlineBlockBefore(forall.getBody(), row, b.getInsertionPoint(), indices);
  if (!body.mightHaveTerminator()) {
    b.setInsertionPointToEnd(&body);
    gpu::TerminatorOp::create(b, loc);
  }
  b.eraseOp(forall);

  if (inBounds && failed(guardWrites(b, body, inBounds)))
    return failure();
  orderGroups(b, *row);
  if (failed(sinkOperationsIntoLaunchOp(launchOp, isMadeInKernel)))
    return failure();
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(launchOp.getBody(), captured);
  for (Value value : captured)
    if (isa<VectorType>(value.getType()))
      return launchOp.emitError("a row kernel cannot take an argument of type ")
             << value.getType() << "; load the vector inside the loop";
  return success();
}

namespace {
struct LaunchRows : rmsnorm::impl::LaunchRowsPassBase<LaunchRows> {
  using Base::Base;

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    SmallVector<scf::ForallOp> loops;
    getOperation()->walk<WalkOrder::PreOrder>([&](scf::ForallOp loop) {
      loops.push_back(loop);
      return WalkResult::skip();
    });
    for (scf::ForallOp loop : loops)
      if (failed(launch(rewriter, loop, remarks)))
        return signalPassFailure();
  }
};
} // namespace
