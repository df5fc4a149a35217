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
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
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

/// What is wrong with the command line, before anything is read.
static llvm::Error checkOptions(const CompileOptions &options, Stage stage) {
  if (options.target != "cpu" && options.target != "cuda")
    return makeError("unknown target '" + options.target +
                     "': use cpu or cuda");
  if (llvm::sys::fs::equivalent(options.input, options.output))
    return makeError("'" + options.output +
                     "' is the input too: give the output another name");
  if (stage == Stage::Unknown)
    return makeError("the extension of '" + options.output +
                     "' is no stage: use .mlir, .ll, .o or .so for cpu, and "
                     ".mlir, .ptx, .cubin or .fatbin for cuda");
  bool onCPU = options.target == "cpu";
  if (onCPU && stage >= Stage::PTX)
    return makeError("a " + llvm::sys::path::extension(options.output) +
                     " needs --target=cuda");
  if (!onCPU && stage >= Stage::LLVMIR && stage <= Stage::Library)
    return makeError("a " + llvm::sys::path::extension(options.output) +
                     " needs --target=cpu: for cuda there are .mlir, .ptx, "
                     ".cubin and .fatbin");
  return llvm::Error::success();
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

static llvm::Error compileForCPU(const CompileOptions &options, Stage stage,
                                 ModuleOp module,
                                 ArrayRef<Signature> signatures) {
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
  if (stage == Stage::MLIR)
    return writeFile(options.output,
                     [&](raw_ostream &os) { os << module << "\n"; });

  llvm::LLVMContext context;
  auto code = translateModule(module, signatures, context, **machine);
  if (!code)
    return code.takeError();
  optimiseModule(**code, **machine);
  if (stage == Stage::LLVMIR)
    return writeFile(options.output, [&](raw_ostream &os) { os << **code; });

  SmallVector<char, 0> object;
  llvm::raw_svector_ostream os(object);
  if (llvm::Error error = emitObject(**code, **machine, os))
    return error;
  if (stage == Stage::Object)
    return writeFile(options.output,
                     [&](raw_ostream &file) { file << os.str(); });
  return writeLibrary(options.output, os.str(), signatures);
}

static llvm::Error compileForCUDA(const CompileOptions &options, Stage stage,
                                  ModuleOp module) {
  if (llvm::Error error = runPasses(module, [&](OpPassManager &pm) {
        NVVMOptions nvvm;
        nvvm.chip = options.chip;
        nvvm.format = stage == Stage::PTX || stage == Stage::MLIR ? "isa"
                      : stage == Stage::Cubin                     ? "bin"
                                                                  : "fatbin";
        buildNVVMPipeline(pm, nvvm);
      }))
    return error;
  if (stage == Stage::MLIR)
    return writeFile(options.output,
                     [&](raw_ostream &os) { os << module << "\n"; });
  auto object = getGPUObject(module);
  if (!object)
    return object.takeError();
  return writeFile(options.output, [&](raw_ostream &os) { os << *object; });
}

llvm::Error rmsnorm::compileFile(const CompileOptions &options,
                                 MLIRContext &context) {
  Stage stage = stageOf(options.output);
  if (llvm::Error error = checkOptions(options, stage))
    return error;
  auto module = parseModule(options.input, context);
  if (!module)
    return module.takeError();
  SmallVector<Signature> signatures = getSignatures(**module);
  if (signatures.empty())
    return makeError("'" + options.input +
                     "' has no public function with a body to compile");
  if (llvm::Error error = inlineCalls(**module))
    return error;
  if (options.target == "cuda")
    return compileForCUDA(options, stage, **module);
  return compileForCPU(options, stage, **module, signatures);
}
