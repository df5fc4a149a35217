//===- Machine.h - The machine that code is generated for -------*- C++ -*-===//

#ifndef RMSNORM_ARTIFACT_MACHINE_H
#define RMSNORM_ARTIFACT_MACHINE_H

#include "llvm/Support/Error.h"
#include <memory>
#include <string>

namespace llvm {
class TargetMachine;
}

namespace mlir::rmsnorm {

struct CPUOptions;

struct MachineOptions {
  /// An LLVM triple; empty for this machine's.
  std::string triple;
  /// An LLVM name of a CPU. `native` is this machine's with exactly the
  /// features it has. Empty means `native`, or `generic` for another triple.
  std::string cpu;
};

/// A code generator for position-independent code at the highest level. Float
/// operations are never contracted: fusing rounds where the IR does not.
/// Fails on a triple or CPU that LLVM does not know.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createMachine(const MachineOptions &options);

/// Whether `machine` makes code for the system this runs on, so that the
/// system's own linker can link it.
bool isHost(const llvm::TargetMachine &machine);

/// What the pipeline has to know of `machine`: how wide its vectors are, which
/// instructions it has, how large its cache is.
void configureForMachine(CPUOptions &options,
                         const llvm::TargetMachine &machine);

} // namespace mlir::rmsnorm

#endif // RMSNORM_ARTIFACT_MACHINE_H
