//===- rmsnorm-opt.cpp - mlir-opt with the rmsnorm dialect ----------------===//

#include "../CommandLine.h"
#include "RMSNorm/InitAll.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::rmsnorm::installCrashHandlers(/*printStack=*/true);
  mlir::registerAllPasses();
  mlir::rmsnorm::registerPasses();
  mlir::DialectRegistry registry;
  mlir::rmsnorm::registerAll(registry);
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "rmsnorm optimizer driver\n", registry));
}
