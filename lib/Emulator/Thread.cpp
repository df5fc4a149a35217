//===- Thread.cpp - A thread of the GPU -----------------------------------===//

#include "Thread.h"
#include "Block.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::rmsnorm;
using namespace mlir::rmsnorm::emulator;

void Thread::wait(State reason, uint32_t atSite) {
  state = reason;
  site = atSite;
  fiber.pause();
}

void Thread::fail(uint32_t atSite, const Twine &what) {
  block->reportFailure(atSite, getName() + ": " + what);
  fiber.pause();
  llvm_unreachable("a failed thread goes on");
}

std::string Thread::getName() const {
  Dim3 b = block->getIndex();
  Dim3 t = block->getLaunch().block.at(index);
  return llvm::formatv(
      "kernel '{0}', block ({1}, {2}, {3}), thread ({4}, {5}, {6})",
      block->getLaunch().kernel.name, b.x, b.y, b.z, t.x, t.y, t.z);
}
