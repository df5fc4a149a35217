//===- RecomputeCost.cpp - What it takes to compute a value anew ----------===//

#include "RecomputeCost.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::rmsnorm;

/// A rounding to 16 or 8 bits, which is code on the bits where a CPU has no
/// instruction that is exact.
static constexpr int64_t roundingCost = 4;
static constexpr int64_t divisionCost = 10;
static constexpr int64_t functionCost = 20;

static bool isNarrowFloat(Type type) {
  auto element = dyn_cast<FloatType>(getElementTypeOrSelf(type));
  return element && element.getWidth() <= 16;
}

static int64_t getCost(Operation &op) {
  if (op.hasTrait<OpTrait::ConstantLike>() ||
      op.hasTrait<OpTrait::IsTerminator>() || isa<linalg::IndexOp>(op))
    return 0;
  int64_t cost = 1;
  if (isa<arith::DivFOp, arith::RemFOp, arith::DivSIOp, arith::DivUIOp,
          arith::RemSIOp, arith::RemUIOp, math::SqrtOp, math::RsqrtOp>(op))
    cost = divisionCost;
  else if (isa<math::MathDialect>(op.getDialect()) &&
           !isa<math::AbsFOp, math::FloorOp, math::CeilOp, math::RoundEvenOp,
                math::TruncOp, math::CopySignOp, math::FmaOp>(op))
    cost = functionCost;
  bool rounds = !isa<arith::ExtFOp, arith::SelectOp, arith::BitcastOp,
                     math::AbsFOp, arith::NegFOp>(op) &&
                llvm::any_of(op.getResultTypes(), isNarrowFloat);
  return rounds ? cost + roundingCost : cost;
}

int64_t rmsnorm::getPayloadCost(Operation *op) {
  int64_t cost = 0;
  if (isa<linalg::LinalgOp>(op))
    for (Operation &inner : op->getRegion(0).front())
      cost += getCost(inner);
  return cost;
}

int64_t rmsnorm::getRecomputeCost(Value value,
                                  function_ref<bool(Value)> isComputed,
                                  function_ref<bool(Value)> isRead) {
  int64_t cost = 0;
  SmallVector<Value> needed{value};
  llvm::SmallPtrSet<Operation *, 8> ops;
  llvm::SmallDenseSet<Value> reads;
  while (!needed.empty()) {
    Value next = needed.pop_back_val();
    if (!isComputed(next)) {
      cost += isRead(next) && reads.insert(next).second;
      continue;
    }
    Operation *op = next.getDefiningOp();
    if (!ops.insert(op).second)
      continue;
    cost += getPayloadCost(op);
    llvm::append_range(needed, op->getOperands());
  }
  return cost;
}
