//===- Codegen.h - From the LLVM dialect to an object -----------*- C++ -*-===//

#ifndef RMSNORM_ARTIFACT_CODEGEN_H
#define RMSNORM_ARTIFACT_CODEGEN_H

#include "RMSNorm/Artifact/Module.h"

namespace llvm {
class LLVMContext;
class MemoryBuffer;
class Module;
class TargetMachine;
class raw_pwrite_stream;
} // namespace llvm

namespace mlir::rmsnorm {

/// The LLVM IR of `module`, which a pipeline has brought to the LLVM dialect,
/// for `machine`. Of its functions only the C symbols of `exported` can be seen
/// from outside.
llvm::Expected<std::unique_ptr<llvm::Module>>
translateModule(ModuleOp module, ArrayRef<Signature> exported,
                llvm::LLVMContext &context, llvm::TargetMachine &machine);

/// LLVM's O3 for `machine`.
void optimiseModule(llvm::Module &module, llvm::TargetMachine &machine);

/// Writes `module` as an object file.
llvm::Error emitObject(llvm::Module &module, llvm::TargetMachine &machine,
                       llvm::raw_pwrite_stream &os);

/// The bytes of `module`'s object file, for a loader.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
emitObject(llvm::Module &module, llvm::TargetMachine &machine);

} // namespace mlir::rmsnorm

#endif // RMSNORM_ARTIFACT_CODEGEN_H
