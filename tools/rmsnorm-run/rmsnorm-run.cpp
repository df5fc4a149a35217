//===- rmsnorm-run.cpp - Runs a function on .npy files --------------------===//

#include "../CommandLine.h"
#include "RMSNorm/Artifact/Error.h"
#include "RMSNorm/Artifact/Module.h"
#include "RMSNorm/InitAll.h"
#include "RMSNorm/Runtime/Run.h"
#include "mlir/IR/DialectRegistry.h"

using namespace mlir;
namespace cl = llvm::cl;

int main(int argc, char **argv) {
  rmsnorm::installCrashHandlers();
  rmsnorm::RunOptions options;
  cl::OptionCategory category("rmsnorm-run options");
  rmsnorm::TextOption file(cl::Positional, cl::desc("FILE"),
                           cl::location(options.file), cl::cat(category));
  rmsnorm::TextOption entry("entry",
                            cl::desc("The function to run (default main)"),
                            cl::location(options.entry), cl::cat(category));
  rmsnorm::TextOption target("target",
                             cl::desc("cpu (default), cuda or cuda-emulated"),
                             cl::location(options.target), cl::cat(category));
  cl::list<std::string, std::vector<std::string>> inputs(
      "input", cl::desc("A .npy file for each argument, in order"),
      cl::location(options.inputs), cl::cat(category));
  cl::list<std::string, std::vector<std::string>> outputs(
      "output",
      cl::desc("A .npy file for each result; without any they are printed"),
      cl::location(options.outputs), cl::cat(category));
  cl::opt<bool, true> benchmark(
      "benchmark",
      cl::desc("Print the time of a call, GB/s, and the ratio to a copy of as "
               "many bytes"),
      cl::location(options.benchmark), cl::ValueDisallowed, cl::cat(category));
  if (llvm::Error error = rmsnorm::parseCommandLine(
          argc, argv, category, "Runs a function of tensors\n"))
    return rmsnorm::reportError(std::move(error));
  if (llvm::Error error = rmsnorm::checkOptions({&entry, &target}))
    return rmsnorm::reportError(std::move(error));
  if (options.file.empty())
    return rmsnorm::reportError(
        rmsnorm::makeError("no FILE to run: see --help"));

  DialectRegistry registry;
  rmsnorm::registerAll(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  rmsnorm::prepareContext(context);
  return rmsnorm::reportError(rmsnorm::runFile(options, context, llvm::outs()));
}
