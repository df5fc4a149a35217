//===- HostCode.cpp - Compiled code in this process -----------------------===//

#include "RMSNorm/Runtime/HostCode.h"
#include "HostSymbols.h"
#include "RMSNorm/Artifact/Codegen.h"
#include "RMSNorm/Artifact/Error.h"
#include "RMSNorm/Artifact/Machine.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace mlir::rmsnorm;

static constexpr StringLiteral packedName = "rmsnorm_packed_entry";
static constexpr StringLiteral initialiserName = "rmsnorm_initialise";
static constexpr StringLiteral finaliserName = "rmsnorm_finalise";

/// Adds a function of one C type, whatever the entry's: it takes an array of
/// pointers to the arguments.
static llvm::Error addPackedEntry(llvm::Module &module,
                                  const Signature &signature) {
  llvm::Function *callee = module.getFunction(signature.getSymbol());
  if (!callee || callee->isDeclaration())
    return makeError("the pipeline left no C interface of function '" +
                     signature.name + "'");
  llvm::IRBuilder<> b(module.getContext());
  auto *type = llvm::FunctionType::get(b.getVoidTy(), b.getPtrTy(), false);
  auto *packed = llvm::Function::Create(type, llvm::Function::ExternalLinkage,
                                        packedName, module);
  b.SetInsertPoint(llvm::BasicBlock::Create(module.getContext(), "", packed));
  SmallVector<llvm::Value *> arguments;
  for (auto [i, parameter] : llvm::enumerate(callee->args())) {
    llvm::Value *slot =
        b.CreateConstGEP1_64(b.getPtrTy(), packed->getArg(0), i);
    llvm::Value *argument = b.CreateLoad(b.getPtrTy(), slot);
    if (!parameter.getType()->isPointerTy())
      argument = b.CreateLoad(parameter.getType(), argument);
    arguments.push_back(argument);
  }
  b.CreateCall(callee, arguments);
  b.CreateRetVoid();
  return llvm::Error::success();
}

/// Adds a function `name` that calls what `list` holds.
static void addCalls(llvm::Module &module, StringRef name,
                     llvm::iterator_range<llvm::orc::CtorDtorIterator> list) {
  llvm::IRBuilder<> b(module.getContext());
  auto *type = llvm::FunctionType::get(b.getVoidTy(), /*isVarArg=*/false);
  auto *function = llvm::Function::Create(type, llvm::Function::ExternalLinkage,
                                          name, module);
  b.SetInsertPoint(llvm::BasicBlock::Create(module.getContext(), "", function));
  for (const auto &element : list)
    b.CreateCall(type, element.Func);
  b.CreateRetVoid();
}

/// Makes functions of the module's constructors and destructors, which load and
/// unload device code: the JIT runs those of object files only with a runtime
/// of its own.
static void addInitialiser(llvm::Module &module) {
  addCalls(module, initialiserName, llvm::orc::getConstructors(module));
  addCalls(module, finaliserName, llvm::orc::getDestructors(module));
  for (StringRef list : {"llvm.global_ctors", "llvm.global_dtors"})
    if (llvm::GlobalVariable *variable = module.getGlobalVariable(list))
      variable->eraseFromParent();
}

/// The object file of `module` for this machine.
static llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
compileForHost(ModuleOp module, const Signature &entry) {
  auto machine = createMachine({});
  if (!machine)
    return machine.takeError();
  llvm::LLVMContext context;
  auto code = translateModule(module, entry, context, **machine);
  if (!code)
    return code.takeError();
  if (llvm::Error error = addPackedEntry(**code, entry))
    return error;
  addInitialiser(**code);
  optimiseModule(**code, **machine);
  return emitObject(**code, **machine);
}

llvm::Expected<std::unique_ptr<HostCode>>
HostCode::create(ModuleOp module, const Signature &entry, Symbols symbols) {
  auto object = compileForHost(module, entry);
  if (!object)
    return object.takeError();
  auto jit = llvm::orc::LLJITBuilder().create();
  if (!jit)
    return jit.takeError();
  // The look-up below says only what failed; why was reported before.
  auto reason = std::make_shared<std::string>();
  (*jit)->getExecutionSession().setErrorReporter([reason](llvm::Error error) {
    std::string text = llvm::toString(std::move(error));
    if (reason->empty())
      *reason = text;
  });

  llvm::orc::SymbolMap absolute;
  auto define = [&](StringRef name, void *address) {
    absolute[(*jit)->mangleAndIntern(name)] = {
        llvm::orc::ExecutorAddr::fromPtr(address),
        llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
  };
  for (const HostSymbols &own : {getConversions(), getAssertFunctions()})
    for (auto [name, address] : own)
      define(name, address);
  for (auto [name, address] : symbols)
    define(name, address);
  llvm::orc::JITDylib &library = (*jit)->getMainJITDylib();
  if (llvm::Error error = library.define(absoluteSymbols(std::move(absolute))))
    return error;
  if (llvm::sys::DynamicLibrary own = getOwnLibrary(); own.isValid())
    library.addGenerator(
        std::make_unique<llvm::orc::DynamicLibrarySearchGenerator>(
            own, (*jit)->getDataLayout().getGlobalPrefix()));
  if (llvm::Error error = (*jit)->addObjectFile(std::move(*object)))
    return error;
  auto address = (*jit)->lookup(packedName);
  if (!address) {
    std::string text = llvm::toString(address.takeError());
    return makeError("the compiled code can't be loaded: " +
                     (reason->empty() ? text : *reason));
  }
  auto initialiser = (*jit)->lookup(initialiserName);
  if (!initialiser)
    return initialiser.takeError();
  auto finaliser = (*jit)->lookup(finaliserName);
  if (!finaliser)
    return finaliser.takeError();
  initialiser->toPtr<void (*)()>()();
  std::unique_ptr<HostCode> code(new HostCode(std::move(*jit)));
  code->entry = address->toPtr<void (*)(void *const *)>();
  code->finalise = finaliser->toPtr<void (*)()>();
  return code;
}

HostCode::HostCode(std::unique_ptr<llvm::orc::LLJIT> jit)
    : jit(std::move(jit)) {}

HostCode::~HostCode() { finalise(); }

llvm::Error HostCode::call(ArrayRef<void *> arguments) const {
  return catchAsserts([&] { entry(arguments.data()); });
}
