//===- Decompose.cpp - Norms to linalg ------------------------------------===//

#include "RMSNorm/Decompose/Passes.h"
#include "RMSNorm/Dialect/RMSNorm.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::rmsnorm {
#define GEN_PASS_DEF_DECOMPOSEPASS
#include "RMSNorm/Decompose/Passes.h.inc"
} // namespace mlir::rmsnorm

using namespace mlir;
using namespace mlir::rmsnorm;

/// The norm on tensors that stands for one on memrefs.
static NormOp readAsTensors(IRRewriter &rewriter, NormOp op) {
  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  SmallVector<Value> operands;
  for (OpOperand &operand : op->getOpOperands()) {
    Type type = memref::getTensorTypeFromMemRefType(operand.get().getType());
    operands.push_back(bufferization::ToTensorOp::create(
        rewriter, loc, type, operand.get(), /*restrict=*/true,
        /*writable=*/op.isDpsInit(&operand)));
  }
  Type resultType = operands.back().getType();
  auto onTensors =
      cast<NormOp>(mlir::clone(rewriter, op, resultType, operands));
  auto store = bufferization::MaterializeInDestinationOp::create(
      rewriter, loc, onTensors.getResult(0), op.getInit());
  store.setWritable(true);
  rewriter.eraseOp(op);
  return onTensors;
}

namespace {
struct Decompose : rmsnorm::impl::DecomposePassBase<Decompose> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    SmallVector<NormOp> norms;
    getOperation()->walk([&](NormOp op) { norms.push_back(op); });
    for (NormOp op : norms) {
      if (!op.hasPureTensorSemantics())
        op = readAsTensors(rewriter, op);
      FailureOr<SmallVector<Value>> values = op.decomposeOperation(rewriter);
      if (failed(values))
        return signalPassFailure();
      rewriter.replaceOp(op, *values);
    }
  }
};
} // namespace
