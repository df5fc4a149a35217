//===- Launch.h - Running a grid --------------------------------*- C++ -*-===//

#ifndef RMSNORM_LIB_EMULATOR_LAUNCH_H
#define RMSNORM_LIB_EMULATOR_LAUNCH_H

#include "Block.h"

namespace mlir::rmsnorm::emulator {

/// Checks the launch against the limits of the GPU and what the kernel was
/// compiled for, then runs its blocks one by one in a random order. Does
/// nothing after a failure.
void run(Launch &launch);

} // namespace mlir::rmsnorm::emulator

#endif // RMSNORM_LIB_EMULATOR_LAUNCH_H
