//===- Compile.cpp - Ahead of time, from file to file ---------------------===//

#include "RMSNorm/Artifact/Compile.h"
#include "Library.h"
#include "RMSNorm/Artifact/Codegen.h"
#include "RMSNorm/Artifact/Error.h"
#include "RMSNorm/Artifact/Files.h"
#include "RMSNorm/Artifact/GPUObject.h"
#include "RMSNorm/CPU/Pipeline.h"
#include "RMSNorm/NVVM/Pipeline.h"
#include "RMSNorm/NVVM/Toolkit.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace mlir::rmsnorm;

namespace {
enum class Stage { MLIR, LLVMIR, Object, Library, PTX, Cubin, Fatbin, Unknown };
} // namespace

static Stage stageOf(StringRef extension) {
  return llvm::StringSwitch<Stage>(extension)
      .Case(".mlir", Stage::MLIR)
      .Case(".ll", Stage::LLVMIR)
      .Case(".o", Stage::Object)
      .Case(".so", Stage::Library)
      .Case(".ptx", Stage::PTX)
      .Case(".cubin", Stage::Cubin)
      .Case(".fatbin", Stage::Fatbin)
      .Default(Stage::Unknown);
}

/// How far to compile, if the options fit together. They may come from a
/// command line or from a program, so they go by their names alone.
static llvm::Expected<Stage> getStage(StringRef extension,
                                      const CompileOptions &options) {
  Stage stage = stageOf(extension);
  bool onCPU = options.target == "cpu";
  if (!onCPU && options.target != "cuda")
    return makeError("unknown target '" + options.target +
                     "': use cpu or cuda");
  if (onCPU && !options.chip.empty())
    return makeError("chip " + options.chip +
                     " is a GPU: use target cuda, or name a cpu");
  if (!onCPU && !(options.machine.cpu + options.machine.triple).empty())
    return makeError("cpu and triple are for target cpu: with cuda, the chip "
                     "says what to compile for");
  if (stage == Stage::Unknown)
    return makeError("'" + extension +
                     "' is no stage: use .mlir, .ll, .o or .so for cpu, and "
                     ".mlir, .so, .ptx, .cubin or .fatbin for cuda");
  if (onCPU && stage >= Stage::PTX)
    return makeError("a " + extension + " needs target cuda");
  if (!onCPU && (stage == Stage::LLVMIR || stage == Stage::Object))
    return makeError("a " + extension +
                     " needs target cpu: for cuda there are .mlir, .so, .ptx, "
                     ".cubin and .fatbin");
  bool forOneChip = stage == Stage::PTX || stage == Stage::Cubin;
  if (forOneChip && StringRef(options.chip).contains(','))
    return makeError("a " + extension +
                     " is for one chip: name one, or make a .fatbin or .so");
  return stage;
}

/// From the LLVM dialect to what the host executes.
static llvm::Error emitHost(Stage stage, ModuleOp module,
                            ArrayRef<Signature> signatures,
                            llvm::TargetMachine &machine,
                            llvm::raw_pwrite_stream &os) {
  llvm::LLVMContext context;
  auto code = translateModule(module, signatures, context, machine);
  if (!code)
    return code.takeError();
  optimiseModule(**code, machine);
  if (stage != Stage::LLVMIR)
    return emitObject(**code, machine, os);
  os << **code;
  return llvm::Error::success();
}

/// The bytes of stage `stage` of `module`; for a library, those of its object.
static llvm::Error compileForCPU(const CompileOptions &options, Stage stage,
                                 ModuleOp module,
                                 ArrayRef<Signature> signatures,
                                 llvm::raw_pwrite_stream &os) {
  auto machine = createMachine(options.machine);
  if (!machine)
    return machine.takeError();
  if (stage == Stage::Library && !isHost(**machine))
    return makeError("a .so for " + (*machine)->getTargetTriple().str() +
                     " can't be linked here: write a .o and link it there");
  if (stage == Stage::Library)
    if (llvm::Error error = checkForC(signatures))
      return error;
  CPUOptions pipeline;
  configureForMachine(pipeline, **machine);
  if (llvm::Error error = runPasses(
          module, [&](OpPassManager &pm) { buildCPUPipeline(pm, pipeline); }))
    return error;
  if (stage == Stage::MLIR) {
    os << module << "\n";
    return llvm::Error::success();
  }

  return emitHost(stage, module, signatures, **machine, os);
}

