//===- HostCode.h - Compiled code in this process ---------------*- C++ -*-===//

#ifndef RMSNORM_RUNTIME_HOSTCODE_H
#define RMSNORM_RUNTIME_HOSTCODE_H

#include "RMSNorm/Artifact/Module.h"

namespace llvm::orc {
class LLJIT;
}

namespace mlir::rmsnorm {

/// A module of the LLVM dialect as code of this machine, by the same generator
/// as an object file's. It finds what it calls (OpenMP, memory copies, math) in
/// this process.
class HostCode {
public:
  /// Symbols that the code may use beside those of the process.
  using Symbols = ArrayRef<std::pair<StringRef, void *>>;

  static llvm::Expected<std::unique_ptr<HostCode>>
  create(ModuleOp module, const Signature &entry, Symbols symbols = {});
  ~HostCode();

  /// Calls the entry. `arguments[i]` points at the i-th argument of its C
  /// function: a memref descriptor, or a number. A `cf.assert` that fails is an
  /// error; what the function had allocated by then is lost.
  llvm::Error call(ArrayRef<void *> arguments) const;

private:
  explicit HostCode(std::unique_ptr<llvm::orc::LLJIT> jit);

  std::unique_ptr<llvm::orc::LLJIT> jit;
  void (*entry)(void *const *arguments) = nullptr;
  void (*finalise)() = nullptr;
};

} // namespace mlir::rmsnorm

#endif // RMSNORM_RUNTIME_HOSTCODE_H
