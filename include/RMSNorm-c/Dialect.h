//===- Dialect.h - The dialect for programs on MLIR's C API -------*- C -*-===//

#ifndef RMSNORM_C_DIALECT_H
#define RMSNORM_C_DIALECT_H

#include "RMSNorm-c/Module.h"
#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// `mlirGetDialectHandle__rmsnorm__`.
MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(RMSNorm, rmsnorm);

/// Registers the passes and pipelines of this project and of MLIR. Calls after
/// the first do nothing.
RMSNORM_CAPI void rmsnormRegisterPasses(void);

/// Registers every dialect of MLIR and of this project, with their extensions
/// and translations.
RMSNORM_CAPI void rmsnormRegisterAll(MlirDialectRegistry registry);

/// The module, which `module` still owns.
RMSNORM_CAPI MlirModule rmsnormModuleGet(RMSNormModule *module);

#ifdef __cplusplus
}
#endif

#endif // RMSNORM_C_DIALECT_H
