//===- Raise.cpp - Norms written out become ops ---------------------------===//

#include "Columns.h"
#include "Match.h"
#include "RMSNorm/Dialect/RMSNorm.h"
#include "RMSNorm/Raise/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/Iterators.h"

namespace mlir::rmsnorm {
#define GEN_PASS_DEF_RAISEPASS
#include "RMSNorm/Raise/Passes.h.inc"
} // namespace mlir::rmsnorm

using namespace mlir;
using namespace mlir::rmsnorm;

static void raise(OpResult y, const NormMatch &norm, bool allowWidening) {
  OpBuilder b(y.getOwner());
  Location loc = y.getLoc();
  auto type = cast<RankedTensorType>(y.getType());
  SmallVector<Value> sizes;
  for (int64_t i = 0; i < type.getRank(); ++i)
    if (type.isDynamicDim(i))
      sizes.push_back(tensor::DimOp::create(b, loc, norm.x, i));
  Value init = tensor::EmptyOp::create(b, loc, type, sizes);
  Value weight = reshapeColumn(b, loc, norm.weight, type, norm.axes);
  Value bias = reshapeColumn(b, loc, norm.bias, type, norm.axes);
  auto op = NormOp::create(b, loc, norm.x, weight, bias, init,
                           b.getF64FloatAttr(norm.epsilon));
  op.setWeightOffset(APFloat(norm.weightOffset));
  op.setRounding(norm.rounding);
  op.setEpsilonPosition(norm.epsilonPosition);
  op.setStatistic(norm.statistic);
  op.setAxes(norm.axes);
  op.setCenter(norm.center);
  op.setStatisticSize(norm.statisticSize);
  if (norm.stepType && !allowWidening)
    op.setComputeType(norm.stepType);
  y.replaceAllUsesWith(op.getResult(0));
}

namespace {
struct Raise : rmsnorm::impl::RaisePassBase<Raise> {
  using RaisePassBase::RaisePassBase;
  void runOnOperation() override;

private:
  WalkResult visit(Operation *op);
  bool isReplaced(Operation *op);
  bool isDead(Operation *op);
  void reportRefusals();

  /// Ops that norms have replaced, each after its users.
  SetVector<Operation *> dead;
  Refusals refusals;
  DenseSet<Operation *> raisedRoots;
};
} // namespace

bool Raise::isReplaced(Operation *op) {
  while (op && !dead.contains(op))
    op = op->getParentOp();
  return op;
}

/// Whether `op` is no longer needed since all that uses it was replaced.
bool Raise::isDead(Operation *op) {
  if (op->use_empty() || !isMemoryEffectFree(op))
    return false;
  return llvm::all_of(op->getUsers(),
                      [&](Operation *user) { return isReplaced(user); });
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
    if (std::optional<NormMatch> norm = matchNorm(result, refusals)) {
      raise(result, *norm, allowWidening);
      raisedRoots.insert(norm->root);
      raised = true;
    }
  if (raised && op->use_empty())
    dead.insert(op);
  return WalkResult::skip();
}

void Raise::reportRefusals() {
  getOperation()->walk([&](Operation *op) {
    auto refusal = refusals.find(op);
    bool isCandidate =
        refusal != refusals.end() || isa<math::RsqrtOp, tosa::RsqrtOp>(op);
    if (!isCandidate || raisedRoots.contains(op) || isReplaced(op))
      return;
    op->emitRemark("inverse root is part of no norm: ")
        << (refusal != refusals.end() ? refusal->second.reason
                                      : StringRef(noProductReason));
  });
}

void Raise::runOnOperation() {
  dead.clear();
  refusals.clear();
  raisedRoots.clear();
  // Results first: a norm is found whole before its parts are looked at.
  getOperation()->walk<WalkOrder::PreOrder, ReverseIterator>(
      [&](Operation *op) { return visit(op); });
  if (report)
    reportRefusals();
  for (Operation *op : dead)
    op->erase();
  dead.clear();
}
