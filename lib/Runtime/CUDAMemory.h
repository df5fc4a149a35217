//===- CUDAMemory.h - A GPU's memory and a stream on it ---------*- C++ -*-===//

#ifndef RMSNORM_LIB_RUNTIME_CUDAMEMORY_H
#define RMSNORM_LIB_RUNTIME_CUDAMEMORY_H

#include "RMSNorm/CUDA/Driver.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <utility>

namespace mlir::rmsnorm {

/// What this thread's calls of the driver have failed with.
llvm::Error takeCUDAError();

/// Memory of the current device, freed in the end.
class CUDAMemory {
public:
  static llvm::Expected<CUDAMemory> create(int64_t bytes);
  CUDAMemory(CUDAMemory &&other)
      : address(std::exchange(other.address, 0)), bytes(other.bytes) {}
  ~CUDAMemory();

  CUdeviceptr get() const { return address; }
  int64_t size() const { return bytes; }

private:
  CUDAMemory(CUdeviceptr address, int64_t bytes)
      : address(address), bytes(bytes) {}

  CUdeviceptr address;
  int64_t bytes;
};

/// A stream on the first device. What is put into it fails when it is
/// synchronised.
class CUDAStream {
public:
  static llvm::Expected<std::unique_ptr<CUDAStream>> create();
  ~CUDAStream();

  CUstream get() const { return stream; }
  /// Makes its context this thread's, for all that works with memory.
  void enter() const;
  /// The chip to compile for; fails where the device is too old for any.
  llvm::Expected<std::string> getChip() const;
  /// The size of the L2 cache.
  int64_t getCacheBytes() const;

  void copy(CUdeviceptr to, CUdeviceptr from, int64_t bytes);
  llvm::Error synchronize();

  /// The seconds that one of `repeats` runs of what `enqueue` puts into the
  /// stream takes on the device, after one that warms up.
  llvm::Expected<double> time(int64_t repeats,
                              llvm::function_ref<void()> enqueue);

private:
  CUDAStream(CUdevice device, CUcontext context, CUstream stream)
      : device(device), context(context), stream(stream) {}
  int getAttribute(int attribute) const;

  CUdevice device;
  CUcontext context;
  CUstream stream;
};

} // namespace mlir::rmsnorm

#endif // RMSNORM_LIB_RUNTIME_CUDAMEMORY_H
