//===- Codegen.cpp - From the LLVM dialect to an object -------------------===//

#include "RMSNorm/Artifact/Codegen.h"
#include "RMSNorm/Artifact/Error.h"
#include "SeparateLoops.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Analysis/CGSCCPassManager.h"
#include "llvm/Analysis/LoopAnalysisManager.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/IPO/Internalize.h"

using namespace mlir;

llvm::Expected<std::unique_ptr<llvm::Module>>
rmsnorm::translateModule(ModuleOp module, ArrayRef<Signature> exported,
                         llvm::LLVMContext &context,
                         llvm::TargetMachine &machine) {
  DiagnosticCollector diagnostics(module.getContext());
  std::unique_ptr<llvm::Module> translated =
      translateModuleToLLVMIR(module, context, "rmsnorm");
  if (!translated)
    return diagnostics.takeError("the module can't be translated to LLVM IR");
  translated->setTargetTriple(machine.getTargetTriple());
  translated->setDataLayout(machine.createDataLayout());

  llvm::StringSet<> symbols;
  for (const Signature &signature : exported)
    symbols.insert(signature.getSymbol());
  llvm::internalizeModule(*translated, [&](const llvm::GlobalValue &value) {
    return symbols.contains(value.getName());
  });
  return translated;
}

void rmsnorm::optimiseModule(llvm::Module &module,
                             llvm::TargetMachine &machine) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(&machine);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  llvm::ModulePassManager passes;
  passes.addPass(SeparateLoopsPass());
  passes.addPass(
      builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O3));
  passes.run(module, modules);
}

llvm::Error rmsnorm::emitObject(llvm::Module &module,
                                llvm::TargetMachine &machine,
                                llvm::raw_pwrite_stream &os) {
  llvm::legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, os, nullptr,
                                  llvm::CodeGenFileType::ObjectFile))
    return makeError("LLVM can't write objects for " +
                     machine.getTargetTriple().str());
  passes.run(module);
  return llvm::Error::success();
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
rmsnorm::emitObject(llvm::Module &module, llvm::TargetMachine &machine) {
  SmallVector<char, 0> object;
  llvm::raw_svector_ostream os(object);
  if (llvm::Error error = emitObject(module, machine, os))
    return error;
  return std::make_unique<llvm::SmallVectorMemoryBuffer>(
      std::move(object), /*RequiresNullTerminator=*/false);
}
