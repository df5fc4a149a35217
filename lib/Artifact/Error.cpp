//===- Error.cpp - Errors as the tools print them -------------------------===//

#include "RMSNorm/Artifact/Error.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace {
/// A message that knows the place it is about.
class LocatedError : public llvm::ErrorInfo<LocatedError> {
public:
  static char ID;
  LocatedError(std::string where, std::string message)
      : where(std::move(where)), message(std::move(message)) {}

  StringRef getWhere() const { return where; }
  void log(raw_ostream &os) const override { os << message; }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }

private:
  std::string where, message;
};
} // namespace

char LocatedError::ID;

llvm::Error rmsnorm::makeError(const Twine &message) {
  return llvm::make_error<LocatedError>("", message.str());
}

llvm::Error rmsnorm::makeErrorAt(const Twine &where, const Twine &message) {
  return llvm::make_error<LocatedError>(where.str(), message.str());
}

llvm::Error rmsnorm::makeError(Location loc, const Twine &message) {
  return makeErrorAt(describePlace(loc), message);
}

std::string rmsnorm::describePlace(Location loc) {
  std::string where;
  if (auto file = loc->findInstanceOf<FileLineColLoc>()) {
    where = file.getFilename().str();
    // A module that no file spells out is at line 0.
    if (file.getLine() != 0)
      where +=
          (":" + Twine(file.getLine()) + ":" + Twine(file.getColumn())).str();
  }
  return where;
}

std::string rmsnorm::inOneLine(StringRef text) {
  SmallVector<StringRef> lines;
  text.split(lines, '\n', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef &line : lines)
    line = line.trim();
  return llvm::join(lines, " ");
}

rmsnorm::ErrorText rmsnorm::describeError(llvm::Error error) {
  ErrorText text;
  llvm::handleAllErrors(std::move(error), [&](const llvm::ErrorInfoBase &e) {
    if (text.where.empty() && e.isA<LocatedError>())
      text.where = inOneLine(static_cast<const LocatedError &>(e).getWhere());
    text.message += (text.message.empty() ? "" : " ") + inOneLine(e.message());
  });
  return text;
}

rmsnorm::DiagnosticCollector::DiagnosticCollector(MLIRContext *context)
    : handler(context, [this](Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
          return failure();
        if (!first)
          first.emplace(diagnostic.getLocation(), diagnostic.str());
        return success();
      }) {}

llvm::Error rmsnorm::DiagnosticCollector::takeError(const Twine &fallback) {
  if (!first)
    return makeError(fallback);
  return makeError(first->first, first->second);
}
