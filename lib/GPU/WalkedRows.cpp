//===- WalkedRows.cpp - What a launch reads of its rows again -------------===//

#include "WalkedRows.h"
#include "Pieces.h"
#include "Schedule.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::rmsnorm;

using Transfer = VectorTransferOpInterface;

int64_t WalkedRow::getElementSize() const {
  return getScalarBits(getElementType()) / 8;
}

Value rmsnorm::getColumn(Transfer op) { return op.getIndices()[getRowDim(op)]; }

/// What is left of the row where the mask of its last vector is made.
static arith::SubIOp getRest(Value mask) {
  auto create = mask ? mask.getDefiningOp<vector::CreateMaskOp>()
                     : vector::CreateMaskOp();
  if (!create || !create.getType().isScalable())
    return {};
  return create.getOperand(0).getDefiningOp<arith::SubIOp>();
}

void WalkedRows::findLength(gpu::LaunchOp launch) {
  launch.getBody().walk([&](vector::CreateMaskOp op) {
    auto rest = getRest(op);
    if (!rest)
      return WalkResult::advance();
    length = hostLength = rest.getLhs();
    end = rest.getRhs();
    // Surplus rows of a block have no elements.
    if (auto select = length.getDefiningOp<arith::SelectOp>())
      hostLength = select.getTrueValue();
    if (getConstantIntValue(hostLength) ||
        !launch.getBody().isAncestor(hostLength.getParentRegion()))
      block = op->getBlock();
    return WalkResult::interrupt();
  });
}

/// True for multiples of the elements that the lanes hold at once. So a lane
/// meets the same elements in every pass.
static bool isWholeVectors(Value column) {
  if (getConstantIntValue(column) == 0)
    return true;
  auto loop = scf::getForInductionVarOwner(column);
  auto step =
      loop ? loop.getStep().getDefiningOp<arith::MulIOp>() : arith::MulIOp();
  return step && step.getLhs().getDefiningOp<vector::VectorScaleOp>() &&
         getDivisor(step.getRhs()) % Schedule::width == 0 &&
         isWholeVectors(loop.getLowerBound());
}

bool WalkedRows::isInPass(Transfer op) const {
  if (!isa<AffineDimExpr>(op.getPermutationMap().getResult(0)))
    return false;
  if (op.getMask()) {
    auto rest = getRest(op.getMask());
    return op->getBlock() == block && rest && rest.getLhs() == length &&
           rest.getRhs() == end && getColumn(op) == end;
  }
  Operation *outermost = op->getParentOp();
  while (isa<scf::ForOp>(outermost) && outermost->getBlock() != block)
    outermost = outermost->getParentOp();
  auto loop = dyn_cast<scf::ForOp>(outermost);
  return loop && loop.getUpperBound() == end &&
         scf::getForInductionVarOwner(getColumn(op)) &&
         isWholeVectors(getColumn(op));
}

bool WalkedRows::isLater(Operation *op, Operation *first) const {
  return block->findAncestorOpInBlock(*op) !=
         block->findAncestorOpInBlock(*first);
}

/// A row that all others of a launch share, such as a weight, is in the cache
/// of every multiprocessor anyway.
static bool isShared(gpu::LaunchOp launch, const WalkedRow &row) {
  if (getConstantIntValue(launch.getGridSizeX()) == 1 &&
      getConstantIntValue(launch.getBlockSizeY()) == 1)
    return false;
  return llvm::none_of(row.place, [&](OpFoldResult index) {
    auto value = dyn_cast<Value>(index);
    return value && launch.getBody().isAncestor(value.getParentRegion());
  });
}

WalkedRows::WalkedRows(gpu::LaunchOp launch) {
  findLength(launch);
  if (!block)
    return;
  launch.getBody().walk([&](Transfer op) {
    if (!op.getVectorType().isScalable())
      return;
    SmallVector<OpFoldResult> place = getAsOpFoldResult(op.getIndices());
    place[getRowDim(op)] = OpBuilder(op).getIndexAttr(0);
    auto *row = llvm::find_if(rows, [&](WalkedRow &row) {
      return row.buffer == op.getBase() &&
             isEqualConstantIntOrValueArray(row.place, place);
    });
    if (row == rows.end())
      row = rows.insert(row, WalkedRow{op.getBase(), place, {}, {}});
    (op.getMask() ? row->rest : row->whole).push_back(op);
  });
  llvm::erase_if(rows, [&](WalkedRow &row) {
    auto isElsewhere = [&](Transfer op) { return !isInPass(op); };
    auto isReadAgain = [&](Transfer op) {
      return isa<vector::TransferReadOp>(op.getOperation()) &&
             isLater(op, row.whole.front());
    };
    return getScalarBits(row.getElementType()) % 8 || isShared(launch, row) ||
           llvm::any_of(row.whole, isElsewhere) ||
           llvm::any_of(row.rest, isElsewhere) ||
           llvm::none_of(row.whole, isReadAgain);
  });
  llvm::sort(rows, [](const WalkedRow &x, const WalkedRow &y) {
    return x.getElementSize() > y.getElementSize();
  });
}
