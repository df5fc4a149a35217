//===- Runtime.h - What compiled kernels call -------------------*- C++ -*-===//
//
// Each instruction that is the GPU's own is a call of one of these functions.
// `site` is an index into DeviceModule::sites.
//
//===----------------------------------------------------------------------===//

#ifndef RMSNORM_LIB_EMULATOR_RUNTIME_H
#define RMSNORM_LIB_EMULATOR_RUNTIME_H

#include "RMSNorm/Emulator/Device.h"
#include "Thread.h"

namespace mlir::rmsnorm::emulator {

/// Kinds of access, as bits.
enum Access : uint32_t { Read = 0, Write = 1, Atomic = 2, Pending = 4 };

/// The special registers of PTX that kernels read.
enum Register : uint32_t {
  TidX,
  TidY,
  TidZ,
  NtidX,
  NtidY,
  NtidZ,
  CtaidX,
  CtaidY,
  CtaidZ,
  NctaidX,
  NctaidY,
  NctaidZ,
  LaneId,
  WarpId,
  NWarpId,
  WarpSize,
  LaneMaskEq,
  LaneMaskLt,
  LaneMaskLe,
  LaneMaskGt,
  LaneMaskGe,
  DynamicSmemSize,
  NumRegisters
};

/// The name of a register in LLVM's intrinsics.
StringRef getRegisterName(Register reg);

namespace runtime {

/// The calling thread. It does not change while a function runs, so every
/// function asks once.
Thread *thread();
uint32_t readRegister(Thread *thread, uint32_t reg);
/// The first byte of the block's shared memory.
char *shared(Thread *thread);

/// Checks an access before it happens.
void access(Thread *thread, char *address, uint64_t bytes, uint32_t kind,
            uint64_t alignment, uint32_t site);

void barrier(Thread *thread, uint32_t id, uint32_t site);

/// Waits for all lanes of `mask`. The result has the bits of the value.
uint64_t collective(Thread *thread, uint32_t kind, uint32_t mask,
                    uint64_t value, uint32_t operand, uint32_t clamp,
                    uint32_t site);
/// Whether the last shuffle's source was in range.
uint32_t collectivePredicate(Thread *thread);

void asyncCopy(Thread *thread, char *to, char *from, uint32_t bytes,
               uint32_t bytesRead, uint32_t site);
void commitCopies(Thread *thread);
/// Waits until at most `groups` groups are on their way.
void waitForCopies(Thread *thread, uint32_t groups);
/// Waits for all, also those that are in no group yet.
void waitForAllCopies(Thread *thread);

} // namespace runtime

/// What a failing assertion in a kernel calls.
[[noreturn]] void failAssertion(const char *message, const char *file,
                                uint32_t line, const char *function,
                                uint64_t charSize);

/// The instructions that compute: `llvm.nvvm.NAME` is `NAME` here.
Symbols getMathFunctions();

} // namespace mlir::rmsnorm::emulator

#endif // RMSNORM_LIB_EMULATOR_RUNTIME_H
