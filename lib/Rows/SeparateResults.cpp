//===- SeparateResults.cpp - One buffer for each result -------------------===//

#include "RMSNorm/Rows/Passes.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Iterators.h"

namespace mlir::rmsnorm {
#define GEN_PASS_DEF_SEPARATERESULTSPASS
#include "RMSNorm/Rows/Passes.h.inc"
} // namespace mlir::rmsnorm

using namespace mlir;

/// Whether `op` makes a tensor without a value in the shape of a result.
static bool isUndefinedView(Operation *op) {
  if (!isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(op))
    return false;
  Operation *source = op->getOperand(0).getDefiningOp();
  return source && (isa<tensor::EmptyOp>(source) || isUndefinedView(source));
}

/// Gives each of these uses of the result of `op` an op of its own.
static void separateUses(Operation *op,
                         function_ref<bool(OpOperand &)> isSeparate) {
  if (op->hasOneUse())
    return;
  OpBuilder b(op);
  for (OpOperand &use : llvm::make_early_inc_range(op->getUses()))
    if (isSeparate(use))
      use.set(b.clone(*op)->getResult(0));
}

namespace {
struct SeparateResults
    : rmsnorm::impl::SeparateResultsPassBase<SeparateResults> {
  void runOnOperation() override {
    for (BlockArgument argument : getOperation().getArguments())
      if (isa<TensorType>(argument.getType()))
        getOperation().setArgAttr(
            argument.getArgNumber(),
            bufferization::BufferizationDialect::kWritableAttrName,
            BoolAttr::get(&getContext(), false));
    // Results that share what they are computed into share its buffer.
    getOperation().walk<WalkOrder::PostOrder, ReverseIterator>(
        [](Operation *op) {
          if (isUndefinedView(op))
            separateUses(op, [](OpOperand &) { return true; });
          if (isa<tensor::EmptyOp>(op))
            separateUses(op, [](OpOperand &use) {
              return isa<func::ReturnOp>(use.getOwner()) ||
                     isUndefinedView(use.getOwner());
            });
        });
    getOperation().walk([](func::ReturnOp op) {
      OpBuilder b(op);
      llvm::SmallPtrSet<Value, 4> seen;
      for (OpOperand &operand : op->getOpOperands()) {
        auto type = dyn_cast<RankedTensorType>(operand.get().getType());
        if (type && !seen.insert(operand.get()).second)
          operand.set(bufferization::AllocTensorOp::create(
              b, op.getLoc(), type, /*dynamicSizes=*/ValueRange(),
              operand.get()));
      }
    });
  }
};
} // namespace
