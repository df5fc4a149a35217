//===- Dims.cpp - Extents that are equal ----------------------------------===//

#include "Dims.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

using namespace mlir;
using namespace mlir::rmsnorm;

/// How many tensors of one shape are looked at. Residual sums of sums have a
/// few.
static constexpr unsigned maxTensors = 16;

/// Whether `value` is a tensor that is known to have one element.
static bool isOneElement(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.hasStaticShape() && type.getNumElements() == 1;
}

/// The operands of `op` that have the shape of its result whatever it is.
static SmallVector<Value> getOperandsOfSameShape(Operation *op) {
  SmallVector<Value> operands;
  if (OpTrait::hasElementwiseMappableTraits(op)) {
    llvm::copy_if(op->getOperands(), std::back_inserter(operands),
                  [](Value v) { return isa<RankedTensorType>(v.getType()); });
  } else if (op->hasTrait<OpTrait::tosa::TosaElementwiseOperator>()) {
    // One is broadcast along the other, unless all others have one element.
    llvm::copy_if(op->getOperands(), std::back_inserter(operands),
                  [](Value v) { return !isOneElement(v); });
    if (operands.size() != 1)
      operands.clear();
  }
  return operands;
}

/// A tensor that has the shape of `result`, and that its op reads or writes; or
/// null.
static Value getSameShape(OpResult result) {
  Operation *op = result.getOwner();
  if (auto dps = dyn_cast<DestinationStyleOpInterface>(op))
    return dps.getTiedOpOperand(result)->get();
  SmallVector<Value> operands = getOperandsOfSameShape(op);
  return operands.empty() ? Value() : operands.front();
}

bool mlir::rmsnorm::askOperand(tensor::DimOp dim) {
  auto result = dyn_cast<OpResult>(dim.getSource());
  if (!result)
    return false;
  if (Value same = getSameShape(result)) {
    dim.getSourceMutable().assign(same);
    return true;
  }
  std::optional<int64_t> index = dim.getConstantIndex();
  OpBuilder b(dim);
  ReifiedRankedShapedTypeDims shapes;
  if (!index || failed(reifyResultShapes(b, result.getOwner(), shapes)))
    return false;
  dim.replaceAllUsesWith(getValueOrCreateConstantIndexOp(
      b, dim.getLoc(), shapes[result.getResultNumber()][*index]));
  return true;
}

/// `tensor`, and what elementwise ops compute it from: value bounds don't look
/// through these.
static SmallVector<Value> collectSameShape(Value tensor) {
  SmallVector<Value> tensors{tensor};
  for (unsigned i = 0; i < tensors.size() && i < maxTensors; ++i)
    if (Operation *op = tensors[i].getDefiningOp())
      llvm::append_range(tensors, getOperandsOfSameShape(op));
  return tensors;
}

bool mlir::rmsnorm::isExtent(Value index, Value tensor, int64_t dim) {
  SmallVector<Value> tensors = collectSameShape(tensor);
  auto asked = index.getDefiningOp<tensor::DimOp>();
  if (asked && asked.getConstantIndex() == dim)
    for (Value same : collectSameShape(asked.getSource()))
      if (llvm::is_contained(tensors, same))
        return true;
  return llvm::any_of(tensors, [&](Value same) {
    FailureOr<bool> equal =
        ValueBoundsConstraintSet::areEqual({same, dim}, {index});
    return succeeded(equal) && *equal;
  });
}
