//===- Compile.cpp - Ahead of time, from file to file ---------------------===//

#include "RMSNorm/Artifact/Compile.h"
#include "RMSNorm/Artifact/CHeader.h"
#include "RMSNorm/Artifact/Codegen.h"
#include "RMSNorm/Artifact/Error.h"
#include "RMSNorm/Artifact/GPUObject.h"
#include "RMSNorm/Artifact/Link.h"
#include "RMSNorm/CPU/Pipeline.h"
#include "RMSNorm/NVVM/Pipeline.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace mlir::rmsnorm;

namespace {
enum class Stage { MLIR, LLVMIR, Object, Library, PTX, Cubin, Fatbin, Unknown };
} // namespace

static Stage stageOf(StringRef path) {
  return llvm::StringSwitch<Stage>(llvm::sys::path::extension(path))
      .Case(".mlir", Stage::MLIR)
      .Case(".ll", Stage::LLVMIR)
      .Case(".o", Stage::Object)
      .Case(".so", Stage::Library)
      .Case(".ptx", Stage::PTX)
      .Case(".cubin", Stage::Cubin)
      .Case(".fatbin", Stage::Fatbin)
      .Default(Stage::Unknown);
}

/// How far to compile, if the options fit together.
static llvm::Expected<Stage> getStage(const CompileOptions &options) {
  StringRef extension = llvm::sys::path::extension(options.output);
  Stage stage = stageOf(options.output);
  bool onCPU = options.target == "cpu";
  if (!onCPU && options.target != "cuda")
    return makeError("unknown target '" + options.target +
                     "': use cpu or cuda");
  if (stage == Stage::Unknown)
    return makeError("the extension of '" + options.output +
                     "' is no stage: use .mlir, .ll, .o or .so for cpu, and "
                     ".mlir, .ptx, .cubin or .fatbin for cuda");
  if (onCPU && stage >= Stage::PTX)
    return makeError("a " + extension + " needs --target=cuda");
  if (!onCPU && stage >= Stage::LLVMIR && stage <= Stage::Library)
    return makeError("a " + extension +
                     " needs --target=cpu: for cuda there are .mlir, .ptx, "
                     ".cubin and .fatbin");
  return stage;
}

/// Writes `path` through a file beside it, so that it is whole or not there.
static llvm::Error writeFile(StringRef path,
                             std::function<void(raw_ostream &)> write) {
  llvm::Error error =
      llvm::writeToOutput(path, [&](raw_ostream &os) -> llvm::Error {
        write(os);
        return llvm::Error::success();
      });
  if (error)
    return makeError("can't write '" + path +
                     "': " + llvm::toString(std::move(error)));
  return error;
}

/// Links `object` into `output` and writes the header beside it.
static llvm::Error writeLibrary(StringRef output, StringRef object,
                                ArrayRef<Signature> signatures) {
  auto fail = [&](std::error_code code) {
    return makeError("can't write '" + output + "': " + code.message());
  };
  SmallString<128> objectPath, libraryPath;
  if (auto code =
          llvm::sys::fs::createUniqueFile(output + ".%%%%%%.o", objectPath))
    return fail(code);
  llvm::FileRemover removeObject(objectPath);
  if (auto code = llvm::sys::fs::createUniqueFile(
          output + ".%%%%%%", libraryPath,
          llvm::sys::fs::all_read | llvm::sys::fs::all_write |
              llvm::sys::fs::all_exe))
    return fail(code);
  llvm::FileRemover removeLibrary(libraryPath);

  if (llvm::Error error =
          writeFile(objectPath, [&](raw_ostream &os) { os << object; }))
    return error;
  if (llvm::Error error = linkSharedLibrary(objectPath, libraryPath))
    return error;
  SmallString<128> header(output);
  llvm::sys::path::replace_extension(header, "h");
  if (llvm::Error error = writeFile(
          header, [&](raw_ostream &os) { writeCHeader(os, signatures); }))
    return error;
  if (auto code = llvm::sys::fs::rename(libraryPath, output))
    return fail(code);
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

  llvm::LLVMContext context;
  auto code = translateModule(module, signatures, context, **machine);
  if (!code)
    return code.takeError();
  optimiseModule(**code, **machine);
  if (stage != Stage::LLVMIR)
    return emitObject(**code, **machine, os);
  os << **code;
  return llvm::Error::success();
}

static llvm::Error compileForCUDA(const CompileOptions &options, Stage stage,
                                  ModuleOp module, raw_ostream &os) {
  if (llvm::Error error = runPasses(module, [&](OpPassManager &pm) {
        NVVMOptions nvvm;
        nvvm.chip = options.chip;
        nvvm.format = stage == Stage::PTX || stage == Stage::MLIR ? "isa"
                      : stage == Stage::Cubin                     ? "bin"
                                                                  : "fatbin";
        buildNVVMPipeline(pm, nvvm);
      }))
    return error;
  if (stage == Stage::MLIR) {
    os << module << "\n";
    return llvm::Error::success();
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
  if (llvm::Error error = inlineCalls(module))
    return error;
  if (options.target == "cuda")
    return compileForCUDA(options, stage, module, os);
  return compileForCPU(options, stage, module, signatures, os);
}

llvm::Error rmsnorm::compileFile(const CompileOptions &options,
                                 MLIRContext &context) {
  if (llvm::sys::fs::equivalent(options.input, options.output))
    return makeError("'" + options.output +
                     "' is the input too: give the output another name");
  auto stage = getStage(options);
  if (!stage)
    return stage.takeError();
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
    return writeLibrary(options.output, os.str(), signatures);
  return writeFile(options.output,
                   [&](raw_ostream &file) { file << os.str(); });
}

llvm::Expected<std::string>
rmsnorm::compileModule(ModuleOp module, const CompileOptions &options) {
  auto stage = getStage(options);
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
  if (llvm::Error error = writeLibrary(library, os.str(), signatures))
    return error;
  auto file = llvm::MemoryBuffer::getFile(library);
  if (!file)
    return makeError("can't read '" + library +
                     "': " + file.getError().message());
  return (*file)->getBuffer().str();
}
