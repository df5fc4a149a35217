//===- rmsnorm-opt.cpp - mlir-opt with the rmsnorm dialect ----------------===//

#include "../CommandLine.h"
#include "RMSNorm/Artifact/Error.h"
#include "RMSNorm/InitAll.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;

int main(int argc, char **argv) {
  rmsnorm::installCrashHandlers(/*printStack=*/true);
  registerAllPasses();
  rmsnorm::registerPasses();
  DialectRegistry registry;
  rmsnorm::registerAll(registry);
  auto [input, output] = registerAndParseCLIOptions(
      argc, argv, "rmsnorm optimizer driver\n", registry);
  auto config = MlirOptMainConfig::createFromCLOptions();
  if (config.shouldShowDialects() || config.shouldListPasses())
    return asMainReturnCode(MlirOptMain(argc, argv, input, output, registry));

  // mlir-opt does not say that a file that can't be opened is an error.
  llvm::InitLLVM handlers(argc, argv);
  std::string problem;
  std::unique_ptr<llvm::MemoryBuffer> file = openInputFile(input, &problem);
  if (!file)
    return rmsnorm::reportError(rmsnorm::makeError(problem));
  std::unique_ptr<llvm::ToolOutputFile> result =
      openOutputFile(output, &problem);
  if (!result)
    return rmsnorm::reportError(rmsnorm::makeError(problem));
  if (failed(MlirOptMain(result->os(), std::move(file), registry, config)))
    return EXIT_FAILURE;
  result->keep();
  return EXIT_SUCCESS;
}
