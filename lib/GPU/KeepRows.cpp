//===- KeepRows.cpp - What is read again stays in shared memory -----------===//

#include "Pieces.h"
#include "RMSNorm/GPU/Passes.h"
#include "Schedule.h"
#include "WalkedRows.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::rmsnorm {
#define GEN_PASS_DEF_KEEPROWSPASS
#include "RMSNorm/GPU/Passes.h.inc"
} // namespace mlir::rmsnorm

using namespace mlir;
using namespace mlir::rmsnorm;

using Transfer = VectorTransferOpInterface;

static Value constant(OpBuilder &b, Location loc, int64_t value) {
  return arith::ConstantIndexOp::create(b, loc, value);
}

/// `value` rounded up to whole pieces of a lane.
static Value roundUp(OpBuilder &b, Location loc, Value value) {
  value = b.createOrFold<arith::AddIOp>(loc, value,
                                        constant(b, loc, Schedule::width - 1));
  return b.createOrFold<arith::AndIOp>(loc, value,
                                       constant(b, loc, -Schedule::width));
}

/// The bytes of the elements of a row that `row` keeps.
static Value getBytes(OpBuilder &b, Location loc, const WalkedRow &row,
                      Value length) {
  return b.createOrFold<arith::MulIOp>(loc, roundUp(b, loc, length),
                                       constant(b, loc, row.getElementSize()));
}

/// `onKept` does in shared memory what `op` does: in whole pieces, whatever the
/// row leaves of its last one.
template <typename TransferOp>
static TransferOp setMask(OpBuilder &b, Transfer op, TransferOp onKept) {
  if (!op.getMask())
    return onKept;
  auto mask = op.getMask().getDefiningOp<vector::CreateMaskOp>();
  b.setInsertionPoint(onKept);
  Value left = roundUp(b, op.getLoc(), mask.getOperand(0));
  onKept.getMaskMutable().assign(
      vector::CreateMaskOp::create(b, op.getLoc(), mask.getType(), left));
  return onKept;
}

/// Whether the first pass over whole vectors of `row` leaves it as it is.
static bool isReadFirst(const WalkedRows &walked, const WalkedRow &row) {
  return llvm::all_of(row.whole, [&](Transfer op) {
    return isa<vector::TransferReadOp>(op.getOperation()) ||
           walked.isLater(op, row.whole.front());
  });
}

/// Copies the whole vectors of `row` to `kept` before its first pass: all of
/// them are under way at once, and take no registers.
static void fetch(RewriterBase &b, const WalkedRows &walked,
                  const WalkedRow &row, Value kept) {
  Transfer first = row.whole.front();
  auto read = cast<vector::TransferReadOp>(first.getOperation());
  Location loc = read.getLoc();
  b.setInsertionPoint(walked.block->findAncestorOpInBlock(*read));
  Value step =
      arith::MulIOp::create(b, loc, vector::VectorScaleOp::create(b, loc),
                            constant(b, loc, Schedule::width));
  scf::ForOp::create(b, loc, constant(b, loc, 0), walked.end, step, {},
                     [&](OpBuilder &b, Location loc, Value column, ValueRange) {
                       IRMapping mapping;
                       mapping.map(getColumn(first), column);
                       Value vector = b.clone(*read, mapping)->getResult(0);
                       auto write = vector::TransferWriteOp::create(
                           b, loc, vector, kept, column, ArrayRef<bool>{true});
                       write->setAttr(kAsyncName, b.getUnitAttr());
                       scf::YieldOp::create(b, loc);
                     });
  auto token = nvgpu::DeviceAsyncTokenType::get(b.getContext());
  Value group =
      nvgpu::DeviceAsyncCreateGroupOp::create(b, loc, token, ValueRange());
  nvgpu::DeviceAsyncWaitOp::create(b, loc, group, /*numGroups=*/nullptr);
}

