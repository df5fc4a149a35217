//===- Assert.cpp - Assertions in kernels ---------------------------------===//

#include "Block.h"
#include "Runtime.h"

using namespace mlir;
using namespace mlir::rmsnorm;
using namespace mlir::rmsnorm::emulator;

void emulator::failAssertion(const char *message, const char *file,
                             uint32_t line, const char *, uint64_t) {
  Thread &thread = ThreadBlock::current();
  thread.fail(/*atSite=*/0, "assertion failed: " + Twine(message) + " (" +
                                file + ":" + Twine(line) + ")");
}
