//===- CommandLine.cpp - What the tools say and are told ------------------===//

#include "CommandLine.h"
#include "RMSNorm/Artifact/Error.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

using namespace mlir;

int rmsnorm::reportError(llvm::Error error) {
  if (!error)
    return EXIT_SUCCESS;
  ErrorText text = describeError(std::move(error));
  if (!text.where.empty())
    llvm::errs() << text.where << ": ";
  llvm::errs() << "error: " << text.message << "\n";
  return EXIT_FAILURE;
}

void rmsnorm::installCrashHandlers() {
  llvm::install_fatal_error_handler([](void *, const char *reason, bool) {
    llvm::errs() << "error: " << inOneLine(reason) << "\n";
    std::_Exit(EXIT_FAILURE);
  });
  // LLVM has removed temporary files by then. Nothing else can be trusted.
  llvm::sys::AddSignalHandler(
      [](void *) {
        llvm::errs() << "error: the compiler or the compiled function crashed: "
                        "please report it with its input\n";
        std::_Exit(EXIT_FAILURE);
      },
      nullptr);
}

llvm::Error rmsnorm::checkOptions(ArrayRef<const TextOption *> options) {
  for (const TextOption *option : options) {
    StringRef name = option->ArgStr;
    std::string spelling = (name.size() == 1 ? "-" : "--") + name.str();
    if (option->getNumOccurrences() > 1)
      return makeError(spelling + " is given twice: see --help");
    if (option->getNumOccurrences() == 1 && option->getValue().empty())
      return makeError(spelling + " is empty: give it a value or leave it out");
  }
  return llvm::Error::success();
}

llvm::Error rmsnorm::parseCommandLine(int argc, char **argv,
                                      llvm::cl::OptionCategory &category,
                                      StringRef overview) {
  llvm::cl::HideUnrelatedOptions(category);
  std::string problems;
  llvm::raw_string_ostream os(problems);
  if (llvm::cl::ParseCommandLineOptions(argc, argv, overview, &os))
    return llvm::Error::success();
  os.flush();
  // Of values that an option can't have, LLVM speaks on stderr by itself.
  return makeError(problems.empty() ? "bad command line: see --help"
                                    : StringRef(problems).split('\n').first);
}
