//===- Toolkit.cpp - Where CUDA's tools are -------------------------------===//

#include "RMSNorm/NVVM/Toolkit.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"

using namespace llvm;

using Paths = SmallVector<std::string>;

/// The variable that names a toolkit, and what it says.
static std::pair<StringRef, std::string> getNamedToolkit() {
  for (StringRef name : {"CUDA_HOME", "CUDA_PATH", "CUDA_ROOT"})
    if (std::optional<std::string> place = sys::Process::GetEnv(name);
        place && !place->empty())
      return {name, *place};
  return {};
}

/// The directory above the one that `program` is in, if it is on PATH.
static std::string getPrefixOf(StringRef program) {
  ErrorOr<std::string> path = sys::findProgramByName(program);
  if (!path)
    return "";
  return sys::path::parent_path(sys::path::parent_path(*path)).str();
}

static std::string append(const Twine &a, const Twine &b) {
  SmallString<256> path;
  sys::path::append(path, a, b);
  return path.str().str();
}

/// Where pip may have put nvidia-cuda-nvcc, from CUDA 13 on and before.
static void addPythonPackages(StringRef prefix, Paths &places) {
  std::error_code code;
  for (sys::fs::directory_iterator it(append(prefix, "lib"), code), end;
       !code && it != end; it.increment(code)) {
    if (!sys::path::filename(it->path()).starts_with("python3"))
      continue;
    for (StringRef packages : {"site-packages", "dist-packages"})
      for (StringRef name : {"nvidia/cu13", "nvidia/cuda_nvcc"})
        places.push_back(append(append(it->path(), packages), name));
  }
}

static Paths getPlaces() {
  // Who names a toolkit wants that one and no other.
  if (std::string named = getNamedToolkit().second; !named.empty())
    return {named};
  Paths places{"/usr/local/cuda"};
  if (std::string prefix = getPrefixOf("ptxas"); !prefix.empty())
    places.push_back(prefix);
  Paths prefixes;
  for (StringRef variable : {"VIRTUAL_ENV", "CONDA_PREFIX"})
    if (std::optional<std::string> prefix = sys::Process::GetEnv(variable))
      prefixes.push_back(*prefix);
  prefixes.push_back(getPrefixOf("python3"));
  if (std::optional<std::string> home = sys::Process::GetEnv("HOME"))
    prefixes.push_back(append(*home, ".local"));
  prefixes.push_back("/usr/local");
  for (const std::string &prefix : prefixes)
    if (!prefix.empty())
      addPythonPackages(prefix, places);
  return places;
}

std::string mlir::rmsnorm::findToolkitWith(StringRef file) {
  for (const std::string &place : getPlaces())
    if (sys::fs::exists(append(place, file)))
      return place;
  return "";
}

bool mlir::rmsnorm::hasAssembler() {
  return !findToolkitWith("bin/ptxas").empty() &&
         !findToolkitWith("bin/fatbinary").empty();
}

std::string mlir::rmsnorm::getToolkitHint() {
  auto [variable, place] = getNamedToolkit();
  if (!variable.empty())
    return ("point " + variable + ", which is '" + place +
            "', to a CUDA toolkit that has it, or unset it")
        .str();
  return "install a CUDA toolkit and point CUDA_HOME to it, or install "
         "nvidia-cuda-nvcc with pip";
}
