//===- TakeStream.cpp - Functions work in their caller's stream -----------===//

#include "RMSNorm/NVVM/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::rmsnorm {
#define GEN_PASS_DEF_TAKESTREAMPASS
#include "RMSNorm/NVVM/Passes.h.inc"
} // namespace mlir::rmsnorm

using namespace mlir;

/// Adds the stream to the arguments of `func` and the status to its results.
static LogicalResult takeStream(func::FuncOp func, func::FuncOp getStatus) {
  if (func.getNumResults())
    return func.emitError("has results, but takes a stream: what it computes "
                          "must go to its arguments");
  OpBuilder b(func.getContext());
  Type token = b.getType<gpu::AsyncTokenType>();
  if (failed(func.insertArgument(func.getNumArguments(), token, {},
                                 func.getLoc())) ||
      failed(func.insertResult(0, b.getI32Type(), {})))
    return failure();
  Value stream = func.getArguments().back();

  SmallVector<gpu::WaitOp> waits;
  WalkResult result = func.walk([&](Operation *op) {
    if (auto wait = dyn_cast<gpu::WaitOp>(op))
      waits.push_back(wait);
    if (isa<func::CallOp>(op)) {
      op->emitError("calls a function, which may not know the stream: inline "
                    "it first");
      return WalkResult::interrupt();
    }
    if (auto end = dyn_cast<func::ReturnOp>(op)) {
      b.setInsertionPoint(end);
      auto status = func::CallOp::create(b, end.getLoc(), getStatus);
      end->setOperands(status.getResults());
      return WalkResult::skip();
    }
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  // What is put in one stream happens in order, so nobody waits for anybody.
  for (gpu::WaitOp wait : waits) {
    if (wait.getAsyncToken())
      wait.getAsyncToken().replaceAllUsesWith(stream);
    wait.erase();
  }
  return success();
}

namespace {
struct TakeStream : rmsnorm::impl::TakeStreamPassBase<TakeStream> {
  void runOnOperation() override {
    auto functions = llvm::to_vector(
        llvm::make_filter_range(getOperation().getOps<func::FuncOp>(),
                                [](auto func) { return !func.isExternal(); }));
    OpBuilder b = OpBuilder::atBlockBegin(getOperation().getBody());
    auto getStatus =
        func::FuncOp::create(b, getOperation().getLoc(), "rmsnormReportStatus",
                             b.getFunctionType({}, b.getI32Type()));
    getStatus.setPrivate();
    for (func::FuncOp func : functions)
      if (failed(takeStream(func, getStatus)))
        return signalPassFailure();
  }
};
} // namespace
