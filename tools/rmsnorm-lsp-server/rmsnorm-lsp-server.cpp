//===- rmsnorm-lsp-server.cpp - The dialects in an editor -----------------===//

#include "RMSNorm/InitAll.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::rmsnorm::registerAll(registry);
  return mlir::failed(mlir::MlirLspServerMain(argc, argv, registry));
}
