//===- Launch.cpp - Running a grid ----------------------------------------===//

#include "Launch.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <numeric>

using namespace mlir;
using namespace mlir::rmsnorm;
using namespace mlir::rmsnorm::emulator;

static constexpr uint64_t maxThreads = 1024;
static constexpr uint64_t maxGridYZ = 65535;
/// What a block can have on sm_90 and sm_100.
static constexpr uint64_t maxShared = 227 << 10;

/// What is wrong with the launch, or nothing.
static std::string findProblem(const Launch &launch) {
  const Kernel &kernel = launch.kernel;
  uint64_t threads = launch.block.count();
  auto say = [](const Twine &text) { return text.str(); };
  if (threads == 0 || threads > maxThreads)
    return say("blocks of " + Twine(threads) + " threads; 1 to " +
               Twine(maxThreads) + " are possible");
  if (launch.grid.count() == 0)
    return "an empty grid";
  if (launch.grid.y > maxGridYZ || launch.grid.z > maxGridYZ)
    return say("a grid of more than " + Twine(maxGridYZ) + " in y or z");
  if (launch.grid.count() > maxBlocks)
    return say("a grid of " + Twine(launch.grid.count()) + " blocks; " +
               Twine(maxBlocks) + " can be emulated");
  if (kernel.requiredThreads && threads != kernel.requiredThreads)
    return say("blocks of " + Twine(threads) +
               " threads, but it is compiled for " +
               Twine(kernel.requiredThreads));
  if (kernel.maxThreads && threads > kernel.maxThreads)
    return say("blocks of " + Twine(threads) +
               " threads, but it is compiled for at most " +
               Twine(kernel.maxThreads));
  uint64_t shared = kernel.sharedBytes + launch.dynamicShared;
  if (shared > maxShared)
    return say(Twine(shared) + " bytes of shared memory; a block can have " +
               Twine(maxShared));
  return "";
}

void emulator::run(Launch &launch) {
  if (launch.device.hasFailed())
    return;
  std::string problem = findProblem(launch);
  if (!problem.empty())
    return launch.device.fail(
        {"kernel '" + launch.kernel.name + "' is launched with " + problem, "",
         0, 0});
  launch.device.getMemory().clearShadows();
  std::vector<uint32_t> order(launch.grid.count());
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), std::minstd_rand());
  ThreadBlock block(launch);
  for (uint32_t number : order)
    if (!block.run(number))
      return;
}
