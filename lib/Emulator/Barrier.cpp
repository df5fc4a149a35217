//===- Barrier.cpp - All threads of a block meet --------------------------===//

#include "Block.h"
#include "Runtime.h"

using namespace mlir;
using namespace mlir::rmsnorm;
using namespace mlir::rmsnorm::emulator;

/// The instruction is of a whole warp: its lanes must be at the same one.
static void checkWarps(ThreadBlock &block) {
  for (Thread &thread : block.getThreads()) {
    Thread &first = block.getThreads()[thread.warp * warpSize];
    if (thread.site != first.site)
      thread.fail(thread.site,
                  "waits at another barrier than the first lane of its warp");
  }
}

void runtime::barrier(Thread *thread, uint32_t id, uint32_t site) {
  ThreadBlock &block = *thread->block;
  if (id >= ThreadBlock::numBarriers)
    thread->fail(site, "waits at barrier " + Twine(id) + ", but there are " +
                           Twine(ThreadBlock::numBarriers));
  thread->barrier = id;
  thread->site = site;
  if (++block.arrivedAt(id) < block.getThreads().size())
    return thread->wait(Thread::AtBarrier, site);

  checkWarps(block);
  block.arrivedAt(id) = 0;
  for (Thread &other : block.getThreads()) {
    other.clockAtBarrier = other.clock++;
    if (other.clock > maxClock)
      thread->fail(site, "synchronises too often to be emulated");
    if (&other != thread)
      block.makeReady(other);
  }
}
