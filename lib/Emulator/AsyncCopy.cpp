//===- AsyncCopy.cpp - Copies to shared memory that take their time -------===//
//
// The bytes arrive as late as they may: when the thread waits for them. Until
// then nobody may access them, the thread itself included.
//
//===----------------------------------------------------------------------===//

#include "Block.h"
#include "Runtime.h"
#include <cstring>

using namespace mlir;
using namespace mlir::rmsnorm;
using namespace mlir::rmsnorm::emulator;

void runtime::asyncCopy(Thread *thread, char *to, char *from, uint32_t bytes,
                        uint32_t bytesRead, uint32_t site) {
  ThreadBlock &block = *thread->block;
  if (to < block.getShared() ||
      to >= block.getShared() + block.getSharedBytes())
    thread->fail(site, "copies (cp.async) to what is not shared memory");
  bytesRead = std::min(bytes, bytesRead);
  access(thread, from, bytesRead, Read, bytes, site);
  access(thread, to, bytes, Write | Pending, bytes, site);
  thread->copies.back().push_back({to, from, bytes, bytesRead, site});
}

static void finish(Thread *thread, const PendingCopy &copy) {
  ThreadBlock &block = *thread->block;
  Cell *cells = block.getSharedShadow().at(copy.to - block.getShared());
  for (uint32_t i = 0; i < copy.bytes; ++i)
    cells[i].write.pending = false;
  runtime::access(thread, copy.to, copy.bytes, Write, 1, copy.site);
  std::memcpy(copy.to, copy.from, copy.bytesRead);
  std::memset(copy.to + copy.bytesRead, 0, copy.bytes - copy.bytesRead);
}

void runtime::commitCopies(Thread *thread) { thread->copies.emplace_back(); }

void runtime::waitForCopies(Thread *thread, uint32_t groups) {
  // The open group is not one of those that are on their way.
  while (thread->copies.size() - 1 > groups) {
    for (const PendingCopy &copy : thread->copies.front())
      finish(thread, copy);
    thread->copies.erase(thread->copies.begin());
  }
}

void runtime::waitForAllCopies(Thread *thread) {
  commitCopies(thread);
  waitForCopies(thread, 0);
}
