//===- rmsnorm-compile.cpp - Compiles ahead of time -----------------------===//

#include "../CommandLine.h"
#include "RMSNorm/Artifact/Compile.h"
#include "RMSNorm/Artifact/Error.h"
#include "RMSNorm/Artifact/Module.h"
#include "RMSNorm/InitAll.h"
#include "mlir/IR/DialectRegistry.h"

using namespace mlir;
namespace cl = llvm::cl;

int main(int argc, char **argv) {
  rmsnorm::installCrashHandlers();
  rmsnorm::CompileOptions options;
  cl::OptionCategory category("rmsnorm-compile options");
  rmsnorm::TextOption file(cl::Positional, cl::desc("FILE"),
                           cl::location(options.input), cl::cat(category));
  rmsnorm::TextOption output(
      "o", cl::value_desc("NAME.EXT"),
      cl::desc(
          "Where to; the extension is the stage: .mlir, .ll, .o, .so (with "
          "NAME.h), .ptx, .cubin, .fatbin"),
      cl::location(options.output), cl::cat(category));
  rmsnorm::TextOption target("target", cl::desc("cpu (default) or cuda"),
                             cl::location(options.target), cl::cat(category));
  rmsnorm::TextOption chip(
      "chip",
      cl::desc("The GPU for cuda, for .so and .fatbin one or more: sm_80,sm_90 "
               "(default sm_90; of those sm_80, sm_90 and sm_100)"),
      cl::location(options.chip), cl::cat(category));
  rmsnorm::TextOption cpu(
      "cpu", cl::desc("The CPU, as LLVM names it (default native)"),
      cl::location(options.machine.cpu), cl::cat(category));
  rmsnorm::TextOption triple(
      "triple", cl::desc("The LLVM triple for cpu (default this machine's)"),
      cl::location(options.machine.triple), cl::cat(category));
  if (llvm::Error error = rmsnorm::parseCommandLine(
          argc, argv, category, "Compiles functions of tensors\n"))
    return rmsnorm::reportError(std::move(error));
  if (llvm::Error error =
          rmsnorm::checkOptions({&output, &target, &chip, &cpu, &triple}))
    return rmsnorm::reportError(std::move(error));
  if (options.input.empty() || options.output.empty())
    return rmsnorm::reportError(rmsnorm::makeError(
        "give a FILE to compile and -o NAME.EXT: see --help"));

  DialectRegistry registry;
  rmsnorm::registerAll(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  rmsnorm::prepareContext(context);
  return rmsnorm::reportError(rmsnorm::compileFile(options, context));
}
