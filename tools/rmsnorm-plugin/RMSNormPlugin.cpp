//===- RMSNormPlugin.cpp - The dialect and passes for a stock mlir-opt ----===//

#include "RMSNorm/Dialect/RMSNorm.h"
#include "RMSNorm/InitAll.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

using namespace mlir;

extern "C" LLVM_ATTRIBUTE_WEAK DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {
      MLIR_PLUGIN_API_VERSION, "RMSNorm", RMSNORM_VERSION,
      [](DialectRegistry *registry) { rmsnorm::registerDialect(*registry); }};
}

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "RMSNorm", RMSNORM_VERSION,
          [] { rmsnorm::registerPasses(); }};
}
