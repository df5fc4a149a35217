//===- Module.h - What is behind the C types --------------------*- C++ -*-===//

#ifndef RMSNORM_LIB_CAPI_MODULE_H
#define RMSNORM_LIB_CAPI_MODULE_H

#include "RMSNorm-c/Module.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/Error.h"
#include <mutex>

struct RMSNormModule {
  /// Shared with the functions that are compiled from the module: their types
  /// live in it.
  std::shared_ptr<mlir::MLIRContext> context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  /// Held by whoever uses the context, which is made for one thread at a time.
  /// A callback may come back to the module that called it.
  mutable std::recursive_mutex mutex;
};

namespace mlir::rmsnorm {

/// Registers all passes and pipelines, once in the life of the process.
void registerPassesOnce();

/// Passes `error`, if it is one, to the handler. Returns `status`, or success.
RMSNormStatus report(llvm::Error error, RMSNormHandler handler,
                     RMSNormStatus status = RMSNORM_FAILURE);

/// Passes what a context reports on the way to the handler.
class ForwardDiagnostics {
public:
  ForwardDiagnostics(MLIRContext *context, RMSNormHandler handler);

private:
  ScopedDiagnosticHandler scope;
};

} // namespace mlir::rmsnorm

#endif // RMSNORM_LIB_CAPI_MODULE_H
