//===- Assemble.cpp - PTX becomes machine code ----------------------------===//

#include "RMSNorm/NVVM/Passes.h"
#include "RMSNorm/NVVM/Toolkit.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

namespace mlir::rmsnorm {
#define GEN_PASS_DEF_ASSEMBLEPASS
#include "RMSNorm/NVVM/Passes.h.inc"
} // namespace mlir::rmsnorm

using namespace mlir;

namespace {
/// A file for a tool to read or write, gone in the end.
class TemporaryFile {
public:
  explicit TemporaryFile(StringRef extension)
      : problem(
            llvm::sys::fs::createTemporaryFile("rmsnorm", extension, path)) {
    if (!problem)
      remover.setFile(path);
  }

  StringRef getPath() const { return path; }
  std::error_code getProblem() const { return problem; }

  std::error_code write(StringRef bytes) {
    std::error_code code;
    llvm::raw_fd_ostream os(path, code);
    os << bytes;
    os.close();
    return code ? code : os.error();
  }

  std::string read() const {
    auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                              /*RequiresNullTerminator=*/false);
    return buffer ? (*buffer)->getBuffer().str() : "";
  }

private:
  SmallString<128> path;
  std::error_code problem;
  llvm::FileRemover remover;
};

struct Assemble : rmsnorm::impl::AssemblePassBase<Assemble> {
  using Base::Base;

  void runOnOperation() override {
    if (format != "bin" && format != "fatbin") {
      emitError(getOperation().getLoc())
          << "unknown format '" << format << "'; choose bin or fatbin";
      return signalPassFailure();
    }
    SmallVector<gpu::BinaryOp> binaries(getOperation().getOps<gpu::BinaryOp>());
    for (gpu::BinaryOp binary : binaries)
      if (failed(assemble(binary)))
        return signalPassFailure();
  }

  /// Replaces the PTX for each chip by one object for all of them.
  LogicalResult assemble(gpu::BinaryOp binary) {
    auto objects =
        llvm::to_vector(binary.getObjects().getAsRange<gpu::ObjectAttr>());
    if (format == "bin" && objects.size() != 1)
      return emitError(binary.getLoc(), "a cubin is for one chip, not for ")
             << objects.size() << ": name one, or make a fat binary";
    SmallVector<std::pair<StringRef, std::string>> cubins;
    for (gpu::ObjectAttr object : objects) {
      StringRef chip = cast<NVVM::NVVMTargetAttr>(object.getTarget()).getChip();
      FailureOr<std::string> cubin = assemblePTX(binary, chip, getPTX(object));
      if (failed(cubin))
        return failure();
      cubins.push_back({chip, std::move(*cubin)});
    }
    gpu::ObjectAttr last = objects.back();
    FailureOr<std::string> bytes = std::move(cubins.front().second);
    auto target = gpu::CompilationTarget::Binary;
    if (format == "fatbin") {
      cubins.front().second = std::move(*bytes);
      bytes = combine(binary, cubins, getPTX(last));
      target = gpu::CompilationTarget::Fatbin;
    }
    if (failed(bytes))
      return failure();
    OpBuilder b(binary);
    // Where tools such as cuobjdump look for it in a library.
    DictionaryAttr properties;
    if (format == "fatbin")
      properties = b.getDictionaryAttr(
          b.getNamedAttr(gpu::elfSectionName, b.getStringAttr(".nv_fatbin")));
    auto object = gpu::ObjectAttr::get(&getContext(), last.getTarget(), target,
                                       b.getStringAttr(*bytes), properties,
                                       last.getKernels());
    binary.setObjectsAttr(b.getArrayAttr({object}));
    return success();
  }

  static StringRef getPTX(gpu::ObjectAttr object) {
    return object.getObject().getValue().take_until(
        [](char c) { return c == '\0'; });
  }

  FailureOr<std::string> assemblePTX(Operation *op, StringRef chip,
                                     StringRef ptx) {
    TemporaryFile input("ptx"), output("cubin");
    if (auto code = input.getProblem() ? input.getProblem() : input.write(ptx))
      return emitError(op->getLoc(), "can't write a temporary file: ")
             << code.message();
    return run(
        op, "ptxas",
        {"-O3", "--gpu-name", chip, "-o", output.getPath(), input.getPath()},
        output);
  }

  /// A fat binary with machine code for each chip, and PTX of the last one, for
  /// chips to come.
  FailureOr<std::string>
  combine(Operation *op, ArrayRef<std::pair<StringRef, std::string>> cubins,
          StringRef ptx) {
    std::vector<TemporaryFile> inputs;
    inputs.reserve(cubins.size() + 1);
    TemporaryFile output("fatbin");
    SmallVector<std::string> arguments{("--create=" + output.getPath()).str()};
    auto add = [&](StringRef kind, StringRef chip, StringRef bytes) {
      TemporaryFile &file = inputs.emplace_back(kind);
      StringRef number = chip.drop_front(StringRef("sm_").size());
      arguments.push_back(("--image3=kind=" + kind + ",sm=" + number +
                           ",file=" + file.getPath())
                              .str());
      return file.getProblem() ? file.getProblem() : file.write(bytes);
    };
    std::error_code code;
    for (auto &[chip, cubin] : cubins)
      if (!code)
        code = add("elf", chip, cubin);
    if (!code)
      code = add("ptx", cubins.back().first, ptx);
    if (code)
      return emitError(op->getLoc(), "can't write a temporary file: ")
             << code.message();
    return run(op, "fatbinary", llvm::to_vector_of<StringRef>(arguments),
               output);
  }

  /// The bytes that the tool `name` writes to `output`.
  FailureOr<std::string> run(Operation *op, StringRef name,
                             ArrayRef<StringRef> arguments,
                             const TemporaryFile &output) {
    std::string toolkit = rmsnorm::findToolkitWith(("bin/" + name).str());
    if (toolkit.empty())
      return emitError(op->getLoc(), "no ")
             << name << " found for format=" << format << ": "
             << rmsnorm::getToolkitHint();
    SmallString<128> program(toolkit);
    llvm::sys::path::append(program, "bin", name);
    SmallVector<StringRef> command{program};
    llvm::append_range(command, arguments);
    TemporaryFile log("log");
    std::string problem;
    int status = llvm::sys::ExecuteAndWait(
        program, command, std::nullopt,
        {StringRef(""), log.getPath(), log.getPath()}, 0, 0, &problem);
    if (status == 0)
      return output.read();
    return emitError(op->getLoc())
           << program
           << " failed: " << (problem.empty() ? log.read() : problem);
  }
};
} // namespace
