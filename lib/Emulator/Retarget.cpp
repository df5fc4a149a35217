//===- Retarget.cpp - Device code becomes host code -----------------------===//

#include "Retarget.h"
#include "RMSNorm/Artifact/Error.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"

using namespace mlir;
using namespace mlir::rmsnorm;
using namespace mlir::rmsnorm::emulator;

static constexpr StringLiteral prefix = "rmsnorm_emulator_";

Symbols Retarget::getFunctions() {
  auto address = [](auto *function) {
    return reinterpret_cast<void *>(function);
  };
  return {
      {"rmsnorm_emulator_thread", address(runtime::thread)},
      {"rmsnorm_emulator_register", address(runtime::readRegister)},
      {"rmsnorm_emulator_shared", address(runtime::shared)},
      {"rmsnorm_emulator_access", address(runtime::access)},
      {"rmsnorm_emulator_barrier", address(runtime::barrier)},
      {"rmsnorm_emulator_collective", address(runtime::collective)},
      {"rmsnorm_emulator_predicate", address(runtime::collectivePredicate)},
      {"rmsnorm_emulator_copy", address(runtime::asyncCopy)},
      {"rmsnorm_emulator_commit", address(runtime::commitCopies)},
      {"rmsnorm_emulator_wait", address(runtime::waitForCopies)},
      {"rmsnorm_emulator_wait_all", address(runtime::waitForAllCopies)},
      {"__assertfail", address(failAssertion)},
  };
}

std::string Retarget::getEntryName(StringRef kernel) {
  return (prefix + "entry_" + kernel).str();
}

llvm::Value *Retarget::call(Builder &b, StringRef function, llvm::Type *result,
                            ArrayRef<llvm::Value *> arguments) {
  SmallVector<llvm::Type *> types;
  for (llvm::Value *argument : arguments)
    types.push_back(argument->getType());
  auto *type = llvm::FunctionType::get(result, types, /*isVarArg=*/false);
  return b.CreateCall(code.getOrInsertFunction((prefix + function).str(), type),
                      arguments);
}

llvm::Value *Retarget::flat(Builder &b, llvm::Value *pointer) {
  if (pointer->getType()->getPointerAddressSpace() == 0)
    return pointer;
  return b.CreateAddrSpaceCast(pointer, b.getPtrTy());
}

llvm::Value *Retarget::site(llvm::Instruction &at) {
  Site site;
  if (const llvm::DebugLoc &loc = at.getDebugLoc()) {
    llvm::DIScope *scope = loc->getScope();
    site.file = scope->getFilename().str();
    if (!scope->getDirectory().empty() &&
        !StringRef(site.file).starts_with("/"))
      site.file = (scope->getDirectory() + "/" + site.file).str();
    site.line = loc.getLine();
    site.column = loc.getCol();
  }
  module.sites.push_back(std::move(site));
  return llvm::ConstantInt::get(llvm::Type::getInt32Ty(code.getContext()),
                                module.sites.size() - 1);
}

/// The numbers of a function's attribute such as `nvvm.maxntid`="128,1,1",
/// multiplied; 0 without one.
static uint64_t getProduct(llvm::Function &function, StringRef attribute) {
  if (!function.hasFnAttribute(attribute))
    return 0;
  SmallVector<StringRef> numbers;
  function.getFnAttribute(attribute).getValueAsString().split(numbers, ',');
  uint64_t product = 1, number = 0;
  for (StringRef text : numbers)
    if (!text.trim().getAsInteger(10, number))
      product *= number;
  return product;
}

void Retarget::describeKernel(llvm::Function &function) {
  Kernel &kernel = module.kernels[function.getName()];
  kernel.name = function.getName().str();
  kernel.module = &module;
  kernel.numParameters = function.arg_size();
  kernel.requiredThreads = getProduct(function, "nvvm.reqntid");
  kernel.maxThreads = getProduct(function, "nvvm.maxntid");
}

