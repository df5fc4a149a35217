//===- Stages.cpp - Pipelines that can be cut -----------------------------===//

#include "RMSNorm/Rows/Stages.h"
#include "mlir/Pass/Pass.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::rmsnorm;

namespace {
/// A pipeline can only be refused when it is run.
struct RefuseStage : PassWrapper<RefuseStage, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RefuseStage)

  explicit RefuseStage(std::string message) : message(std::move(message)) {}

  void runOnOperation() override {
    emitError(getOperation()->getLoc()) << message;
    signalPassFailure();
  }

  std::string message;
};
} // namespace

void Stages::end(StringRef name) {
  names.push_back(name.str());
  if (name == last)
    prefix = pm;
}

void Stages::cut() {
  if (prefix) {
    pm = *prefix;
  } else if (!last.empty()) {
    pm.clear();
    pm.addPass(std::make_unique<RefuseStage>("no stage '" + last +
                                             "' to stop after: use " +
                                             llvm::join(names, ", ")));
  }
}
