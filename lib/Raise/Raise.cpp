//===- Raise.cpp - Norms written out become ops ---------------------------===//

#include "Body.h"
#include "Build.h"
#include "Candidate.h"
#include "Dims.h"
#include "Kind.h"
#include "Match.h"
#include "RMSNorm/Raise/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Iterators.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Pass/PassManager.h"

namespace mlir::rmsnorm {
#define GEN_PASS_DEF_RAISEPASS
#include "RMSNorm/Raise/Passes.h.inc"
} // namespace mlir::rmsnorm

using namespace mlir;
using namespace mlir::rmsnorm;

namespace {
/// A norm that was found, or of which only the reciprocal root can be held.
struct Found {
  NormMatch match;
  NormOp norm; // or null, where nothing needed it yet
};

struct Raise : rmsnorm::impl::RaisePassBase<Raise> {
  using RaisePassBase::RaisePassBase;
  void runOnOperation() override;

private:
  LogicalResult inlineHelpers();
  WalkResult visit(Operation *op);
  NormOp raise(Operation *at, const Output &y);
  bool raiseResults(Operation *op);
  linalg::LinalgOp raiseInBody(linalg::LinalgOp op);
  void raiseReciprocals(Operation *op);
  bool raiseReciprocal(Operation *op, Value value);
  bool isReplaced(Operation *op);
  bool isDead(Operation *op);
  void moveDims(Operation *op);
  void reportRefusals();

  /// Ops that norms have replaced, each after its users.
  SetVector<Operation *> dead;
  Refusals refusals{false};
  DenseSet<Operation *> raisedRoots;
  /// By the scalars that are the reciprocals of their roots.
  DenseMap<Value, Found> reciprocals;
};
} // namespace

bool Raise::isReplaced(Operation *op) {
  while (op && !dead.contains(op))
    op = op->getParentOp();
  return op;
}

/// Where only questions for extents are left that use a result of `op`, lets
/// them ask for an operand.
void Raise::moveDims(Operation *op) {
  auto isDim = llvm::IsaPred<tensor::DimOp>;
  if (llvm::all_of(op->getUsers(), isDim) ||
      !llvm::all_of(op->getUsers(), [&](Operation *user) {
        return isDim(user) || isReplaced(user);
      }))
    return;
  for (Operation *user : llvm::make_early_inc_range(op->getUsers()))
    if (!isReplaced(user) && askOperand(cast<tensor::DimOp>(user)) &&
        user->use_empty())
      dead.insert(user);
}

/// Whether `op` is no longer needed since all that uses it was replaced.
bool Raise::isDead(Operation *op) {
  if (op->use_empty() || !isMemoryEffectFree(op))
    return false;
  return llvm::all_of(op->getUsers(),
                      [&](Operation *user) { return isReplaced(user); });
}

/// The norm that `y` is, built in front of `at`, or null.
NormOp Raise::raise(Operation *at, const Output &y) {
  std::optional<NormMatch> match = matchNorm(y, refusals);
  NormOp norm;
  OpBuilder b(at);
  if (match) {
    norm = buildNorm(b, at->getLoc(), *match, y.type, allowWidening);
    raisedRoots.insert(match->root);
  } else {
    match = matchReciprocalOnly(y, refusals);
  }
  if (match && match->reciprocal)
    reciprocals[match->reciprocal->value] = Found{*match, norm};
  return norm;
}

bool Raise::raiseResults(Operation *op) {
  bool raised = false;
  for (OpResult result : op->getResults()) {
    if (!isa<RankedTensorType>(result.getType()))
      continue;
    if (NormOp norm = raise(op, getOutput(result))) {
      result.replaceAllUsesWith(norm.getResult(0));
      raised = true;
    }
  }
  if (raised && op->use_empty())
    dead.insert(op);
  return raised;
}

/// Cuts a norm out of the body of `op`; what is left of it, or null.
linalg::LinalgOp Raise::raiseInBody(linalg::LinalgOp op) {
  for (Operation &inner : llvm::reverse(op.getBlock()->without_terminator())) {
    if (!OpTrait::hasElementwiseMappableTraits(&inner) ||
        !mayBeNorm(getBodyElement(op, inner.getResult(0))))
      continue;
    for (const BodyValue &value : getBodyValues(op, inner.getResult(0))) {
      NormOp norm = raise(op, value.output);
      if (!norm)
        continue;
      OpBuilder b(op);
      linalg::GenericOp rest =
          readInBody(b, op, inner.getResult(0), norm.getResult(0), value.map);
      op->replaceAllUsesWith(rest);
      dead.insert(op);
      return rest;
    }
  }
  return {};
}

