//===- InlineConditions.cpp - Conditions are computed where they decide ---===//

#include "Cluster.h"
#include "RMSNorm/Rows/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"

namespace mlir::rmsnorm {
#define GEN_PASS_DEF_INLINECONDITIONSPASS
#include "RMSNorm/Rows/Passes.h.inc"
} // namespace mlir::rmsnorm

using namespace mlir;
using namespace mlir::rmsnorm;

/// Conditions of conditions multiply; beyond this they go through memory.
static constexpr int64_t maxOps = 64;

static bool isCheap(linalg::GenericOp op) {
  return llvm::range_size(*op.getBody()) <= maxOps;
}

/// An operand of `op` that an elementwise op makes and `op` could compute.
static OpOperand *findCondition(linalg::GenericOp op) {
  for (OpOperand *input : op.getDpsInputOperands()) {
    auto producer = input->get().getDefiningOp<linalg::GenericOp>();
    if (isBool(input->get().getType()) && producer && isCheap(producer) &&
        isCheap(op) && linalg::areElementwiseOpsFusable(input))
      return input;
  }
  return nullptr;
}

/// `op` with one condition more in its body; other users keep theirs.
static linalg::GenericOp inlineCondition(RewriterBase &rewriter,
                                         linalg::GenericOp op,
                                         OpOperand *condition) {
  rewriter.setInsertionPoint(op);
  auto result = cast<OpResult>(condition->get());
  Operation *own = rewriter.clone(*result.getOwner());
  rewriter.modifyOpInPlace(
      op, [&] { condition->set(own->getResult(result.getResultNumber())); });
  FailureOr<linalg::ElementwiseOpFusionResult> fused =
      linalg::fuseElementwiseOps(rewriter, condition);
  if (succeeded(fused)) {
    for (Value old : op->getResults())
      rewriter.replaceAllUsesWith(old, fused->replacements.lookup(old));
    rewriter.eraseOp(op);
  } else {
    rewriter.modifyOpInPlace(op, [&] { condition->set(result); });
  }
  rewriter.eraseOp(own);
  return succeeded(fused) ? cast<linalg::GenericOp>(fused->fusedOp) : nullptr;
}

namespace {
struct InlineConditions
    : rmsnorm::impl::InlineConditionsPassBase<InlineConditions> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    SmallVector<linalg::LinalgOp> ops;
    getOperation()->walk([&](linalg::LinalgOp op) {
      if (llvm::any_of(op->getOperandTypes(), isBool))
        ops.push_back(op);
    });
    for (linalg::LinalgOp op : ops) {
      rewriter.setInsertionPoint(op);
      FailureOr<linalg::GenericOp> generic =
          isa<linalg::GenericOp>(op) ? cast<linalg::GenericOp>(op)
                                     : linalg::generalizeNamedOp(rewriter, op);
      linalg::GenericOp user = generic.value_or(nullptr);
      while (OpOperand *condition = user ? findCondition(user) : nullptr)
        user = inlineCondition(rewriter, user, condition);
    }
  }
};
} // namespace
