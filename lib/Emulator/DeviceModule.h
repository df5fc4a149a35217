//===- DeviceModule.h - Loaded device code ----------------------*- C++ -*-===//

#ifndef RMSNORM_LIB_EMULATOR_DEVICEMODULE_H
#define RMSNORM_LIB_EMULATOR_DEVICEMODULE_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringMap.h"
#include <memory>
#include <string>
#include <vector>

namespace llvm::orc {
class LLJIT;
}

namespace mlir::rmsnorm::emulator {

struct DeviceModule;

/// Where in the source an instruction comes from; no file if nobody knows.
struct Site {
  std::string file;
  unsigned line = 0, column = 0;
};

/// A variable in shared memory. The dynamic part has a size only in a launch.
struct SharedVariable {
  std::string name;
  uint64_t offset = 0, bytes = 0;
  bool dynamic = false;
};

struct Kernel {
  std::string name;
  DeviceModule *module = nullptr;
  /// Takes what mgpuLaunchKernel takes: pointers to the arguments.
  void (*entry)(void **parameters) = nullptr;
  size_t numParameters = 0;
  /// Of the variables in shared memory that it names.
  uint64_t sharedBytes = 0;
  /// The block size that the kernel was compiled for, or at most for.
  uint64_t requiredThreads = 0, maxThreads = 0;
};

struct DeviceModule {
  DeviceModule();
  ~DeviceModule();

  std::vector<Site> sites;
  std::vector<SharedVariable> shared;
  /// The variables in global memory, by symbol, and their sizes.
  std::vector<std::pair<std::string, uint64_t>> globals;
  /// Where the dynamic part of shared memory begins.
  uint64_t sharedBytes = 0;
  llvm::StringMap<Kernel> kernels;
  std::unique_ptr<llvm::orc::LLJIT> jit;
};

} // namespace mlir::rmsnorm::emulator

#endif // RMSNORM_LIB_EMULATOR_DEVICEMODULE_H
