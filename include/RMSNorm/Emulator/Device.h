//===- Device.h - A GPU that is emulated on the CPU -------------*- C++ -*-===//
//
// Runs the device code of the NVVM pipeline (bitcode for nvptx64) on the CPU,
// one fiber for each GPU thread, and checks every access to memory, every
// barrier and every shuffle. Host code drives it through the functions `mgpu*`
// that it would call for a real one.
//
//===----------------------------------------------------------------------===//

#ifndef RMSNORM_EMULATOR_DEVICE_H
#define RMSNORM_EMULATOR_DEVICE_H

#include "RMSNorm/Emulator/Memory.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"
#include <optional>
#include <string>
#include <vector>

namespace mlir::rmsnorm::emulator {

struct DeviceModule;

/// What went wrong, and at which place of a file, if that is known.
struct Failure {
  std::string message;
  std::string file;
  unsigned line = 0, column = 0;
};

/// Name and address of functions for compiled code.
using Symbols = SmallVector<std::pair<StringRef, void *>>;

/// As on a real device, nothing is launched any more after the first failure.
class Device {
public:
  /// Makes a device the one that the functions `mgpu*` drive when this thread
  /// calls them, as long as this lives.
  class Current {
  public:
    explicit Current(Device &device);
    ~Current();

  private:
    Device *before;
  };

  /// `symbols` are what kernels may call beside the device's own functions.
  explicit Device(Symbols symbols);
  ~Device();

  static Device &current();

  /// The functions `mgpu*`.
  static Symbols getHostInterface();

  Memory &getMemory() { return memory; }

  /// Compiles `bitcode`. Null after a failure.
  DeviceModule *load(StringRef bitcode);

  void fail(Failure failure);
  bool hasFailed() const { return failure.has_value(); }
  const std::optional<Failure> &getFailure() const { return failure; }

private:
  Symbols symbols;
  Memory memory;
  std::vector<std::unique_ptr<DeviceModule>> modules;
  std::optional<Failure> failure;
};

} // namespace mlir::rmsnorm::emulator

#endif // RMSNORM_EMULATOR_DEVICE_H
