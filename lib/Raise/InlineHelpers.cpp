//===- InlineHelpers.cpp - Parts of norms in functions of their own -------===//

#include "Kind.h"
#include "RMSNorm/Raise/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/Inliner.h"

namespace mlir::rmsnorm {
#define GEN_PASS_DEF_INLINEHELPERSPASS
#include "RMSNorm/Raise/Passes.h.inc"
} // namespace mlir::rmsnorm

using namespace mlir;
using namespace mlir::rmsnorm;

/// The ops of a helper: a variance in JAX has about twenty.
static constexpr unsigned maxOps = 64;

static int64_t getNumElements(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  return shaped && shaped.hasStaticShape() ? shaped.getNumElements() : 1;
}

static int64_t getRank(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  return shaped && shaped.hasRank() ? shaped.getRank() : 0;
}

/// Whether `function` gives less than it takes: values of rows.
static bool reduces(func::FuncOp function) {
  return llvm::all_of(function.getResultTypes(), [&](Type result) {
    return llvm::any_of(function.getArgumentTypes(), [&](Type argument) {
      return getRank(result) < getRank(argument) ||
             getNumElements(result) < getNumElements(argument);
    });
  });
}

/// Whether `function` only computes, and what it computes may be part of a
/// norm, but is none.
static bool isHelper(func::FuncOp function) {
  if (!function || !function.isPrivate() || function.isExternal() ||
      !function.getBody().hasOneBlock())
    return false;
  Block &body = function.getBody().front();
  if (body.getOperations().size() > maxOps)
    return false;
  bool computes = llvm::all_of(body, [](Operation &op) {
    return isMemoryEffectFree(&op) || isa<func::CallOp, func::ReturnOp>(op);
  });
  bool takesRoot = false;
  body.walk([&](Operation *op) { takesRoot |= mayTakeRoot(op); });
  return computes && (!takesRoot || reduces(function));
}

namespace {
struct InlineHelpers : rmsnorm::impl::InlineHelpersPassBase<InlineHelpers> {
  void runOnOperation() override {
    auto isHelperCall = [](const Inliner::ResolvedCall &call) {
      return isHelper(dyn_cast<func::FuncOp>(
          call.targetNode->getCallableRegion()->getParentOp()));
    };
    auto runNested = [](Pass &, OpPassManager &, Operation *) {
      return success();
    };
    Inliner inliner(getOperation(), getAnalysis<CallGraph>(), *this,
                    getAnalysisManager(), runNested, InlinerConfig({}, 4),
                    isHelperCall);
    if (failed(inliner.doInlining()))
      signalPassFailure();
  }
};
} // namespace
