//===- SpreadElements.cpp - Ops that are in no row loop become loops ------===//

#include "RMSNorm/GPU/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
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
