//===- Fiber.cpp - A function that can pause ------------------------------===//

#include "Fiber.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/ErrorHandling.h"
#include <sys/mman.h>

using namespace mlir::rmsnorm;
using namespace mlir::rmsnorm::emulator;
namespace context = boost::context::detail;

// A stack is only as large as what is used of it. The page below stays closed.
static constexpr size_t guardBytes = 4096;
static constexpr size_t stackBytes = 256 << 10;

// AddressSanitizer has to know which stack a thread is on.
#if LLVM_ADDRESS_SANITIZER_BUILD
#include <sanitizer/common_interface_defs.h>
#else
static void __sanitizer_start_switch_fiber(void **, const void *, size_t) {}
static void __sanitizer_finish_switch_fiber(void *, const void **, size_t *) {}
#endif

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
  __sanitizer_finish_switch_fiber(nullptr, &fiber->outsideStack,
                                  &fiber->outsideBytes);
  fiber->outside = transfer.fctx;
  fiber->function();
  fiber->pause();
}

void Fiber::start(llvm::function_ref<void()> newFunction) {
  function = newFunction;
  inside = context::make_fcontext(stack + stackBytes, stackBytes, run);
}

void Fiber::resume() {
  void *state = nullptr;
  __sanitizer_start_switch_fiber(&state, stack, stackBytes);
  inside = context::jump_fcontext(inside, this).fctx;
  __sanitizer_finish_switch_fiber(state, nullptr, nullptr);
}

void Fiber::pause() {
  void *state = nullptr;
  __sanitizer_start_switch_fiber(&state, outsideStack, outsideBytes);
  outside = context::jump_fcontext(outside, this).fctx;
  __sanitizer_finish_switch_fiber(state, &outsideStack, &outsideBytes);
}

bool Fiber::onStack(const void *address) const {
  return address >= stack && address < stack + stackBytes;
}
