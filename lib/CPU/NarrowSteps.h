//===- NarrowSteps.h - Loops with shorter vectors ---------------*- C++ -*-===//

#ifndef RMSNORM_LIB_CPU_NARROWSTEPS_H
#define RMSNORM_LIB_CPU_NARROWSTEPS_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::rmsnorm {

/// Lets `loop`, which computes `width` elements a step by themselves, take
/// `elements` a step, a divisor. Returns whether it does: other loops are left
/// as they are.
bool narrowSteps(scf::ForOp loop, int64_t width, int64_t elements);

} // namespace mlir::rmsnorm

#endif // RMSNORM_LIB_CPU_NARROWSTEPS_H
