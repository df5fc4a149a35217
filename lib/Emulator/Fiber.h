//===- Fiber.h - A function that can pause ----------------------*- C++ -*-===//

#ifndef RMSNORM_LIB_EMULATOR_FIBER_H
#define RMSNORM_LIB_EMULATOR_FIBER_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include <boost/context/detail/fcontext.hpp>

namespace mlir::rmsnorm::emulator {

/// A stack of its own to run functions on, one after the other. The lower layer
/// of Boost.Context is used because a fiber that will never go on is just
/// dropped: Boost's own class would unwind it by an exception, which compiled
/// kernels know nothing of. So frames on a fiber that is dropped must own
/// nothing.
class Fiber {
public:
  Fiber();
  ~Fiber();
  Fiber(const Fiber &) = delete;
  Fiber &operator=(const Fiber &) = delete;

  /// Makes the next `resume` call `function`, which must live until it ends.
  void start(llvm::function_ref<void()> function);

  /// Goes on with the function until it pauses or ends.
  void resume();

  /// From inside the function: goes back to who resumed it.
  void pause();

  bool onStack(const void *address) const;

private:
  static void run(boost::context::detail::transfer_t transfer);

  char *stack = nullptr;
  const void *outsideStack = nullptr;
  size_t outsideBytes = 0;
  llvm::function_ref<void()> function;
  boost::context::detail::fcontext_t inside = nullptr, outside = nullptr;
};

} // namespace mlir::rmsnorm::emulator

#endif // RMSNORM_LIB_EMULATOR_FIBER_H
