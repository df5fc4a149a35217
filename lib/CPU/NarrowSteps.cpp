//===- NarrowSteps.cpp - Loops with shorter vectors -----------------------===//

#include "NarrowSteps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::rmsnorm;

static bool isVector(Value v) { return isa<VectorType>(v.getType()); }

static bool isBroadcast(Operation *op) {
  auto broadcast = dyn_cast_or_null<vector::BroadcastOp>(op);
  return broadcast && !isVector(broadcast.getSource());
}

/// Whether `op` does the same for each element, and for any number of them.
static bool isElementwise(Operation &op, int64_t width) {
  auto hasWidth = [&](Value v) {
    auto type = dyn_cast<VectorType>(v.getType());
    return !type || (type.getRank() == 1 && type.getNumElements() == width);
  };
  auto access = dyn_cast<VectorTransferOpInterface>(op);
  bool isWhole = access && !access.getMask() && !access.hasOutOfBoundsDim() &&
                 access.getPermutationMap().isMinorIdentity();
  bool isScalar = llvm::none_of(op.getOperands(), isVector) &&
                  llvm::none_of(op.getResults(), isVector);
  return (isWhole || isScalar || isBroadcast(&op) ||
          OpTrait::hasElementwiseMappableTraits(&op)) &&
         op.getNumRegions() == 0 && llvm::all_of(op.getOperands(), hasWidth) &&
         llvm::all_of(op.getResults(), hasWidth);
}

/// A vector of one and the same element that is made before the loop.
static bool isSplat(Value v) {
  DenseElementsAttr constant;
  return isBroadcast(v.getDefiningOp()) ||
         (matchPattern(v, m_Constant(&constant)) && constant.isSplat());
}

static Value createSplat(OpBuilder &b, Value v, int64_t elements) {
  auto type = VectorType::get({elements},
                              cast<VectorType>(v.getType()).getElementType());
  if (auto broadcast = v.getDefiningOp<vector::BroadcastOp>())
    return vector::BroadcastOp::create(b, v.getLoc(), type,
                                       broadcast.getSource());
  DenseElementsAttr constant;
  matchPattern(v, m_Constant(&constant));
  return arith::ConstantOp::create(b, v.getLoc(), constant.resizeSplat(type));
}

bool rmsnorm::narrowSteps(scf::ForOp loop, int64_t width, int64_t elements) {
  auto body = loop.getBody()->without_terminator();
  auto comesFromOutside = [&](Value v) {
    return isVector(v) && loop.isDefinedOutsideOfLoop(v);
  };
  for (Operation &op : body) {
    auto others = llvm::make_filter_range(op.getOperands(), comesFromOutside);
    if (!isElementwise(op, width) || !llvm::all_of(others, isSplat))
      return false;
  }
  if (loop.getNumResults() != 0 ||
      getConstantIntValue(loop.getStep()) != width || width % elements != 0)
    return false;

  OpBuilder b(loop);
  loop.getStepMutable().assign(
      arith::ConstantIndexOp::create(b, loop.getLoc(), elements));
  for (Operation &op : body) {
    for (OpOperand &operand : op.getOpOperands())
      if (comesFromOutside(operand.get()))
        operand.set(createSplat(b, operand.get(), elements));
    for (Value result : op.getResults())
      if (auto type = dyn_cast<VectorType>(result.getType()))
        result.setType(VectorType::get({elements}, type.getElementType()));
  }
  return true;
}
