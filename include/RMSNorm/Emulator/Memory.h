//===- Memory.h - The memory of the emulated device -------------*- C++ -*-===//

#ifndef RMSNORM_EMULATOR_MEMORY_H
#define RMSNORM_EMULATOR_MEMORY_H

#include <cstdint>
#include <map>
#include <memory>

namespace mlir::rmsnorm::emulator {

class Shadow;

/// Bytes that kernels may access, and who accessed them in this launch.
struct Allocation {
  char *begin = nullptr;
  uint64_t bytes = 0;
  std::unique_ptr<Shadow> shadow;
  /// What `begin` lies in, where this is not someone else's memory.
  std::unique_ptr<char[]> storage;

  bool contains(const char *address, uint64_t size) const {
    return address >= begin && size <= bytes &&
           static_cast<uint64_t>(address - begin) <= bytes - size;
  }
};

class Memory {
public:
  Memory();
  ~Memory();

  /// `bytes` bytes, all 0xff, so that what nobody wrote is NaN; null if there
  /// is not enough memory. Aligned as by CUDA.
  char *allocate(uint64_t bytes);

  /// False if nothing begins at `begin`.
  bool release(char *begin);

  /// Lets kernels access memory that someone else owns.
  void share(char *begin, uint64_t bytes);

  /// The allocation that holds `address`, or one that `address` just misses, or
  /// null.
  Allocation *find(const char *address);

  /// Whether all these bytes lie in one allocation.
  bool contains(const void *address, uint64_t size);

  /// Forgets who accessed what.
  void clearShadows();

private:
  Allocation *last = nullptr;
  std::map<char *, Allocation> allocations;
};

} // namespace mlir::rmsnorm::emulator

#endif // RMSNORM_EMULATOR_MEMORY_H
