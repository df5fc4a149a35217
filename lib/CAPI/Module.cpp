//===- Module.cpp - Modules through C -------------------------------------===//

#include "Module.h"
#include "RMSNorm/Artifact/Compile.h"
#include "RMSNorm/Artifact/Error.h"
#include "RMSNorm/Artifact/Module.h"
#include "RMSNorm/Dialect/RMSNorm.h"
#include "RMSNorm/InitAll.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;
using namespace mlir::rmsnorm;

static std::shared_ptr<MLIRContext> createContext() {
  registerPassesOnce();
  DialectRegistry registry;
  registerAll(registry);
  auto context =
      std::make_shared<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  prepareContext(*context);
  return context;
}

/// A module in a context of its own.
static RMSNormModule *
read(llvm::function_ref<llvm::Expected<OwningOpRef<ModuleOp>>(MLIRContext &)>
         parse,
     RMSNormHandler handler) {
  auto result = std::make_unique<RMSNormModule>();
  result->context = createContext();
  ForwardDiagnostics forward(result->context.get(), handler);
  auto module = parse(*result->context);
  if (!module) {
    report(module.takeError(), handler);
    return nullptr;
  }
  result->module = std::move(*module);
  return result.release();
}

RMSNormModule *rmsnormModuleParse(const char *text, size_t size,
                                  const char *name, RMSNormHandler handler) {
  return read(
      [&](MLIRContext &context) {
        return parseModuleText({text, size}, name ? name : "module", context);
      },
      handler);
}

RMSNormModule *rmsnormModuleRead(const char *path, RMSNormHandler handler) {
  return read([&](MLIRContext &context) { return parseModule(path, context); },
              handler);
}

RMSNormModule *rmsnormModuleClone(const RMSNormModule *module) {
  std::string bytes;
  {
    std::lock_guard<std::recursive_mutex> turn(module->mutex);
    llvm::raw_string_ostream os(bytes);
    if (failed(writeBytecodeToFile(*module->module, os)))
      return nullptr;
  }
  return rmsnormModuleParse(bytes.data(), bytes.size(), nullptr, {});
}

void rmsnormModuleDestroy(RMSNormModule *module) { delete module; }

/// The pipeline of a module that `text` spells out.
static llvm::Expected<OpPassManager> parsePipeline(StringRef text) {
  std::string wrapped = text.trim().str();
  if (!StringRef(wrapped).starts_with("builtin.module("))
    wrapped = "builtin.module(" + wrapped + ")";
  std::string problem;
  llvm::raw_string_ostream os(problem);
  FailureOr<OpPassManager> pipeline = parsePassPipeline(wrapped, os);
  if (succeeded(pipeline))
    return std::move(*pipeline);
  // The rest shows the place once more, by a line of its own.
  StringRef reason = StringRef(problem).split("error: ").second;
  return makeError("bad pipeline '" + text + "': " + reason.split('\n').first);
}

RMSNormStatus rmsnormModuleRun(RMSNormModule *module, const char *pipeline,
                               RMSNormHandler handler) {
  std::lock_guard<std::recursive_mutex> turn(module->mutex);
  ForwardDiagnostics forward(module->context.get(), handler);
  auto passes = parsePipeline(pipeline);
  if (!passes)
    return report(passes.takeError(), handler);
  OwningOpRef<ModuleOp> changed = module->module.get().clone();
  if (llvm::Error error =
          runPasses(*changed, [&](OpPassManager &pm) { pm = *passes; }))
    return report(std::move(error), handler);
  module->module = std::move(changed);
  return RMSNORM_SUCCESS;
}

void rmsnormModulePrint(const RMSNormModule *module, RMSNormSink sink) {
  std::lock_guard<std::recursive_mutex> turn(module->mutex);
  std::string text;
  llvm::raw_string_ostream(text) << *module->module << "\n";
  sink.write(text.data(), text.size(), sink.userData);
}

void rmsnormModuleForEachNorm(const RMSNormModule *module,
                              void (*callback)(const char *where,
                                               const char *op, void *userData),
                              void *userData) {
  std::lock_guard<std::recursive_mutex> turn(module->mutex);
  (*module->module)->walk([&](NormOp op) {
    std::string text;
    llvm::raw_string_ostream(text) << op;
    callback(describePlace(op.getLoc()).c_str(), text.c_str(), userData);
  });
}

RMSNormStatus rmsnormModuleCompile(const RMSNormModule *module,
                                   const RMSNormCompileOptions *options,
                                   RMSNormSink sink, RMSNormHandler handler) {
  auto set = [](std::string &to, const char *from) {
    if (from)
      to = from;
  };
  CompileOptions compile;
  set(compile.target, options->target);
  set(compile.chip, options->chip);
  set(compile.machine.cpu, options->cpu);
  set(compile.machine.triple, options->triple);
  std::lock_guard<std::recursive_mutex> turn(module->mutex);
  ForwardDiagnostics forward(module->context.get(), handler);
  OwningOpRef<ModuleOp> copy = module->module.get().clone();
  auto artifact =
      compileModule(*copy, options->stage ? options->stage : "", compile);
  if (!artifact)
    return report(artifact.takeError(), handler);
  sink.write(artifact->data(), artifact->size(), sink.userData);
  return RMSNORM_SUCCESS;
}
