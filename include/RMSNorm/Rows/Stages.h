//===- Stages.h - Pipelines that can be cut ---------------------*- C++ -*-===//

#ifndef RMSNORM_ROWS_STAGES_H
#define RMSNORM_ROWS_STAGES_H

#include "mlir/Pass/PassManager.h"

namespace mlir::rmsnorm {

/// The named stages of a pipeline that is being built. A pipeline says where
/// each of them ends; when all are known, `cut` drops what comes after the one
/// that was asked for.
class Stages {
public:
  /// `last` is the stage to stop after; empty for all of them.
  Stages(OpPassManager &pm, StringRef last) : pm(pm), last(last) {}

  /// What was added to the pipeline so far, since the stage before, is `name`.
  void end(StringRef name);

  /// Ends the pipeline. If there was no stage of that name it fails when it is
  /// run, with the names of those there are.
  void cut();

private:
  OpPassManager &pm;
  std::string last;
  std::optional<OpPassManager> prefix;
  SmallVector<std::string> names;
};

/// How a pipeline's options describe `stop-after`.
constexpr char stopAfterDescription[] =
    "The stage to stop after; a name that is none prints the names";

} // namespace mlir::rmsnorm

#endif // RMSNORM_ROWS_STAGES_H
