//===- Block.cpp - The threads of one block -------------------------------===//

#include "Block.h"
#include "llvm/ADT/STLExtras.h"
#include <cstring>

using namespace mlir;
using namespace mlir::rmsnorm;
using namespace mlir::rmsnorm::emulator;

/// Of the launch that this thread of the host runs.
static thread_local Thread *running = nullptr;

Thread &ThreadBlock::current() { return *running; }

ThreadBlock::ThreadBlock(Launch &launch)
    : launch(launch), threads(launch.block.count()),
      sharedBytes(launch.kernel.module->sharedBytes + launch.dynamicShared),
      // Aligned and sized as a driver may place it.
      shared(static_cast<char *>(
          std::aligned_alloc(1024, llvm::alignTo(sharedBytes + 1, 1024)))),
      sharedShadow(sharedBytes) {
  for (auto [i, thread] : llvm::enumerate(threads)) {
    thread.block = this;
    thread.index = i;
    thread.warp = i / warpSize;
    thread.lane = i % warpSize;
  }
}

MutableArrayRef<Thread> ThreadBlock::getWarp(uint32_t warp) {
  return MutableArrayRef<Thread>(threads)
      .drop_front(warp * warpSize)
      .take_front(warpSize);
}

void ThreadBlock::makeReady(Thread &thread) {
  thread.state = Thread::Ready;
  ready.push_back(&thread);
}

void ThreadBlock::reportFailure(uint32_t site, const Twine &message) {
  const Site &at = launch.kernel.module->sites[site];
  launch.device.fail({message.str(), at.file, at.line, at.column});
}

void ThreadBlock::prepare() {
  std::memset(shared.get(), 0xff, sharedBytes);
  sharedShadow.clear();
  arrived.fill(0);
  // The same order in every run, but another one for each block.
  random.seed(number + 1);
  ready.clear();
  for (Thread &thread : threads) {
    thread.clock = 1;
    thread.clockAtBarrier = 0;
    thread.seen.fill(0);
    thread.copies.assign(1, {});
    makeReady(thread);
  }
}

bool ThreadBlock::run(uint64_t newNumber) {
  number = newNumber;
  prepare();
  size_t ended = 0;
  auto body = [&] {
    launch.kernel.entry(launch.parameters);
    running->state = Thread::Ended;
    ++ended;
  };
  llvm::function_ref<void()> start = body;
  for (Thread &thread : threads)
    thread.fiber.start(start);
  while (!ready.empty() && !launch.device.hasFailed()) {
    std::swap(ready[random() % ready.size()], ready.back());
    running = ready.back();
    ready.pop_back();
    running->fiber.resume();
  }
  if (ended != threads.size() && !launch.device.hasFailed())
    explainDeadlock();
  return !launch.device.hasFailed();
}

/// The thread that waits longest in vain is not known; so the first one that
/// waits is named, and one that it waits for.
void ThreadBlock::explainDeadlock() {
  Thread &waiting = *llvm::find_if(
      threads, [](Thread &t) { return t.state != Thread::Ended; });
  bool barrier = waiting.state == Thread::AtBarrier;
  auto arrivedToo = [&](Thread &t) {
    if (t.state != waiting.state)
      return false;
    if (barrier)
      return t.barrier == waiting.barrier;
    return t.site == waiting.site &&
           t.collective.mask == waiting.collective.mask;
  };
  size_t needed = 0, missing = 0;
  Thread *absent = nullptr;
  MutableArrayRef<Thread> all =
      barrier ? MutableArrayRef<Thread>(threads) : getWarp(waiting.warp);
  for (Thread &t : all) {
    if (!barrier && !(waiting.collective.mask >> t.lane & 1))
      continue;
    ++needed;
    if (arrivedToo(t))
      continue;
    ++missing;
    if (!absent)
      absent = &t;
  }
  StringRef what = barrier ? "barrier"
                   : waiting.collective.kind == Collective::Sync
                       ? "barrier of the warp"
                       : "shuffle or vote";
  Dim3 index = launch.block.at(absent->index);
  StringRef instead = absent->state == Thread::Ended ? "has ended"
                      : absent->state == Thread::AtBarrier
                          ? "waits at another barrier"
                          : "waits in another shuffle or vote";
  reportFailure(waiting.site,
                waiting.getName() + ": waits at a " + what + " that " +
                    Twine(missing) + " of " + Twine(needed) +
                    " threads don't reach; thread (" + Twine(index.x) + ", " +
                    Twine(index.y) + ", " + Twine(index.z) + ") " + instead);
}
