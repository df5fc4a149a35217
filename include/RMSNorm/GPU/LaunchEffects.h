//===- LaunchEffects.h - What a launch does to memory -----------*- C++ -*-===//

#ifndef RMSNORM_GPU_LAUNCHEFFECTS_H
#define RMSNORM_GPU_LAUNCHEFFECTS_H

namespace mlir {
class DialectRegistry;

namespace rmsnorm {

/// Gives `gpu.launch_func` memory effects, so that functions that launch
/// kernels of their own can be bufferised.
void registerLaunchEffects(DialectRegistry &registry);

} // namespace rmsnorm
} // namespace mlir

#endif // RMSNORM_GPU_LAUNCHEFFECTS_H
