//===- SpreadElements.cpp - Ops that are in no row loop become loops ------===//

#include "RMSNorm/GPU/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Transforms.h"

namespace mlir::rmsnorm {
#define GEN_PASS_DEF_SPREADELEMENTSPASS
#include "RMSNorm/GPU/Passes.h.inc"
} // namespace mlir::rmsnorm

using namespace mlir;

/// Copies of bytes are the driver's; others have to be made element by element.
static bool isStrided(memref::CopyOp copy) {
  return llvm::any_of(copy->getOperandTypes(), [](Type type) {
    auto memref = dyn_cast<MemRefType>(type);
    return memref && !memref.getLayout().isIdentity();
  });
}

/// Makes loops of an op that has no parallel loop outside the others: one
/// thread does all of it.
static LogicalResult spreadOnOne(RewriterBase &b, linalg::LinalgOp op) {
  b.setInsertionPoint(op);
  auto forall = scf::ForallOp::create(
      b, op.getLoc(), SmallVector<OpFoldResult>{b.getIndexAttr(1)},
      /*outputs=*/ValueRange(), /*mapping=*/std::nullopt);
  op->moveBefore(forall.getTerminator());
  b.setInsertionPoint(op);
  if (failed(linalg::linalgOpToLoops(b, op)))
    return failure();
  b.eraseOp(op);
  return success();
}

static LogicalResult spread(RewriterBase &b, linalg::LinalgOp op) {
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  if (iterators.empty() || iterators.front() != utils::IteratorType::parallel)
    return spreadOnOne(b, op);
  b.setInsertionPoint(op);
  FailureOr<linalg::LinalgLoops> loops = linalg::linalgOpToParallelLoops(b, op);
  if (failed(loops))
    return failure();
  b.eraseOp(op);
  // Parallel loops inside reductions stay within the thread.
  for (Operation *loop : ArrayRef(*loops).drop_front()) {
    auto inner = dyn_cast<scf::ParallelOp>(loop);
    b.setInsertionPoint(loop);
    if (inner && failed(scf::parallelForToNestedFors(b, inner)))
      return failure();
  }
  auto parallel = cast<scf::ParallelOp>(loops->front());
  b.setInsertionPoint(parallel);
  auto forall = scf::ForallOp::create(
      b, parallel.getLoc(), getAsOpFoldResult(parallel.getLowerBound()),
      getAsOpFoldResult(parallel.getUpperBound()),
      getAsOpFoldResult(parallel.getStep()), /*outputs=*/ValueRange(),
      /*mapping=*/std::nullopt);
  b.eraseOp(parallel.getBody()->getTerminator());
  b.inlineBlockBefore(parallel.getBody(), forall.getTerminator(),
                      forall.getInductionVars());
  b.eraseOp(parallel);
  return success();
}

/// What `view` is a view of.
static Value getBuffer(Value view) {
  while (auto op = view.getDefiningOp<ViewLikeOpInterface>())
    view = op.getViewSource();
  return view;
}

/// Whether `buffer` holds data: deallocation keeps account of who owns what in
/// buffers of the host's own, and in functions that nobody else calls.
static bool isData(Value buffer, func::FuncOp func) {
  if (isa<BlockArgument>(buffer))
    return func.isPublic();
  return llvm::any_of(buffer.getUsers(), [&](Operation *user) {
    return isa<linalg::LinalgOp, memref::CopyOp, func::ReturnOp>(user) ||
           user->getParentOfType<scf::ForallOp>() ||
           (isa<ViewLikeOpInterface>(user) && isData(user->getResult(0), func));
  });
}

/// Single elements that the host would write, one after the other, are written
/// by one thread.
static void spreadStores(RewriterBase &b, Block &block) {
  scf::ForallOp forall;
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
    auto store = dyn_cast<memref::StoreOp>(op);
    auto func = op.getParentOfType<func::FuncOp>();
    if (!store || !func || op.getParentOfType<scf::ForallOp>() ||
        op.getParentOfType<gpu::GPUFuncOp>() ||
        !isData(getBuffer(store.getMemRef()), func)) {
      if (!isMemoryEffectFree(&op))
        forall = nullptr;
      continue;
    }
    if (!forall) {
      b.setInsertionPointAfter(store);
      forall = scf::ForallOp::create(
          b, store.getLoc(), SmallVector<OpFoldResult>{b.getIndexAttr(1)},
          /*outputs=*/ValueRange(), /*mapping=*/std::nullopt);
    }
    op.moveBefore(forall.getBody(), forall.getBody()->begin());
  }
}

namespace {
struct SpreadElements : rmsnorm::impl::SpreadElementsPassBase<SpreadElements> {
  void runOnOperation() override {
    IRRewriter b(&getContext());
    SmallVector<memref::CopyOp> copies;
    getOperation()->walk([&](memref::CopyOp op) { copies.push_back(op); });
    for (memref::CopyOp copy : copies) {
      if (!isStrided(copy) || copy->getParentOfType<scf::ForallOp>())
        continue;
      b.setInsertionPoint(copy);
      linalg::makeMemRefCopyOp(b, copy.getLoc(), copy.getSource(),
                               copy.getTarget());
      b.eraseOp(copy);
    }
    getOperation()->walk([&](Block *block) { spreadStores(b, *block); });
    SmallVector<linalg::LinalgOp> ops;
    getOperation()->walk([&](linalg::LinalgOp op) {
      if (!op->getParentOfType<scf::ForallOp>() && op.hasPureBufferSemantics())
        ops.push_back(op);
    });
    for (linalg::LinalgOp op : ops)
      if (failed(spread(b, op))) {
        op.emitError("cannot become a loop over its elements");
        return signalPassFailure();
      }
  }
};
} // namespace
