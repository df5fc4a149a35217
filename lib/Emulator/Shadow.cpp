//===- Shadow.cpp - Who accessed memory last ------------------------------===//

#include "Shadow.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>
#include <sys/mman.h>

using namespace mlir::rmsnorm;
using namespace mlir::rmsnorm::emulator;

Shadow::Shadow(uint64_t bytes)
    : size(std::max<uint64_t>(bytes, 1) * sizeof(Cell)) {
  void *memory = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    llvm::reportFatalUsageError("not enough memory to watch the kernels'");
  cells = static_cast<Cell *>(memory);
}

Shadow::~Shadow() { munmap(cells, size); }

void Shadow::clear() {
  // The system gives zeros again for pages that are given back.
  if (used)
    madvise(cells, size, MADV_DONTNEED);
  used = false;
}
