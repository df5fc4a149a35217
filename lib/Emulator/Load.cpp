//===- Load.cpp - Bitcode for a GPU as code of this process ---------------===//

#include "DeviceModule.h"
#include "RMSNorm/Artifact/Codegen.h"
#include "RMSNorm/Artifact/Error.h"
#include "RMSNorm/Artifact/Machine.h"
#include "Retarget.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace mlir::rmsnorm;
using namespace mlir::rmsnorm::emulator;

DeviceModule::DeviceModule() = default;
DeviceModule::~DeviceModule() = default;

/// The object file of the retargeted code. For a plain CPU, so that a result
/// depends on no feature of the machine.
static llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
compile(StringRef bitcode, DeviceModule &module) {
  if (!bitcode.starts_with("BC\xC0\xDE"))
    return makeError("a gpu.binary holds no LLVM bitcode, which the emulated "
                     "device needs: compile with format=llvm");
  MachineOptions options;
  options.cpu = "generic";
  auto machine = createMachine(options);
  if (!machine)
    return machine.takeError();
  llvm::LLVMContext context;
  auto code = llvm::parseBitcodeFile({bitcode, "gpu.binary"}, context);
  if (!code)
    return code.takeError();
  (*code)->setTargetTriple((*machine)->getTargetTriple());
  (*code)->setDataLayout((*machine)->createDataLayout());
  if (llvm::Error error = Retarget(**code, module).run())
    return error;
  std::string problem;
  llvm::raw_string_ostream text(problem);
  if (llvm::verifyModule(**code, &text))
    return makeError("the kernels can't be emulated: " + problem);
  return emitObject(**code, **machine);
}

static llvm::Error link(std::unique_ptr<llvm::MemoryBuffer> object,
                        const Symbols &symbols, Memory &memory,
                        DeviceModule &module) {
  if (llvm::Error error =
          llvm::orc::LLJITBuilder().create().moveInto(module.jit))
    return error;
  llvm::orc::LLJIT &jit = *module.jit;
  // The look-up below says only what failed; why is reported before.
  std::string reason;
  jit.getExecutionSession().setErrorReporter([&](llvm::Error error) {
    std::string text = llvm::toString(std::move(error));
    if (reason.empty())
      reason = text;
  });
  llvm::orc::SymbolMap absolute;
  auto define = [&](const Twine &name, void *address) {
    absolute[jit.mangleAndIntern(name.str())] = {
        llvm::orc::ExecutorAddr::fromPtr(address),
        llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
  };
  for (auto [name, address] : symbols)
    define(name, address);
  for (auto [name, address] : Retarget::getFunctions())
    define(name, address);
  for (auto [name, address] : getMathFunctions())
    define(name.starts_with("__") ? name : "rmsnorm_emulator_" + name, address);
  if (llvm::Error error = jit.getMainJITDylib().define(
          llvm::orc::absoluteSymbols(std::move(absolute))))
    return error;
  if (llvm::Error error = jit.addObjectFile(std::move(object)))
    return error;
  for (auto &entry : module.kernels) {
    auto address = jit.lookup(Retarget::getEntryName(entry.first()));
    if (!address) {
      std::string text = llvm::toString(address.takeError());
      return makeError("the kernels can't be loaded: " +
                       (reason.empty() ? text : reason));
    }
    entry.second.entry = address->toPtr<void (*)(void **)>();
  }
  for (auto &[name, bytes] : module.globals) {
    auto address = jit.lookup(name);
    if (!address)
      return address.takeError();
    memory.share(address->toPtr<char *>(), bytes);
  }
  jit.getExecutionSession().setErrorReporter(
      [](llvm::Error error) { llvm::consumeError(std::move(error)); });
  return llvm::Error::success();
}

DeviceModule *Device::load(StringRef bitcode) {
  if (hasFailed())
    return nullptr;
  auto module = std::make_unique<DeviceModule>();
  auto object = compile(bitcode, *module);
  llvm::Error error = object
                          ? link(std::move(*object), symbols, memory, *module)
                          : object.takeError();
  if (error) {
    fail({llvm::toString(std::move(error)), "", 0, 0});
    return nullptr;
  }
  return modules.emplace_back(std::move(module)).get();
}
