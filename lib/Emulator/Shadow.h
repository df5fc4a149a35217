//===- Shadow.h - Who accessed memory last ----------------------*- C++ -*-===//
//
// Two accesses race if one of them writes, not both are atomic, and nothing
// orders them: no barrier of the block between them, no `bar.warp.sync` of
// both lanes. In whatever order the threads happen to run, the later of the two
// finds the stamp of the earlier one.
//
//===----------------------------------------------------------------------===//

#ifndef RMSNORM_LIB_EMULATOR_SHADOW_H
#define RMSNORM_LIB_EMULATOR_SHADOW_H

#include <cstddef>
#include <cstdint>

namespace mlir::rmsnorm::emulator {

/// An access: by whom, and when by its own clock, which goes on at each
/// synchronisation. Small, because every byte of memory has two.
struct Stamp {
  /// The block's number in the grid plus 1; 0 is no access at all.
  uint64_t block : 27;
  uint64_t clock : 23;
  uint64_t thread : 10;
  uint64_t atomic : 1;
  /// A copy (`cp.async`) that nobody has waited for yet.
  uint64_t pending : 1;
  /// Other threads of the block read as well, unordered with this one.
  uint64_t severalThreads : 1;
  /// Threads of other blocks read as well.
  uint64_t severalBlocks : 1;
};
static_assert(sizeof(Stamp) == 8);

/// The last accesses of one byte.
struct Cell {
  Stamp write, read;
};

constexpr uint64_t maxBlocks = (1 << 27) - 2;
constexpr uint64_t maxClock = (1 << 23) - 1;

/// A cell for each byte of some memory. Cells that are not used cost nothing.
class Shadow {
public:
  explicit Shadow(uint64_t bytes);
  ~Shadow();
  Shadow(const Shadow &) = delete;
  Shadow &operator=(const Shadow &) = delete;

  Cell *at(uint64_t offset) {
    used = true;
    return cells + offset;
  }
  void clear();

private:
  Cell *cells = nullptr;
  size_t size = 0;
  bool used = false;
};

} // namespace mlir::rmsnorm::emulator

#endif // RMSNORM_LIB_EMULATOR_SHADOW_H
