//===- CommandLine.cpp - What the tools say and are told ------------------===//

#include "CommandLine.h"
#include "RMSNorm/Artifact/Error.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

using namespace mlir;
using namespace mlir::rmsnorm;

int rmsnorm::reportError(llvm::Error error) {
  if (!error)
    return EXIT_SUCCESS;
  ErrorText text = describeError(std::move(error));
  if (!text.where.empty())
    llvm::errs() << text.where << ": ";
  llvm::errs() << "error: " << text.message << "\n";
  return EXIT_FAILURE;
}

/// Ends the process as any other error does.
[[noreturn]] static void fail(StringRef message) {
  llvm::errs() << "error: " << inOneLine(message) << "\n";
  std::_Exit(EXIT_FAILURE);
}

void rmsnorm::installCrashHandlers(bool printStack) {
  auto onFatalError = [](void *, const char *reason, bool) { fail(reason); };
  llvm::install_fatal_error_handler(onFatalError);
  llvm::install_bad_alloc_error_handler(
      [](void *, const char *, bool) { fail("not enough memory"); });
  // LLVM has removed temporary files by then. Nothing else can be trusted.
  static bool withStack = printStack;
  llvm::sys::AddSignalHandler(
      [](void *) {
        if (withStack)
          llvm::sys::PrintStackTrace(llvm::errs());
        fail("the compiler or the compiled function crashed: please report it "
             "with its input");
      },
      nullptr);
}

llvm::Error rmsnorm::checkOptions(ArrayRef<const TextOption *> options) {
  for (const TextOption *option : options) {
    StringRef name = option->ArgStr;
    if (option->getNumOccurrences() > 1)
      return makeError((name.size() == 1 ? "-" : "--") + name +
                       " is given twice: see --help");
  }
  return llvm::Error::success();
}

/// What LLVM would complain of on stderr, by itself and in words of its own, or
/// not at all: a value that is missing or empty, or one for an option that
/// takes none.
static llvm::Error checkValues(ArrayRef<char *> arguments) {
  auto &options = llvm::cl::getRegisteredOptions();
  for (auto [i, argument] : llvm::enumerate(arguments)) {
    auto [spelling, value] = StringRef(argument).split('=');
    auto option = options.find(spelling.ltrim('-'));
    if (!spelling.starts_with("-") || option == options.end())
      continue;
    bool isGiven = StringRef(argument).contains('=');
    auto expected = option->second->getValueExpectedFlag();
    if (isGiven && expected == llvm::cl::ValueDisallowed)
      return makeError(spelling + " takes no value: see --help");
    if (expected != llvm::cl::ValueRequired)
      continue;
    if (!isGiven && i + 1 == arguments.size())
      return makeError(spelling + " needs a value: see --help");
    if (isGiven ? value.empty() : StringRef(arguments[i + 1]).empty())
      return makeError(spelling + " is empty: give it a value or leave it out");
  }
  return llvm::Error::success();
}

llvm::Error rmsnorm::parseCommandLine(int argc, char **argv,
                                      llvm::cl::OptionCategory &category,
                                      StringRef overview) {
  llvm::cl::HideUnrelatedOptions(category);
  if (llvm::Error error = checkValues(ArrayRef(argv, argc).drop_front()))
    return error;
  std::string problems;
  llvm::raw_string_ostream os(problems);
  if (llvm::cl::ParseCommandLineOptions(argc, argv, overview, &os))
    return llvm::Error::success();
  os.flush();
  return makeError(StringRef(problems).split('\n').first);
}