/// Has `kept` hold what the first pass reads or writes, unless it does already,
/// and what later ones write, as far as it is read again. A lane reads only
/// what it has written itself, so nobody waits for anybody.
static void keep(RewriterBase &b, const WalkedRows &walked,
                 ArrayRef<Transfer> transfers, Value kept, bool isFetched) {
  bool isReadAgain = false;
  for (Transfer op : llvm::reverse(transfers)) {
    Location loc = op.getLoc();
    b.setInsertionPointAfter(op);
    Value column = getColumn(op);
    auto read = dyn_cast<vector::TransferReadOp>(op.getOperation());
    if (read && (isFetched || walked.isLater(op, transfers.front()))) {
      isReadAgain = true;
      auto again = vector::TransferReadOp::create(
          b, loc, read.getVectorType(), kept, column, read.getPadding(),
          ArrayRef<bool>{true});
      b.replaceOp(read, setMask(b, op, again));
    } else if (isReadAgain) {
      Value value = read ? read.getResult()
                         : cast<vector::TransferWriteOp>(*op).getVector();
      setMask(b, op,
              vector::TransferWriteOp::create(b, loc, value, kept, column,
                                              ArrayRef<bool>{true}));
    }
  }
}

/// Everything behind `first` in its block becomes a choice: with `condition` it
/// stays as it is, and there is a copy without.
static void split(RewriterBase &b, Operation *first, Value condition) {
  b.setInsertionPoint(first);
  auto choice = scf::IfOp::create(b, first->getLoc(), condition,
                                  /*withElseRegion=*/true);
  SmallVector<Operation *> ops;
  for (Operation &op : llvm::make_range(first->getIterator(),
                                        std::prev(first->getBlock()->end())))
    ops.push_back(&op);
  IRMapping mapping;
  b.setInsertionPointToStart(choice.elseBlock());
  for (Operation *op : ops)
    b.clone(*op, mapping);
  for (Operation *op : ops)
    op->moveBefore(choice.thenBlock()->getTerminator());
}

/// The rows that fit into `budget` bytes of shared memory; all of them where
/// their length is known at the launch only.
static void dropLongRows(gpu::LaunchOp launch, WalkedRows &walked,
                         int64_t budget) {
  std::optional<int64_t> length = getConstantIntValue(walked.hostLength);
  std::optional<int64_t> rows = getConstantIntValue(launch.getBlockSizeY());
  if (!length || !rows || *rows < 1)
    return;
  llvm::erase_if(walked.rows, [&](const WalkedRow &row) {
    int64_t longest = budget / *rows / row.getElementSize();
    if (*length > int64_t(llvm::alignDown(longest, Schedule::width)))
      return true;
    budget -=
        llvm::alignTo(*length, Schedule::width) * *rows * row.getElementSize();
    return false;
  });
}

/// The bytes of shared memory to launch with: none if not all fits.
static Value getSharedBytes(OpBuilder &b, gpu::LaunchOp launch,
                            const WalkedRows &walked, int64_t budget) {
  Location loc = launch.getLoc();
  Value length = walked.hostLength;
  if (std::optional<int64_t> known = getConstantIntValue(length))
    length = constant(b, loc, *known);
  Value bytes = constant(b, loc, 0);
  for (const WalkedRow &row : walked.rows)
    bytes = b.createOrFold<arith::AddIOp>(loc, bytes,
                                          getBytes(b, loc, row, length));
  bytes = b.createOrFold<arith::MulIOp>(loc, bytes, launch.getBlockSizeY());
  if (!getConstantIntValue(bytes)) {
    Value fits = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ule, bytes,
                                       constant(b, loc, budget));
    bytes = arith::SelectOp::create(b, loc, fits, bytes, constant(b, loc, 0));
  }
  return b.createOrFold<arith::IndexCastOp>(loc, b.getI32Type(), bytes);
}

/// The pass that comes first of those over the rows that are kept.
static Operation *getFirstPass(const WalkedRows &walked) {
  Operation *first = nullptr;
  for (const WalkedRow &row : walked.rows) {
    Operation *pass = walked.block->findAncestorOpInBlock(*row.whole.front());
    if (!first || pass->isBeforeInBlock(first))
      first = pass;
  }
  return first;
}

