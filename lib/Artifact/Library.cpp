//===- Library.cpp - A shared library and its header ----------------------===//

#include "Library.h"
#include "CUDARuntime.h"
#include "RMSNorm/Artifact/Error.h"
#include "RMSNorm/Artifact/Files.h"
#include "RMSNorm/Artifact/Link.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::rmsnorm;

namespace {
/// A file beside the output that is gone in the end, or has become the output.
struct BesideOutput {
  SmallString<128> path;
  llvm::FileRemover remover;

  std::error_code create(const Twine &model, unsigned mode) {
    std::error_code code = llvm::sys::fs::createUniqueFile(model, path, mode);
    if (!code)
      remover.setFile(path);
    return code;
  }
};
} // namespace

llvm::Error rmsnorm::writeLibrary(StringRef output, StringRef object,
                                  ArrayRef<Signature> signatures, Place place) {
  llvm::Expected<std::string> file = resolveOutput(output);
  if (!file)
    return file.takeError();
  auto fail = [&](std::error_code code) {
    return makeError("can't write '" + output + "': " + code.message());
  };
  using namespace llvm::sys::fs;
  const unsigned readable = all_read | all_write;
  BesideOutput objectFile, runtimeFile, library;
  if (auto code = objectFile.create(*file + ".%%%%%%.o", readable))
    return fail(code);
  if (auto code = runtimeFile.create(*file + ".%%%%%%.a", readable))
    return fail(code);
  if (auto code = library.create(*file + ".%%%%%%", readable | all_exe))
    return fail(code);

  if (llvm::Error error =
          writeOutput(objectFile.path, [&](raw_ostream &os) { os << object; }))
    return error;
  SmallVector<StringRef> inputs{objectFile.path};
  if (place == Place::Device) {
    if (llvm::Error error = writeOutput(
            runtimeFile.path, [&](raw_ostream &os) { os << getCUDARuntime(); }))
      return error;
    inputs.push_back(runtimeFile.path);
  }
  if (llvm::Error error = linkSharedLibrary(inputs, library.path))
    return error;
  SmallString<128> header(output);
  llvm::sys::path::replace_extension(header, "h");
  if (llvm::Error error = writeOutput(header, [&](raw_ostream &os) {
        writeCHeader(os, signatures, place);
      }))
    return error;
  if (auto code = rename(library.path, *file))
    return fail(code);
  return llvm::Error::success();
}
