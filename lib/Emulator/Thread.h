//===- Thread.h - A thread of the GPU ---------------------------*- C++ -*-===//

#ifndef RMSNORM_LIB_EMULATOR_THREAD_H
#define RMSNORM_LIB_EMULATOR_THREAD_H

#include "Fiber.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/Twine.h"
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace mlir::rmsnorm::emulator {

class ThreadBlock;

constexpr unsigned warpSize = 32;

struct Dim3 {
  uint32_t x = 1, y = 1, z = 1;

  uint64_t count() const { return uint64_t(x) * y * z; }
  /// The `i`-th index of a box of this size; x runs fastest.
  Dim3 at(uint64_t i) const {
    return {uint32_t(i % x), uint32_t(i / x % y), uint32_t(i / x / y)};
  }
};

/// What the lanes of a warp do together.
enum class Collective : uint32_t {
  Sync,
  ShuffleIndex,
  ShuffleUp,
  ShuffleDown,
  ShuffleXor,
  VoteAll,
  VoteAny,
  VoteUniform,
  VoteBallot
};

/// A copy to shared memory that goes on while the thread does.
struct PendingCopy {
  char *to;
  const char *from;
  uint32_t bytes, bytesRead, site;
};

struct Thread {
  enum State { Ready, AtBarrier, InCollective, Ended };

  ThreadBlock *block = nullptr;
  uint32_t index = 0, warp = 0, lane = 0;
  State state = Ready;
  /// The instruction that it waits at.
  uint32_t site = 0;
  Fiber fiber;

  /// Goes on at every synchronisation.
  uint32_t clock = 1;
  /// What it did up to here, the whole block comes after.
  uint32_t clockAtBarrier = 0;
  /// What the lanes of its warp did up to here, this thread comes after.
  std::array<uint32_t, warpSize> seen{};

  uint32_t barrier = 0;

  struct {
    Collective kind = Collective::Sync;
    uint32_t mask = 0, operand = 0, clamp = 0;
    uint64_t value = 0, result = 0;
    bool predicate = false;
  } collective;

  /// Groups of `cp.async`; the last one is open.
  std::vector<std::vector<PendingCopy>> copies;

  /// Waits until something makes the thread ready again.
  void wait(State reason, uint32_t atSite);

  /// Ends the launch. Nothing on this thread's stack is destroyed.
  [[noreturn]] void fail(uint32_t atSite, const Twine &what);

  /// `kernel 'f', block (0, 0, 0), thread (3, 0, 0)`.
  std::string getName() const;
};

} // namespace mlir::rmsnorm::emulator

#endif // RMSNORM_LIB_EMULATOR_THREAD_H
