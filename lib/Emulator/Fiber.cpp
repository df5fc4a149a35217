//===- Fiber.cpp - A function that can pause ------------------------------===//

#include "Fiber.h"
#include "llvm/Support/ErrorHandling.h"
#include <sys/mman.h>

using namespace mlir::rmsnorm;
using namespace mlir::rmsnorm::emulator;
namespace context = boost::context::detail;

// A stack is only as large as what is used of it. The page below stays closed.
static constexpr size_t guardBytes = 4096;
static constexpr size_t stackBytes = 256 << 10;

Fiber::Fiber() {
  void *memory = mmap(nullptr, guardBytes + stackBytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED || mprotect(memory, guardBytes, PROT_NONE))
    llvm::reportFatalUsageError("not enough memory for the kernel's threads");
  stack = static_cast<char *>(memory) + guardBytes;
}

Fiber::~Fiber() { munmap(stack - guardBytes, guardBytes + stackBytes); }

void Fiber::run(context::transfer_t transfer) {
  auto *fiber = static_cast<Fiber *>(transfer.data);
  fiber->outside = transfer.fctx;
  fiber->function();
  fiber->pause();
}

void Fiber::start(llvm::function_ref<void()> newFunction) {
  function = newFunction;
  inside = context::make_fcontext(stack + stackBytes, stackBytes, run);
}

void Fiber::resume() { inside = context::jump_fcontext(inside, this).fctx; }

void Fiber::pause() { outside = context::jump_fcontext(outside, this).fctx; }

bool Fiber::onStack(const void *address) const {
  return address >= stack && address < stack + stackBytes;
}
