//===- RMSNormPlugin.cpp - The dialect and passes for a stock mlir-opt ----===//

#include "RMSNorm/Dialect/RMSNorm.h"
#include "RMSNorm/InitAll.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "llvm/Config/llvm-config.h"
#include <cstdio>
#include <dlfcn.h>

using namespace mlir;

/// Whether the program that loads this has the LLVM that this was built with;
/// with another one the first call across would crash. Its own comes first in
/// the search, whatever this library brought along.
static bool fitsHost() {
  auto getVersion =
      reinterpret_cast<void (*)(unsigned *, unsigned *, unsigned *)>(
          dlsym(RTLD_DEFAULT, "LLVMGetVersion"));
  unsigned major = 0, minor = 0, patch = 0;
  if (getVersion)
    getVersion(&major, &minor, &patch);
  if (major == LLVM_VERSION_MAJOR && minor == LLVM_VERSION_MINOR)
    return true;
  std::fprintf(
      stderr,
      "error: RMSNormPlugin is built with LLVM %d.%d, but this program "
      "has LLVM %u.%u: build the plugin with that\n",
      LLVM_VERSION_MAJOR, LLVM_VERSION_MINOR, major, minor);
  return false;
}

/// The version of the interface; for a host that does not fit, one that it
/// refuses.
static uint32_t getInterfaceVersion() {
  return fitsHost() ? MLIR_PLUGIN_API_VERSION : 0;
}

extern "C" LLVM_ATTRIBUTE_WEAK DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {
      getInterfaceVersion(), "RMSNorm", RMSNORM_VERSION,
      [](DialectRegistry *registry) { rmsnorm::registerDialect(*registry); }};
}

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {getInterfaceVersion(), "RMSNorm", RMSNORM_VERSION,
          [] { rmsnorm::registerPasses(); }};
}
