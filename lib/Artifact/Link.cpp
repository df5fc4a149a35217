//===- Link.cpp - From an object to a shared library ----------------------===//

#include "RMSNorm/Artifact/Link.h"
#include "RMSNorm/Artifact/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"

using namespace mlir;

static llvm::Expected<std::string> findCompiler() {
  for (StringRef name : {"cc", "clang", "clang-" RMSNORM_LLVM_VERSION, "gcc"})
    if (auto path = llvm::sys::findProgramByName(name))
      return *path;
  return rmsnorm::makeError(
      "linking a shared library needs a C compiler, and none of cc, clang, "
      "clang-" RMSNORM_LLVM_VERSION " and gcc is on PATH: install one, or "
      "write a .o");
}

llvm::Error rmsnorm::linkSharedLibrary(ArrayRef<StringRef> inputs,
                                       StringRef library) {
  llvm::Expected<std::string> compiler = findCompiler();
  if (!compiler)
    return compiler.takeError();

  SmallString<128> log;
  if (std::error_code code =
          llvm::sys::fs::createTemporaryFile("rmsnorm-link", "txt", log))
    return makeError("no temporary file for the linker's output: " +
                     code.message());
  llvm::FileRemover removeLog(log);
  StringRef directory = RMSNORM_LLVM_LIBRARY_DIR;
  std::string searchPath = ("-L" + directory).str();
  std::string runPath = ("-Wl,-rpath," + directory).str();
  // -z defs: a missing function is an error here rather than at the first call.
  SmallVector<StringRef> arguments{*compiler, "-shared", "-o", library};
  llvm::append_range(arguments, inputs);
  llvm::append_range(arguments,
                     ArrayRef<StringRef>{"-Wl,-z,defs", "-Wl,--as-needed",
                                         searchPath, runPath, "-lomp",
                                         "-lmlir_c_runner_utils", "-lm", "-ldl",
                                         "-pthread"});
  std::string problem;
  int status = llvm::sys::ExecuteAndWait(
      *compiler, arguments, std::nullopt,
      {StringRef(""), StringRef(log), StringRef(log)}, 0, 0, &problem);
  if (status == 0)
    return llvm::Error::success();
  if (auto said = llvm::MemoryBuffer::getFile(log); said && problem.empty())
    problem = (*said)->getBuffer().str();
  return makeError("linking with " + *compiler + " failed: " + problem);
}
