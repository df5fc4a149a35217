//===- SeparateLoops.cpp - Whole models in many functions -----------------===//

#include "SeparateLoops.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/CodeExtractor.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

using namespace llvm;

/// How many outermost loops may stay in one function. A norm has a few, two
/// layers of a transformer about a hundred.
static constexpr size_t maxLoops = 64;

static void separateLoops(Function &function, FunctionAnalysisManager &fam) {
  if (fam.getResult<LoopAnalysis>(function).getTopLevelLoops().size() <=
      maxLoops)
    return;
  fam.invalidate(function, LoopSimplifyPass().run(function, fam));
  auto &dominators = fam.getResult<DominatorTreeAnalysis>(function);
  auto &assumptions = fam.getResult<AssumptionAnalysis>(function);
  // The loops as blocks: the analysis doesn't outlive the first that is cut
  // out.
  SmallVector<SmallVector<BasicBlock *>> bodies;
  for (Loop *loop : fam.getResult<LoopAnalysis>(function).getTopLevelLoops())
    if (loop->isLoopSimplifyForm())
      bodies.emplace_back(loop->getBlocks());
  CodeExtractorAnalysisCache cache(function);
  for (ArrayRef<BasicBlock *> body : bodies) {
    CodeExtractor extractor(body, &dominators, /*AggregateArgs=*/false,
                            /*BFI=*/nullptr, /*BPI=*/nullptr, &assumptions);
    if (Function *own = extractor.extractCodeRegion(cache))
      own->addFnAttr(Attribute::NoInline);
  }
}

PreservedAnalyses
mlir::rmsnorm::SeparateLoopsPass::run(llvm::Module &module,
                                      llvm::ModuleAnalysisManager &mam) {
  auto &fam =
      mam.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  SmallVector<Function *> functions;
  for (Function &function : module)
    if (!function.isDeclaration())
      functions.push_back(&function);
  for (Function *function : functions)
    separateLoops(*function, fam);
  return PreservedAnalyses::none();
}
