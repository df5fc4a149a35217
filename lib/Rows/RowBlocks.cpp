//===- RowBlocks.cpp - Long rows are summed in blocks ---------------------===//

#include "RowEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::rmsnorm;

/// Long rows are summed in blocks, so that the error does not grow with the
/// row: within a block one chunk after the other, the blocks with compensation
/// (Kahan 1965).
bool RowEmitter::isBlocked(const RowPass &pass) const {
  std::optional<int64_t> fixed = getConstantIntValue(extent);
  return (!fixed || walk.scalable || *fixed > walk.width * kChunksPerBlock) &&
         llvm::any_of(pass.reductions, isCompensated);
}

SmallVector<Value> RowEmitter::emitBlocks(const RowPass &pass, Value end,
                                          ValueRange carried) {
  Value begin = arith::ConstantIndexOp::create(b, loc, 0);
  Value step = getExtent(kChunksPerBlock);
  // In front of what a loop carries, the part of each sum that is lost so far.
  SmallVector<Value> initial;
  for (linalg::LinalgOp reduction :
       llvm::make_filter_range(pass.reductions, isCompensated)) {
    Type element = getElementTypeOrSelf(reduction->getResult(0).getType());
    initial.push_back(arith::ConstantOp::create(
        b, loc, b.getZeroAttr(getVectorType(walk.width, element))));
  }
  unsigned numLost = initial.size();
  llvm::append_range(initial, carried);

  auto loop = scf::ForOp::create(b, loc, begin, end, step, initial);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  llvm::SaveAndRestore outermost(chunkLoop, loop.getOperation());
  SmallVector<Value> lost(loop.getRegionIterArgs().take_front(numLost));
  SmallVector<Value> total(loop.getRegionIterArgs().drop_front(numLost));
  SmallVector<Value> block = total;
  for (auto [reduction, accumulator] : llvm::zip(pass.reductions, block))
    if (!isOrdered(reduction))
      accumulator = neutral(reduction, accumulator.getType());
  Value last = arith::AddIOp::create(b, loc, loop.getInductionVar(), step);
  block = emitSteps(pass, loop.getInductionVar(),
                    arith::MinUIOp::create(b, loc, last, end), block);

  unsigned next = 0;
  for (auto [i, reduction] : llvm::enumerate(pass.reductions)) {
    if (isCompensated(reduction)) {
      Value term = arith::SubFOp::create(b, loc, block[i], lost[next]);
      Value sum = arith::AddFOp::create(b, loc, total[i], term);
      Value part = arith::SubFOp::create(
          b, loc, arith::SubFOp::create(b, loc, sum, total[i]), term);
      // Of an infinite sum nothing is lost.
      Value isFinite =
          arith::CmpFOp::create(b, loc, arith::CmpFPredicate::ORD, part, part);
      lost[next] =
          arith::SelectOp::create(b, loc, isFinite, part, initial[next]);
      ++next;
      block[i] = sum;
    } else if (!isOrdered(reduction)) {
      block[i] = combine(reduction, total[i], block[i]);
    }
  }
  llvm::append_range(lost, block);
  scf::YieldOp::create(b, loc, lost);
  return llvm::to_vector_of<Value>(loop.getResults().drop_front(numLost));
}
