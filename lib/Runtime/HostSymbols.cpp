//===- HostSymbols.cpp - What compiled code finds here --------------------===//

#include "HostSymbols.h"
#include "RMSNorm/Artifact/Error.h"
#include "llvm/ADT/StringExtras.h"
#include <cstdio>
#include <cstdlib>

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

/// What the failing `cf.assert` says, between its calls of puts and abort.
static std::string &assertMessage() {
  static std::string message;
  return message;
}

static int putsOfAssert(const char *text) {
  assertMessage() = text;
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
  rmsnorm::reportError(rmsnorm::makeError(explain(assertMessage())));
  std::fflush(nullptr);
  std::_Exit(EXIT_FAILURE);
}

SmallVector<std::pair<StringRef, void *>> rmsnorm::getHostSymbols() {
  auto address = [](auto *function) {
    return reinterpret_cast<void *>(function);
  };
  return {
#if defined(__x86_64__)
      {"__extendhfsf2", address(__extendhfsf2)},
      {"__truncsfhf2", address(__truncsfhf2)},
      {"__truncdfhf2", address(__truncdfhf2)},
#endif
      {"puts", address(putsOfAssert)},
      {"abort", address(abortOfAssert)},
  };
}
