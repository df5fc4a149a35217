//===- Module.cpp - Reading a module and running passes on it -------------===//

#include "RMSNorm/Artifact/Module.h"
#include "RMSNorm/Artifact/Error.h"
#include "RMSNorm/Artifact/Files.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::rmsnorm;

void rmsnorm::prepareContext(MLIRContext &context) {
  // One module in one short process: threads cost more than they bring, and
  // would make the first error depend on luck.
  context.disableMultithreading();
  context.printOpOnDiagnostic(false);
}

static llvm::Expected<OwningOpRef<ModuleOp>>
parse(std::unique_ptr<llvm::MemoryBuffer> text, MLIRContext &context) {
  std::string name = text->getBufferIdentifier().str();
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(text), llvm::SMLoc());

  DiagnosticCollector diagnostics(&context);
  auto module = parseSourceFile<ModuleOp>(sources, &context);
  if (!module)
    return diagnostics.takeError(name + " is not an MLIR module");
  return module;
}

llvm::Expected<OwningOpRef<ModuleOp>>
rmsnorm::parseModuleText(StringRef text, StringRef name, MLIRContext &context) {
  return parse(llvm::MemoryBuffer::getMemBufferCopy(text, name), context);
}

llvm::Expected<OwningOpRef<ModuleOp>>
rmsnorm::parseModule(StringRef path, MLIRContext &context) {
  if (llvm::Error error = checkInput(path))
    return error;
  std::string problem;
  std::unique_ptr<llvm::MemoryBuffer> file = openInputFile(path, &problem);
  if (!file)
    return makeError(problem);
  return parse(std::move(file), context);
}

namespace {
/// Remembers the pass that failed, in case it does not say why.
struct FailedPass : PassInstrumentation {
  explicit FailedPass(std::string &name) : name(name) {}
  void runAfterPassFailed(Pass *pass, Operation *) override {
    if (name.empty())
      name = pass->getArgument().empty() ? pass->getName().str()
                                         : pass->getArgument().str();
  }
  std::string &name;
};
} // namespace

llvm::Error
rmsnorm::runPasses(ModuleOp module,
                   llvm::function_ref<void(OpPassManager &)> build) {
  DiagnosticCollector diagnostics(module.getContext());
  std::string failedPass;
  PassManager pm(module.getContext());
  pm.addInstrumentation(std::make_unique<FailedPass>(failedPass));
  build(pm);
  if (succeeded(pm.run(module)))
    return llvm::Error::success();
  return diagnostics.takeError("pass '" + failedPass +
                               "' can't compile this module");
}

llvm::Error rmsnorm::inlineCalls(ModuleOp module) {
  return runPasses(module, [](OpPassManager &pm) {
    pm.addPass(createInlinerPass());
    pm.addPass(createSymbolDCEPass());
  });
}

static bool isEntry(func::FuncOp func) {
  return func.isPublic() && !func.isExternal();
}

static Signature signatureOf(func::FuncOp func) {
  return {func.getName().str(), llvm::to_vector(func.getArgumentTypes()),
          llvm::to_vector(func.getResultTypes())};
}

SmallVector<Signature> rmsnorm::getSignatures(ModuleOp module) {
  SmallVector<Signature> signatures;
  for (func::FuncOp func : module.getOps<func::FuncOp>())
    if (isEntry(func))
      signatures.push_back(signatureOf(func));
  return signatures;
}

llvm::Expected<Signature> rmsnorm::getSignature(ModuleOp module,
                                                StringRef name) {
  if (auto func = module.lookupSymbol<func::FuncOp>(name);
      func && isEntry(func))
    return signatureOf(func);
  SmallVector<std::string> names;
  for (const Signature &signature : getSignatures(module))
    names.push_back("'" + signature.name + "'");
  if (names.empty())
    return makeError("the file has no public function with a body");
  return makeError("no public function '" + name + "': the file has " +
                   llvm::join(names, ", "));
}