/// Takes away what was true of the function only on the GPU, where other
/// threads are the machine's business.
void Retarget::makeHostFunction(llvm::Function &function) {
  function.setCallingConv(llvm::CallingConv::C);
  function.setLinkage(llvm::GlobalValue::InternalLinkage);
  function.setMemoryEffects(llvm::MemoryEffects::unknown());
  for (llvm::Attribute::AttrKind kind :
       {llvm::Attribute::NoSync, llvm::Attribute::WillReturn,
        llvm::Attribute::NoFree})
    function.removeFnAttr(kind);
  for (StringRef kind : {"target-cpu", "target-features"})
    function.removeFnAttr(kind);
  for (llvm::Argument &argument : function.args())
    for (llvm::Attribute::AttrKind kind :
         {llvm::Attribute::ReadNone, llvm::Attribute::ReadOnly,
          llvm::Attribute::WriteOnly, llvm::Attribute::NoAlias})
      argument.removeAttr(kind);
  // Approximations of the host would be others than the GPU's.
  for (llvm::Instruction &inst : llvm::instructions(function))
    if (isa<llvm::FPMathOperator>(inst))
      inst.setFastMathFlags(llvm::FastMathFlags());

  Builder b(&*function.getEntryBlock().getFirstInsertionPt());
  threads[&function] =
      cast<llvm::Instruction>(call(b, "thread", b.getPtrTy(), {}));
}

void Retarget::addEntry(llvm::Function &kernel) {
  Builder b(code.getContext());
  auto *type = llvm::FunctionType::get(b.getVoidTy(), b.getPtrTy(), false);
  auto *entry = llvm::Function::Create(type, llvm::Function::ExternalLinkage,
                                       getEntryName(kernel.getName()), code);
  b.SetInsertPoint(llvm::BasicBlock::Create(code.getContext(), "", entry));
  SmallVector<llvm::Value *> arguments;
  for (llvm::Argument &argument : kernel.args()) {
    llvm::Value *value = b.CreateLoad(
        b.getPtrTy(), b.CreateConstGEP1_64(b.getPtrTy(), entry->getArg(0),
                                           argument.getArgNo()));
    if (!argument.hasByValAttr())
      value = b.CreateAlignedLoad(argument.getType(), value, llvm::Align(1));
    arguments.push_back(value);
  }
  b.CreateCall(&kernel, arguments);
  b.CreateRetVoid();
}

/// Variables in global memory and constants are found by their symbols, so that
/// accesses of them can be checked.
void Retarget::exportGlobals() {
  for (llvm::GlobalVariable &variable : code.globals()) {
    if (variable.isDeclaration() || variable.getName().starts_with("llvm."))
      continue;
    variable.setLinkage(llvm::GlobalValue::ExternalLinkage);
    variable.setName(prefix + "global_" + variable.getName());
    module.globals.push_back(
        {variable.getName().str(),
         code.getDataLayout().getTypeAllocSize(variable.getValueType())});
  }
}

llvm::Error Retarget::run() {
  module.sites.assign(1, {});
  SmallVector<llvm::Function *> functions, kernels;
  for (llvm::Function &function : code) {
    if (function.isDeclaration())
      continue;
    functions.push_back(&function);
    if (function.getCallingConv() == llvm::CallingConv::PTX_Kernel) {
      kernels.push_back(&function);
      describeKernel(function);
    }
  }
  if (llvm::GlobalVariable *used = code.getGlobalVariable("llvm.used"))
    used->eraseFromParent();
  for (llvm::Function *function : functions)
    makeHostFunction(*function);
  placeSharedMemory();
  exportGlobals();
  for (llvm::Function *function : functions) {
    replaceCalls(*function);
    replaceConversions(*function);
    checkAccesses(*function);
  }
  for (llvm::Function *kernel : kernels)
    addEntry(*kernel);
  if (unsupported.empty())
    return llvm::Error::success();
  return makeError("the kernels use what can't be emulated: " +
                   llvm::join(unsupported, ", "));
}
