//===- Access.cpp - Checks of an access to memory -------------------------===//

#include "Block.h"
#include "Runtime.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::rmsnorm;
using namespace mlir::rmsnorm::emulator;

namespace {
/// One access, and the words for it.
struct Check {
  Thread &thread;
  char *address;
  uint64_t bytes;
  uint32_t kind, site;

  ThreadBlock &block() { return *thread.block; }
  bool isWrite() const { return kind & Write; }
  std::string describe(const Twine &memory) {
    return ((isWrite() ? "writes " : "reads ") + Twine(bytes) + " bytes of " +
            memory)
        .str();
  }

  bool isOrdered(Stamp before);
  [[noreturn]] void race(Stamp other, bool otherWrites, const Twine &memory,
                         uint64_t offset);
  void stamp(Cell *cells, bool mustBeWritten, const Twine &memory,
             uint64_t offset);
  void checkShared();
  void checkGlobal();
};
} // namespace

/// Whether `before` happened before this access whatever the order of threads.
bool Check::isOrdered(Stamp before) {
  if (before.block != block().getNumber() + 1 || before.severalBlocks)
    return false;
  Thread &other = block().getThreads()[before.thread];
  if (before.clock <= other.clockAtBarrier)
    return true;
  if (before.severalThreads)
    return false;
  if (&other == &thread)
    return true;
  return other.warp == thread.warp && thread.seen[other.lane] >= before.clock;
}

void Check::race(Stamp other, bool otherWrites, const Twine &memory,
                 uint64_t offset) {
  Dim3 b = block().getLaunch().grid.at(other.block - 1);
  Dim3 t = block().getLaunch().block.at(other.thread);
  bool sameBlock = other.block == block().getNumber() + 1;
  StringRef order = other.pending ? "and has not waited for"
                    : sameBlock   ? "with no barrier between"
                                  : "and no barrier orders blocks";
  thread.fail(site, llvm::formatv("race: {0} at offset {1}, which block ({2}, "
                                  "{3}, {4}), thread ({5}, {6}, {7}) {8}, {9}",
                                  describe(memory), offset, b.x, b.y, b.z, t.x,
                                  t.y, t.z,
                                  other.pending ? "copies (cp.async)"
                                  : otherWrites ? "writes"
                                                : "reads",
                                  order)
                        .str());
}

/// Compares with who accessed the same bytes before, and leaves a stamp.
void Check::stamp(Cell *cells, bool mustBeWritten, const Twine &memory,
                  uint64_t offset) {
  Stamp mine{};
  mine.block = block().getNumber() + 1;
  mine.clock = thread.clock;
  mine.thread = thread.index;
  mine.atomic = (kind & Atomic) != 0;
  mine.pending = (kind & Pending) != 0;
  for (uint64_t i = 0; i < bytes; ++i) {
    Cell &cell = cells[i];
    auto conflicts = [&](Stamp other) {
      return other.block && !(mine.atomic && other.atomic) &&
             (other.pending || !isOrdered(other));
    };
    if (conflicts(cell.write))
      race(cell.write, /*otherWrites=*/true, memory, offset + i);
    if (isWrite()) {
      if (conflicts(cell.read))
        race(cell.read, /*otherWrites=*/false, memory, offset + i);
      cell.write = mine;
      continue;
    }
    if (mustBeWritten && !cell.write.block)
      thread.fail(site, describe(memory) + " at offset " + Twine(offset + i) +
                            ", which nobody has written");
    Stamp reader = mine;
    if (cell.read.block && !isOrdered(cell.read)) {
      reader.severalThreads = true;
      reader.severalBlocks =
          cell.read.severalBlocks || cell.read.block != mine.block;
    }
    cell.read = reader;
  }
}

void Check::checkShared() {
  uint64_t offset = address - block().getShared();
  const SharedVariable *near = nullptr;
  for (const SharedVariable &variable :
       block().getLaunch().kernel.module->shared) {
    if (variable.offset > offset)
      continue;
    uint64_t size =
        variable.dynamic ? block().getLaunch().dynamicShared : variable.bytes;
    uint64_t inside = offset - variable.offset;
    if (inside < size && bytes <= size - inside)
      return stamp(block().getSharedShadow().at(offset),
                   /*mustBeWritten=*/true,
                   "shared memory '" + variable.name + "'", inside);
    near = &variable;
  }
  uint64_t size =
      near->dynamic ? block().getLaunch().dynamicShared : near->bytes;
  thread.fail(
      site, "out of bounds: " + describe("shared memory '" + near->name + "'") +
                " at offset " + Twine(offset - near->offset) + ", but it has " +
                Twine(size));
}

void Check::checkGlobal() {
  Memory &memory = block().getLaunch().device.getMemory();
  Allocation *allocation = memory.find(address);
  if (!allocation)
    thread.fail(site,
                "out of bounds: " +
                    describe("memory that is not the device's, at address 0x" +
                             llvm::utohexstr(uint64_t(address))));
  int64_t offset = address - allocation->begin;
  if (!allocation->contains(address, bytes))
    thread.fail(site, "out of bounds: " + describe("device memory") +
                          " at offset " + Twine(offset) +
                          " of an allocation of " + Twine(allocation->bytes));
  stamp(allocation->shadow->at(offset), /*mustBeWritten=*/false,
        "device memory", offset);
}

void runtime::access(Thread *thread, char *address, uint64_t bytes,
                     uint32_t kind, uint64_t alignment, uint32_t site) {
  if (!bytes)
    return;
  Check check{*thread, address, bytes, kind, site};
  if (reinterpret_cast<uint64_t>(address) % alignment)
    thread->fail(site, "misaligned: " +
                           check.describe("memory at address 0x" +
                                          llvm::utohexstr(uint64_t(address))) +
                           ", which must be a multiple of " + Twine(alignment));
  ThreadBlock &block = *thread->block;
  if (address >= block.getShared() &&
      address < block.getShared() + block.getSharedBytes())
    check.checkShared();
  else if (!thread->fiber.onStack(address))
    check.checkGlobal();
}