/// The part of shared memory that holds `row`, behind the first `place` bytes,
/// which grow by those of all rows of the block.
static Value placeRow(OpBuilder &b, gpu::LaunchOp launch,
                      const WalkedRows &walked, const WalkedRow &row,
                      Value &place) {
  Location loc = launch.getLoc();
  auto space =
      gpu::AddressSpaceAttr::get(b.getContext(), gpu::AddressSpace::Workgroup);
  auto getType = [&](int64_t size, Type element) {
    return MemRefType::get(size, element, MemRefLayoutAttrInterface(), space);
  };
  Value memory = gpu::DynamicSharedMemoryOp::create(
      b, loc, getType(ShapedType::kDynamic, b.getI8Type()));
  Value elements = roundUp(b, loc, walked.hostLength);
  Value bytes = getBytes(b, loc, row, walked.hostLength);
  Value begin = place;
  if (getConstantIntValue(launch.getBlockSizeY()) != 1) {
    Value before =
        arith::MulIOp::create(b, loc, launch.getThreadIds().y, bytes);
    begin = b.createOrFold<arith::AddIOp>(loc, place, before);
    bytes = arith::MulIOp::create(b, loc, launch.getBlockSize().y, bytes);
  }
  place = b.createOrFold<arith::AddIOp>(loc, place, bytes);
  std::optional<int64_t> fixed = getConstantIntValue(elements);
  return memref::ViewOp::create(
      b, loc,
      getType(fixed.value_or(ShapedType::kDynamic), row.getElementType()),
      memory, begin, fixed ? ValueRange() : elements);
}

static void keepRows(RewriterBase &b, gpu::LaunchOp launch, int64_t budget,
                     bool async, bool remarks) {
  FailureOr<RowShape> shape = RowShape::get(launch);
  // The sum of a row in its order takes longer than any read.
  if (failed(shape) || !shape->isWalked || shape->isOrdered)
    return;
  WalkedRows walked(launch);
  if (walked.rows.empty())
    return;
  dropLongRows(launch, walked, budget);
  if (remarks)
    launch.emitRemark(Schedule::describeKept(
        getConstantIntValue(walked.hostLength), walked.rows.size(), budget));
  if (walked.rows.empty())
    return;
  Location loc = launch.getLoc();
  b.setInsertionPoint(launch);
  Value size = getSharedBytes(b, launch, walked, budget);
  launch.getDynamicSharedMemorySizeMutable().assign(size);
  Operation *first = getFirstPass(walked);
  if (!getConstantIntValue(size)) {
    b.setInsertionPoint(first);
    Value none = arith::ConstantIntOp::create(b, loc, 0, 32);
    Value isKept =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne, size, none);
    split(b, first, isKept);
    walked.block = first->getBlock();
  }
  b.setInsertionPoint(first);
  Value place = constant(b, loc, 0);
  for (const WalkedRow &row : walked.rows) {
    b.setInsertionPoint(first);
    Value kept = placeRow(b, launch, walked, row, place);
    bool isFetched = async && isReadFirst(walked, row);
    if (isFetched)
      fetch(b, walked, row, kept);
    keep(b, walked, row.whole, kept, isFetched);
    if (!row.rest.empty())
      keep(b, walked, row.rest, kept, /*isFetched=*/false);
  }
}

namespace {
struct KeepRows : rmsnorm::impl::KeepRowsPassBase<KeepRows> {
  using Base::Base;

  void runOnOperation() override {
    IRRewriter b(&getContext());
    SmallVector<gpu::LaunchOp> launches;
    getOperation()->walk([&](gpu::LaunchOp op) { launches.push_back(op); });
    int64_t budget =
        std::max<int64_t>(0, sharedBytes - Schedule::exchangedBytes);
    for (gpu::LaunchOp launch : launches)
      keepRows(b, launch, budget, async, remarks);
  }
};
} // namespace
