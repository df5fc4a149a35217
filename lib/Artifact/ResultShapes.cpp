//===- ResultShapes.cpp - A function for the shapes of results ------------===//

#include "RMSNorm/Artifact/ResultShapes.h"
#include "RMSNorm/Artifact/Passes.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::rmsnorm {
#define GEN_PASS_DEF_RESULTSHAPESPASS
#include "RMSNorm/Artifact/Passes.h.inc"
} // namespace mlir::rmsnorm

using namespace mlir;

/// Every size of every tensor that `op` returns.
static SmallVector<Value> sizesOf(OpBuilder &b, func::ReturnOp op) {
  SmallVector<Value> sizes;
  for (Value result : op.getOperands())
    for (OpFoldResult size : tensor::getMixedSizes(b, op.getLoc(), result))
      sizes.push_back(getValueOrCreateConstantIndexOp(b, op.getLoc(), size));
  return sizes;
}

namespace {
struct ResultShapes : rmsnorm::impl::ResultShapesPassBase<ResultShapes> {
  using ResultShapesPassBase::ResultShapesPassBase;

  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    auto func = symbols.lookup<func::FuncOp>(entry);
    if (!func || func.isExternal()) {
      getOperation().emitError() << "has no function '" << entry
                                 << "' with a body to take result shapes from";
      return signalPassFailure();
    }
    int64_t count = 0;
    for (auto [i, type] : llvm::enumerate(func.getResultTypes())) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      if (!tensor) {
        func.emitError() << "result #" << i << " of '" << entry
                         << "' has no shape: it is " << type
                         << ", not a ranked tensor";
        return signalPassFailure();
      }
      count += tensor.getRank();
    }

    OpBuilder b(&getContext());
    func::FuncOp shapes = func.clone();
    shapes.setName(rmsnorm::getResultShapesName(entry));
    symbols.insert(shapes);
    auto type = RankedTensorType::get(count, b.getIndexType());
    shapes.setFunctionType(b.getFunctionType(func.getArgumentTypes(), type));
    shapes.setAllResultAttrs(ArrayRef<DictionaryAttr>(b.getDictionaryAttr({})));
    shapes.walk([&](func::ReturnOp op) {
      b.setInsertionPoint(op);
      Value sizes =
          tensor::FromElementsOp::create(b, op.getLoc(), type, sizesOf(b, op));
      op->setOperands(sizes);
    });
    for (auto other : getOperation().getOps<func::FuncOp>())
      if (other != shapes)
        other.setPrivate();
  }
};
} // namespace