static void configureNVVM(NVVMOptions &nvvm, const CompileOptions &options,
                          Stage stage) {
  if (!options.chip.empty())
    nvvm.chip = options.chip;
  nvvm.takeStream = stage == Stage::Library;
  nvvm.format = "isa";
  if (stage == Stage::Cubin)
    nvvm.format = "bin";
  if (stage == Stage::Fatbin || (stage == Stage::Library && hasAssembler()))
    nvvm.format = "fatbin";
  else if (stage == Stage::Library)
    // PTX for the oldest chip, which the driver compiles at the first call.
    nvvm.chip = StringRef(options.chip.empty() ? "sm_80" : options.chip)
                    .split(',')
                    .first.str();
}

static llvm::Error compileForCUDA(const CompileOptions &options, Stage stage,
                                  ModuleOp module,
                                  ArrayRef<Signature> signatures,
                                  llvm::raw_pwrite_stream &os) {
  if (stage == Stage::Library)
    if (llvm::Error error = checkForC(signatures))
      return error;
  NVVMOptions nvvm;
  configureNVVM(nvvm, options, stage);
  if (llvm::Error error = runPasses(
          module, [&](OpPassManager &pm) { buildNVVMPipeline(pm, nvvm); }))
    return error;
  if (stage == Stage::MLIR) {
    os << module << "\n";
    return llvm::Error::success();
  }
  if (stage == Stage::Library) {
    // Its own work is small, and it should run wherever the GPU is.
    MachineOptions host;
    host.cpu = "generic";
    auto machine = createMachine(host);
    if (!machine)
      return machine.takeError();
    return emitHost(stage, module, signatures, **machine, os);
  }
  auto object = getGPUObject(module);
  if (!object)
    return object.takeError();
  os << *object;
  return llvm::Error::success();
}

static llvm::Error compile(const CompileOptions &options, Stage stage,
                           ModuleOp module, ArrayRef<Signature> signatures,
                           llvm::raw_pwrite_stream &os) {
  if (options.target == "cuda")
    return compileForCUDA(options, stage, module, signatures, os);
  return compileForCPU(options, stage, module, signatures, os);
}

static Place placeOf(const CompileOptions &options) {
  return options.target == "cuda" ? Place::Device : Place::Host;
}

llvm::Error rmsnorm::compileFile(const CompileOptions &options,
                                 MLIRContext &context) {
  StringRef extension = llvm::sys::path::extension(options.output);
  if (extension.empty())
    return makeError("'" + options.output +
                     "' has no extension, which says what to make: "
                     "NAME.so, for example");
  auto stage = getStage(extension, options);
  if (!stage)
    return stage.takeError();
  if (llvm::sys::path::filename(options.output) == extension)
    return makeError("'" + options.output +
                     "' is an extension without a name: use NAME" + extension);
  if (llvm::sys::fs::equivalent(options.input, options.output))
    return makeError("'" + options.output +
                     "' is the input too: give the output another name");
  if (llvm::Error error = resolveOutput(options.output).takeError())
    return error;
  auto module = parseModule(options.input, context);
  if (!module)
    return module.takeError();
  SmallVector<Signature> signatures = getSignatures(**module);
  if (signatures.empty())
    return makeError("'" + options.input +
                     "' has no public function with a body to compile");
  SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream os(bytes);
  if (llvm::Error error = compile(options, *stage, **module, signatures, os))
    return error;
  if (*stage == Stage::Library)
    return writeLibrary(options.output, os.str(), signatures, placeOf(options));
  return writeOutput(options.output,
                     [&](raw_ostream &file) { file << os.str(); });
}

llvm::Expected<std::string>
rmsnorm::compileModule(ModuleOp module, StringRef extension,
                       const CompileOptions &options) {
  auto stage = getStage(extension, options);
  if (!stage)
    return stage.takeError();
  SmallVector<Signature> signatures = getSignatures(module);
  if (signatures.empty())
    return makeError("the module has no public function with a body to "
                     "compile");
  SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream os(bytes);
  if (llvm::Error error = compile(options, *stage, module, signatures, os))
    return error;
  if (*stage != Stage::Library)
    return os.str().str();

  // A linker takes files.
  SmallString<128> path;
  if (auto code = llvm::sys::fs::createUniqueDirectory("rmsnorm-compile", path))
    return makeError("no temporary directory to link in: " + code.message());
  llvm::scope_exit remove(
      [&] { (void)llvm::sys::fs::remove_directories(path); });
  std::string library = (path + "/library.so").str();
  if (llvm::Error error =
          writeLibrary(library, os.str(), signatures, placeOf(options)))
    return error;
  auto file = llvm::MemoryBuffer::getFile(library);
  if (!file)
    return makeError("can't read '" + library +
                     "': " + file.getError().message());
  return (*file)->getBuffer().str();
}
