//===- LaunchEffects.cpp - What a launch does to memory -------------------===//

#include "RMSNorm/GPU/LaunchEffects.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace {
/// Upstream leaves open what a launch does. It may read and write anything, but
/// neither allocates nor frees: buffers around it can be freed as usual.
struct LaunchEffects
    : MemoryEffectOpInterface::ExternalModel<LaunchEffects, gpu::LaunchFuncOp> {
  void
  getEffects(Operation *,
             SmallVectorImpl<MemoryEffects::EffectInstance> &effects) const {
    effects.emplace_back(MemoryEffects::Read::get());
    effects.emplace_back(MemoryEffects::Write::get());
  }
};
} // namespace

void rmsnorm::registerLaunchEffects(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, gpu::GPUDialect *) {
    gpu::LaunchFuncOp::attachInterface<LaunchEffects>(*context);
  });
}
