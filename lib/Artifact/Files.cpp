//===- Files.cpp - Files that are read and written ------------------------===//

#include "RMSNorm/Artifact/Files.h"
#include "RMSNorm/Artifact/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <filesystem>

using namespace mlir;
namespace fs = std::filesystem;

llvm::Error rmsnorm::checkInput(StringRef path) {
  std::error_code code;
  fs::file_status status = fs::status(path.str(), code);
  if (fs::is_character_file(status) || fs::is_block_file(status))
    return makeError(path + ": is a device: give a file");
  return llvm::Error::success();
}

llvm::Expected<std::string> rmsnorm::resolveOutput(StringRef path) {
  auto fail = [&](const Twine &why) {
    return makeError("can't write '" + path + "': " + why);
  };
  fs::path file(path.str());
  std::error_code code;
  // As deep as Linux follows links.
  for (int depth = 0; fs::is_symlink(file, code); ++depth) {
    if (depth == 40)
      return fail(std::make_error_code(std::errc::too_many_symbolic_link_levels)
                      .message());
    fs::path target = fs::read_symlink(file, code);
    if (code)
      return fail(code.message());
    file = file.parent_path() / target;
  }
  if (fs::exists(file, code) && !fs::is_regular_file(file, code))
    return fail("it exists and is no regular file");
  fs::path folder = file.has_parent_path() ? file.parent_path() : ".";
  if (!fs::is_directory(folder, code))
    return fail(std::make_error_code(fs::exists(folder, code)
                                         ? std::errc::not_a_directory
                                         : std::errc::no_such_file_or_directory)
                    .message());
  return file.string();
}

llvm::Error
rmsnorm::writeOutput(StringRef path,
                     llvm::function_ref<void(raw_ostream &)> write) {
  if (path == "-") {
    write(llvm::outs());
    return llvm::Error::success();
  }
  llvm::Expected<std::string> file = resolveOutput(path);
  if (!file)
    return file.takeError();
  llvm::Error error =
      llvm::writeToOutput(*file, [&](raw_ostream &os) -> llvm::Error {
        write(os);
        return llvm::Error::success();
      });
  if (error)
    return makeError("can't write '" + path +
                     "': " + llvm::toString(std::move(error)));
  return error;
}
