//===- Diagnostics.cpp - Errors and remarks to a callback -----------------===//

#include "Module.h"
#include "RMSNorm/Artifact/Error.h"

using namespace mlir;
using namespace mlir::rmsnorm;

static RMSNormSeverity severityOf(const Diagnostic &diagnostic) {
  switch (diagnostic.getSeverity()) {
  case DiagnosticSeverity::Error:
    return RMSNORM_ERROR;
  case DiagnosticSeverity::Warning:
    return RMSNORM_WARNING;
  case DiagnosticSeverity::Remark:
    return RMSNORM_REMARK;
  case DiagnosticSeverity::Note:
    return RMSNORM_NOTE;
  }
  llvm_unreachable("a severity of its own");
}

static void tell(RMSNormHandler handler, const Diagnostic &diagnostic) {
  if (!handler.callback)
    return;
  handler.callback(severityOf(diagnostic),
                   describePlace(diagnostic.getLocation()).c_str(),
                   diagnostic.str().c_str(), handler.userData);
}

ForwardDiagnostics::ForwardDiagnostics(MLIRContext *context,
                                       RMSNormHandler handler)
    : scope(context, [handler](Diagnostic &diagnostic) {
        tell(handler, diagnostic);
        for (Diagnostic &note : diagnostic.getNotes())
          tell(handler, note);
        return success();
      }) {}

RMSNormStatus rmsnorm::report(llvm::Error error, RMSNormHandler handler,
                              RMSNormStatus status) {
  if (!error)
    return RMSNORM_SUCCESS;
  ErrorText text = describeError(std::move(error));
  if (handler.callback)
    handler.callback(RMSNORM_ERROR, text.where.c_str(), text.message.c_str(),
                     handler.userData);
  return status;
}
