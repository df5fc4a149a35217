//===- GPUObject.h - The device code of a module ----------------*- C++ -*-===//

#ifndef RMSNORM_ARTIFACT_GPUOBJECT_H
#define RMSNORM_ARTIFACT_GPUOBJECT_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"

namespace mlir::rmsnorm {

/// The bytes of the one object in `module`'s one `gpu.binary`. They live as
/// long as the context. Fails where there is none, and where there are several,
/// which one file can't hold.
llvm::Expected<StringRef> getGPUObject(ModuleOp module);

} // namespace mlir::rmsnorm

#endif // RMSNORM_ARTIFACT_GPUOBJECT_H
