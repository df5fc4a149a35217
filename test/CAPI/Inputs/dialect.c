/* A program on MLIR's C API takes the dialect from its handle. */
#include "RMSNorm-c/Dialect.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/IR.h"
#include "mlir-c/Pass.h"
#include <stdio.h>

static void print(MlirStringRef text, void *userData) {
  (void)userData;
  printf("%.*s", (int)text.length, text.data);
}

int main(void) {
  MlirDialectHandle handle = mlirGetDialectHandle__rmsnorm__();
  print(mlirDialectHandleGetNamespace(handle), NULL);
  printf("\n");

  /* The dialect alone. */
  MlirContext context = mlirContextCreate();
  mlirDialectHandleRegisterDialect(handle, context);
  MlirDialect dialect = mlirDialectHandleLoadDialect(handle, context);
  MlirAttribute attribute = mlirAttributeParseGet(
      context,
      mlirStringRefCreateFromCString("#rmsnorm.rounding<before_weight>"));
  printf("%d %d\n", !mlirDialectIsNull(dialect),
         !mlirAttributeIsNull(attribute));
  mlirContextDestroy(context);

  /* Everything, and a module that this program and the library share. */
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  rmsnormRegisterAll(registry);
  context = mlirContextCreateWithRegistry(registry, false);
  mlirDialectRegistryDestroy(registry);
  rmsnormRegisterPasses();
  MlirPassManager passes = mlirPassManagerCreate(context);
  MlirLogicalResult parsed = mlirParsePassPipeline(
      mlirPassManagerGetAsOpPassManager(passes),
      mlirStringRefCreateFromCString("builtin.module(rmsnorm-raise)"), print,
      NULL);
  printf("%d\n", mlirLogicalResultIsSuccess(parsed));
  mlirPassManagerDestroy(passes);
  mlirContextDestroy(context);

  RMSNormHandler silent = {NULL, NULL};
  RMSNormModule *module =
      rmsnormModuleParse("func.func private @f()", 22, NULL, silent);
  mlirOperationPrint(mlirModuleGetOperation(rmsnormModuleGet(module)), print,
                     NULL);
  rmsnormModuleDestroy(module);
  return 0;
}
