//===- Dialect.cpp - The dialect for programs on MLIR's C API -------------===//

#include "RMSNorm-c/Dialect.h"
#include "Module.h"
#include "RMSNorm/Dialect/RMSNorm.h"
#include "RMSNorm/InitAll.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Registration.h"
#include "mlir/InitAllPasses.h"
#include <mutex>

using namespace mlir;

static void insertDialect(MlirDialectRegistry registry) {
  rmsnorm::registerDialect(*unwrap(registry));
}

static MlirDialect loadDialect(MlirContext context) {
  DialectRegistry registry;
  rmsnorm::registerDialect(registry);
  unwrap(context)->appendDialectRegistry(registry);
  return wrap(unwrap(context)->getOrLoadDialect<rmsnorm::RMSNormDialect>());
}

static MlirStringRef getNamespace() {
  return wrap(rmsnorm::RMSNormDialect::getDialectNamespace());
}

// Not MLIR_DEFINE_CAPI_DIALECT_REGISTRATION, which would leave out how the
// dialect is bufferised.
MlirDialectHandle mlirGetDialectHandle__rmsnorm__() {
  static const MlirDialectRegistrationHooks hooks = {insertDialect, loadDialect,
                                                     getNamespace};
  return {&hooks};
}

void rmsnorm::registerPassesOnce() {
  static std::once_flag once;
  std::call_once(once, [] {
    registerAllPasses();
    registerPasses();
  });
}

void rmsnormRegisterPasses() { rmsnorm::registerPassesOnce(); }

void rmsnormRegisterAll(MlirDialectRegistry registry) {
  rmsnorm::registerAll(*unwrap(registry));
}

MlirModule rmsnormModuleGet(RMSNormModule *module) {
  return wrap(*module->module);
}
