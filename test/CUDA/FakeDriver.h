//===- FakeDriver.h - What the parts of the fake driver share ---*- C++ -*-===//

#ifndef RMSNORM_TEST_CUDA_FAKEDRIVER_H
#define RMSNORM_TEST_CUDA_FAKEDRIVER_H

#include "RMSNorm/CUDA/Driver.h"
#include "RMSNorm/Emulator/Device.h"
#include <mutex>
#include <vector>

// Exported, and with the types that the callers know.
#define DECLARE(member, symbol, parameters)                                    \
  extern "C" __attribute__((visibility("default"))) CUresult symbol parameters;
RMSNORM_CUDA_FUNCTIONS(DECLARE)
#undef DECLARE
#define EXPORTED extern "C" __attribute__((visibility("default"))) CUresult

struct CUctx_st {
  CUdevice device;
};
struct CUstream_st {
  CUcontext context;
};

namespace fake {

constexpr CUresult outOfMemory = 2, invalidValue = 1, invalidContext = 201,
                   launchFailed = 719, notFound = 500;
constexpr int maxDevices = 8;

struct State {
  State();

  std::mutex mutex;
  mlir::rmsnorm::emulator::Device device;
  CUctx_st contexts[maxDevices];
};
State &state();

/// The capability of the devices: 90 is sm_90.
int getCapability();

/// The context that `stream` belongs to, or this thread's; or null.
CUcontext contextOf(CUstream stream);

/// Adds a line to the log.
void log(const llvm::Twine &line);

} // namespace fake

#endif // RMSNORM_TEST_CUDA_FAKEDRIVER_H
