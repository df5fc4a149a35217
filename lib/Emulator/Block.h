//===- Block.h - The threads of one block -----------------------*- C++ -*-===//

#ifndef RMSNORM_LIB_EMULATOR_BLOCK_H
#define RMSNORM_LIB_EMULATOR_BLOCK_H

#include "DeviceModule.h"
#include "RMSNorm/Emulator/Device.h"
#include "Shadow.h"
#include "Thread.h"
#include "llvm/ADT/ArrayRef.h"
#include <random>

namespace mlir::rmsnorm::emulator {

/// What mgpuLaunchKernel is given.
struct Launch {
  Device &device;
  Kernel &kernel;
  Dim3 grid, block;
  uint64_t dynamicShared = 0;
  void **parameters = nullptr;
};

/// Runs blocks, one after the other, on the same stacks. Of a block's threads
/// one runs at a time, until it waits for others; who is next is left to
/// chance.
class ThreadBlock {
public:
  explicit ThreadBlock(Launch &launch);

  /// Runs block `number` of the grid. False after a failure.
  bool run(uint64_t number);

  Launch &getLaunch() { return launch; }
  Dim3 getIndex() const { return launch.grid.at(number); }
  uint64_t getNumber() const { return number; }
  std::vector<Thread> &getThreads() { return threads; }
  MutableArrayRef<Thread> getWarp(uint32_t warp);

  static constexpr unsigned numBarriers = 16;
  uint32_t &arrivedAt(uint32_t barrier) { return arrived[barrier]; }

  char *getShared() { return shared.get(); }
  uint64_t getSharedBytes() const { return sharedBytes; }
  Shadow &getSharedShadow() { return sharedShadow; }

  void makeReady(Thread &thread);
  void reportFailure(uint32_t site, const Twine &message);

  /// The thread whose code runs now.
  static Thread &current();

private:
  void prepare();
  void explainDeadlock();

  Launch &launch;
  uint64_t number = 0;
  std::vector<Thread> threads;
  std::vector<Thread *> ready;
  std::minstd_rand random;
  std::array<uint32_t, numBarriers> arrived{};
  uint64_t sharedBytes;
  struct Free {
    void operator()(char *p) const { std::free(p); }
  };
  std::unique_ptr<char, Free> shared;
  Shadow sharedShadow;
};

} // namespace mlir::rmsnorm::emulator

#endif // RMSNORM_LIB_EMULATOR_BLOCK_H
