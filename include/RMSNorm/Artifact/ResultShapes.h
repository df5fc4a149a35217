//===- ResultShapes.h - The shapes of a function's results ------*- C++ -*-===//

#ifndef RMSNORM_ARTIFACT_RESULTSHAPES_H
#define RMSNORM_ARTIFACT_RESULTSHAPES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include <string>

namespace mlir {
class OpPassManager;

namespace rmsnorm {

/// The name of the function that pass `rmsnorm-result-shapes` adds.
inline std::string getResultShapesName(llvm::StringRef entry) {
  return (llvm::Twine(entry) + "_shapes").str();
}

/// Adds the passes that leave of a module the function `<entry>_shapes` and
/// what it needs, which is most often nothing but `tensor.dim`s of its
/// arguments. Checks that arguments of unknown size agree, where linalg relies
/// on it, stay in it as `cf.assert`s.
void buildResultShapesPipeline(OpPassManager &pm, llvm::StringRef entry);

/// Registers `--rmsnorm-result-shapes-pipeline`.
void registerResultShapesPipeline();

} // namespace rmsnorm
} // namespace mlir

#endif // RMSNORM_ARTIFACT_RESULTSHAPES_H
