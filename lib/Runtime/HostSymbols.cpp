//===- HostSymbols.cpp - What compiled code finds here --------------------===//

#include "HostSymbols.h"
#include "RMSNorm/Artifact/Error.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>

extern "C" int omp_in_parallel();

using namespace mlir;

#if defined(__x86_64__)
// Conversions of f16 on CPUs that lack them. The compiler's support library has
// them, but as an archive: naming them here links them in.
extern "C" {
void __extendhfsf2();
void __truncsfhf2();
void __truncdfhf2();
}
#endif

namespace {
/// What the failing `cf.assert` says, between its calls of puts and abort, and
/// where the thread goes on after it.
struct Asserted {
  std::string message;
  std::jmp_buf *landing = nullptr;
};
} // namespace

static thread_local Asserted asserted;

static int putsOfAssert(const char *text) {
  asserted.message = text;
  return 0;
}

/// What an assert of upstream's runtime verification means to a user; other
/// asserts speak for themselves.
static std::string explain(StringRef text) {
  if (text.empty())
    return "the compiled function called abort";
  if (!text.starts_with("ERROR: Runtime op verification failed"))
    return text.str();
  StringRef reason = text.split("\n^ ").second.split('\n').first;
  StringRef place = text.rsplit("Location: ").second;
  return ("the sizes of the inputs don't fit together: " + reason + " at " +
          place)
      .str();
}

[[noreturn]] static void abortOfAssert() {
  // The other threads of a parallel region would wait for this one.
  if (asserted.landing && !omp_in_parallel())
    std::longjmp(*asserted.landing, 1);
  llvm::errs() << "error: " << rmsnorm::inOneLine(explain(asserted.message))
               << "\n";
  std::fflush(nullptr);
  std::_Exit(EXIT_FAILURE);
}

llvm::Error rmsnorm::catchAsserts(llvm::function_ref<void()> f) {
  std::jmp_buf landing;
  asserted.message.clear();
  asserted.landing = &landing;
  bool failed = setjmp(landing) != 0;
  if (!failed)
    f();
  asserted.landing = nullptr;
  return failed ? makeError(explain(asserted.message)) : llvm::Error::success();
}

template <typename F> static void *address(F *function) {
  return reinterpret_cast<void *>(function);
}

rmsnorm::HostSymbols rmsnorm::getConversions() {
#if defined(__x86_64__)
  return {{"__extendhfsf2", address(__extendhfsf2)},
          {"__truncsfhf2", address(__truncsfhf2)},
          {"__truncdfhf2", address(__truncdfhf2)}};
#else
  return {};
#endif
}

rmsnorm::HostSymbols rmsnorm::getAssertFunctions() {
  return {{"puts", address(putsOfAssert)}, {"abort", address(abortOfAssert)}};
}

llvm::sys::DynamicLibrary rmsnorm::getOwnLibrary() {
  Dl_info self;
  if (!dladdr(address(putsOfAssert), &self) || !self.dli_fname)
    return llvm::sys::DynamicLibrary();
  void *handle = dlopen(self.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
  return handle ? llvm::sys::DynamicLibrary(handle)
                : llvm::sys::DynamicLibrary();
}
