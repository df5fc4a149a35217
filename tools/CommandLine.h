//===- CommandLine.h - Command lines whose errors are one line --*- C++ -*-===//

#ifndef RMSNORM_TOOLS_COMMANDLINE_H
#define RMSNORM_TOOLS_COMMANDLINE_H

#include "RMSNorm/Artifact/Error.h"
#include "RMSNorm/Artifact/Module.h"
#include "llvm/Support/CommandLine.h"

namespace mlir::rmsnorm {

/// An option for one value, which goes straight to where it is used.
using TextOption = llvm::cl::opt<std::string, /*ExternalStorage=*/true>;

/// What is wrong with `options`: given again, of which LLVM takes the last, or
/// given without a value.
inline llvm::Error checkOptions(ArrayRef<const TextOption *> options) {
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

/// Parses a tool's options, which are those of `category`; LLVM's own ones are
/// hidden. An error is reported as the tools report all errors.
inline llvm::Error parseCommandLine(int argc, char **argv,
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

} // namespace mlir::rmsnorm

#endif // RMSNORM_TOOLS_COMMANDLINE_H
