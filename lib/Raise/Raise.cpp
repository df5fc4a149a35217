//===- Raise.cpp - Norms written out become ops ---------------------------===//

#include "Match.h"
#include "RMSNorm/Dialect/RMSNorm.h"
#include "RMSNorm/Raise/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Utils/Utils.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/Iterators.h"

namespace mlir::rmsnorm {
#define GEN_PASS_DEF_RAISEPASS
#include "RMSNorm/Raise/Passes.h.inc"
} // namespace mlir::rmsnorm

using namespace mlir;
using namespace mlir::rmsnorm;

/// A column of one dimension.
static Value dropUnitDims(OpBuilder &b, Location loc, Value column) {
  if (!column)
    return column;
  auto type = cast<RankedTensorType>(column.getType());
  llvm::SmallBitVector units(type.getRank());
  for (int64_t i = 0; i < type.getRank(); ++i)
    units[i] = type.getDimSize(i) == 1;
  if (units.all())
    units.reset(type.getRank() - 1);
  if (units.none())
    return column;
  return tensor::dropGivenUnitDims(b, loc, column, units).getResult();
}

static void raise(OpResult y, const NormMatch &norm) {
  OpBuilder b(y.getOwner());
  Location loc = y.getLoc();
  auto type = cast<RankedTensorType>(y.getType());
  SmallVector<Value> sizes;
  for (int64_t i = 0; i < type.getRank(); ++i)
    if (type.isDynamicDim(i))
      sizes.push_back(tensor::DimOp::create(b, loc, norm.x, i));
  Value init = tensor::EmptyOp::create(b, loc, type, sizes);
  Value weight = dropUnitDims(b, loc, norm.weight);
  Value bias = dropUnitDims(b, loc, norm.bias);
  auto op = NormOp::create(b, loc, norm.x, weight, bias, init,
                           b.getF64FloatAttr(norm.epsilon));
  op.setWeightOffset(APFloat(norm.weightOffset));
  op.setRounding(norm.rounding);
  y.replaceAllUsesWith(op.getResult(0));
}

namespace {
struct Raise : rmsnorm::impl::RaisePassBase<Raise> {
  void runOnOperation() override;

private:
  WalkResult visit(Operation *op);
  bool isDead(Operation *op);

  /// Ops that norms have replaced, each after its users.
  SetVector<Operation *> dead;
};
} // namespace

/// Whether `op` is no longer needed since all that uses it was replaced.
bool Raise::isDead(Operation *op) {
  if (op->use_empty() || !isMemoryEffectFree(op))
    return false;
  return llvm::all_of(op->getUsers(), [&](Operation *user) {
    while (user && !dead.contains(user))
      user = user->getParentOp();
    return user;
  });
}

WalkResult Raise::visit(Operation *op) {
  if (isDead(op)) {
    dead.insert(op);
    return WalkResult::skip();
  }
  bool isElementwise = isa<linalg::LinalgOp>(op) ||
                       isa_and_present<tosa::TosaDialect>(op->getDialect()) ||
                       OpTrait::hasElementwiseMappableTraits(op);
  if (!isElementwise)
    return WalkResult::advance();
  bool raised = false;
  for (OpResult result : op->getResults())
    if (std::optional<NormMatch> norm = matchNorm(result)) {
      raise(result, *norm);
      raised = true;
    }
  if (raised && op->use_empty())
    dead.insert(op);
  return WalkResult::skip();
}

void Raise::runOnOperation() {
  dead.clear();
  // Results first: a norm is found whole before its parts are looked at.
  getOperation()->walk<WalkOrder::PreOrder, ReverseIterator>(
      [&](Operation *op) { return visit(op); });
  for (Operation *op : dead)
    op->erase();
  dead.clear();
}
