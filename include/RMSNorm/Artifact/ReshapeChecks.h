//===- ReshapeChecks.h - Sizes that a reshape may have ----------*- C++ -*-===//

#ifndef RMSNORM_ARTIFACT_RESHAPECHECKS_H
#define RMSNORM_ARTIFACT_RESHAPECHECKS_H

namespace mlir {
class DialectRegistry;
namespace rmsnorm {

/// Lets --generate-runtime-verification check that tensor.expand_shape and
/// tensor.reshape keep the number of elements.
void registerReshapeChecks(DialectRegistry &registry);

} // namespace rmsnorm
} // namespace mlir

#endif // RMSNORM_ARTIFACT_RESHAPECHECKS_H
