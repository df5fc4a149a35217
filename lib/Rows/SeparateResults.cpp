//===- SeparateResults.cpp - One buffer for each result -------------------===//

#include "RMSNorm/Rows/Passes.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::rmsnorm {
#define GEN_PASS_DEF_SEPARATERESULTSPASS
#include "RMSNorm/Rows/Passes.h.inc"
} // namespace mlir::rmsnorm

using namespace mlir;

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