/// Takes `value`, which `op` computes, from the norm whose reciprocal root it
/// is.
bool Raise::raiseReciprocal(Operation *op, Value value) {
  auto found = reciprocals.find(value);
  if (found == reciprocals.end())
    return false;
  NormMatch match = found->second.match;
  NormOp norm = found->second.norm;
  DominanceInfo dominance;
  bool isLate =
      norm && !llvm::all_of(op->getUsers(), [&](Operation *user) {
        return isReplaced(user) || dominance.properlyDominates(norm, user);
      });
  if (isLate)
    return false;
  OpBuilder b(op);
  if (norm)
    b.setInsertionPointAfter(norm);
  NormOp whole =
      norm ? addReciprocal(norm) : buildReciprocal(b, op->getLoc(), match);
  for (auto &other : reciprocals)
    if (norm && other.second.norm == norm)
      other.second.norm = whole;
  raisedRoots.insert(match.root);
  b.setInsertionPointAfter(whole);
  replaceReciprocal(b, op, *match.reciprocal, whole);
  if (norm)
    norm->erase();
  dead.insert(op);
  return true;
}

void Raise::raiseReciprocals(Operation *op) {
  if (reciprocals.empty() || isReplaced(op))
    return;
  for (Value result : op->getResults())
    if (raiseReciprocal(op, result))
      return;
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
    for (Operation &inner : *linalgOp.getBlock())
      for (Value result : inner.getResults())
        if (raiseReciprocal(op, result))
          return;
}

WalkResult Raise::visit(Operation *op) {
  moveDims(op);
  if (isDead(op)) {
    dead.insert(op);
    return WalkResult::skip();
  }
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  bool isElementwise = linalgOp ||
                       isa_and_present<tosa::TosaDialect>(op->getDialect()) ||
                       OpTrait::hasElementwiseMappableTraits(op);
  if (!isElementwise)
    return WalkResult::advance();
  bool raised = raiseResults(op);
  if (!raised && linalgOp && linalgOp.hasPureTensorSemantics())
    while (linalg::LinalgOp rest = raiseInBody(linalgOp))
      op = linalgOp = rest;
  raiseReciprocals(op);
  return WalkResult::skip();
}

/// Whether `op` computes in the body of a linalg op on memrefs.
static bool isInMemory(Operation *op) {
  auto linalgOp = dyn_cast_if_present<linalg::LinalgOp>(op->getParentOp());
  return linalgOp && !linalgOp.hasPureTensorSemantics();
}

/// One remark where a function takes roots in memory.
static void reportMemory(FunctionOpInterface function) {
  function->walk([](Operation *op) {
    Kind kind = getKind(op);
    if ((kind != Kind::Root && kind != Kind::ReciprocalRoot) || !isInMemory(op))
      return WalkResult::advance();
    op->getParentOp()->emitRemark(
        "root is taken of what is in memory: norms are raised on "
        "tensors, before bufferization");
    return WalkResult::interrupt();
  });
}

void Raise::reportRefusals() {
  auto isVariableRoot = [](Operation *op) {
    return isa<math::RsqrtOp, tosa::RsqrtOp>(op) &&
           !matchPattern(op->getOperand(0), m_Constant());
  };
  getOperation()->walk(reportMemory);
  getOperation()->walk([&](Operation *op) {
    std::optional<StringRef> reason = refusals.get(op);
    bool isCandidate = reason || isVariableRoot(op);
    if (isCandidate && !raisedRoots.contains(op) && !isReplaced(op) &&
        !isInMemory(op))
      op->emitRemark("inverse root is part of no norm: ")
          << reason.value_or(noProductReason);
  });
}

/// Inlines helpers, where whole modules are looked at.
LogicalResult Raise::inlineHelpers() {
  auto module = dyn_cast<ModuleOp>(getOperation());
  if (!module || llvm::none_of(module.getOps<func::FuncOp>(),
                               [](func::FuncOp f) { return f.isPrivate(); }))
    return success();
  OpPassManager helpers(ModuleOp::getOperationName());
  helpers.addPass(createInlineHelpersPass());
  return runPipeline(helpers, module);
}

void Raise::runOnOperation() {
  if (failed(inlineHelpers()))
    return signalPassFailure();
  dead.clear();
  refusals = Refusals(report);
  raisedRoots.clear();
  reciprocals.clear();
  // Results first: a norm is found whole before its parts are looked at.
  getOperation()->walk<WalkOrder::PreOrder, ReverseIterator>(
      [&](Operation *op) { return visit(op); });
  if (report)
    reportRefusals();
  for (Operation *op : dead)
    op->erase();
  dead.clear();
}
