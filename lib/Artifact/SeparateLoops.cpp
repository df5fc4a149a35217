//===- SeparateLoops.cpp - Whole models in many functions -----------------===//

#include "SeparateLoops.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/IPO/MergeFunctions.h"
#include "llvm/Transforms/Utils/CodeExtractor.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

using namespace llvm;

/// How many outermost loops may stay in one function. A norm has a few, two
/// layers of a transformer about a hundred.
static constexpr size_t maxLoops = 64;

/// Whether `value` is a place in a constant: a weight, say.
static bool isInConstant(Value *value) {
  if (!isa<Constant>(value) || !value->getType()->isPointerTy())
    return false;
  auto *global = dyn_cast<GlobalVariable>(getUnderlyingObject(value));
  return global && global->isConstant();
}

/// Gives values to the constants that `body` reads, so that they become
/// arguments where it is cut out, and the same loop over other weights is the
/// same function.
static void passConstants(ArrayRef<BasicBlock *> body) {
  Instruction *end = body.front()->getParent()->front().getTerminator();
  DenseMap<Value *, Value *> values;
  for (BasicBlock *block : body)
    for (Instruction &instruction : *block)
      for (Use &operand : instruction.operands()) {
        if (!isInConstant(operand))
          continue;
        Value *&value = values[operand];
        if (!value)
          value = CastInst::Create(Instruction::BitCast, operand,
                                   operand->getType(), "", end->getIterator());
        operand = value;
      }
}

/// Says what is known of constants: nobody writes them, whatever else a
/// function does.
static void annotateConstants(Function &function) {
  auto *call = cast<CallBase>(function.user_back());
  for (auto [i, argument] : enumerate(call->args()))
    if (auto *cast = dyn_cast<BitCastInst>(argument))
      if (isInConstant(cast->getOperand(0)))
        function.addParamAttr(i, Attribute::NoAlias);
}

/// Cuts out the loops of `function` if it has very many.
static void separateLoops(Function &function, FunctionAnalysisManager &fam,
                          SmallVectorImpl<Function *> &separated) {
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
    passConstants(body);
    CodeExtractor extractor(body, &dominators, /*AggregateArgs=*/false,
                            /*BFI=*/nullptr, /*BPI=*/nullptr, &assumptions);
    if (Function *own = extractor.extractCodeRegion(cache)) {
      own->addFnAttr(Attribute::NoInline);
      annotateConstants(*own);
      separated.push_back(own);
    }
  }
}

PreservedAnalyses
mlir::rmsnorm::SeparateLoopsPass::run(llvm::Module &module,
                                      llvm::ModuleAnalysisManager &mam) {
  auto &fam =
      mam.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  SmallVector<Function *> functions, separated;
  for (Function &function : module)
    if (!function.isDeclaration())
      functions.push_back(&function);
  for (Function *function : functions)
    separateLoops(*function, fam, separated);
  // Layers are alike, and so are their loops.
  MergeFunctionsPass::runOnFunctions(separated);
  return PreservedAnalyses::none();
}
