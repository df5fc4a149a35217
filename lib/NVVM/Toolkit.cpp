//===- Toolkit.cpp - Where CUDA's tools are -------------------------------===//

#include "Toolkit.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"

using namespace llvm;

std::string mlir::rmsnorm::findToolkitWith(StringRef file) {
  SmallVector<std::string> places;
  for (StringRef name : {"CUDA_HOME", "CUDA_PATH", "CUDA_ROOT"})
    if (std::optional<std::string> place = sys::Process::GetEnv(name))
      places.push_back(*place);
  places.push_back("/usr/local/cuda");
  if (ErrorOr<std::string> ptxas = sys::findProgramByName("ptxas"))
    places.push_back(
        sys::path::parent_path(sys::path::parent_path(*ptxas)).str());
  for (const std::string &place : places) {
    SmallString<256> path(place);
    sys::path::append(path, file);
    if (!place.empty() && sys::fs::exists(path))
      return place;
  }
  return "";
}
