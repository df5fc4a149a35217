//===- Toolkit.cpp - Where CUDA's tools are -------------------------------===//

#include "Toolkit.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"

using namespace llvm;

std::string mlir::rmsnorm::findToolkitWith(StringRef file) {
  // Who names a toolkit wants that one and no other.
  SmallVector<std::string> places;
  for (StringRef name : {"CUDA_HOME", "CUDA_PATH", "CUDA_ROOT"})
    if (std::optional<std::string> place = sys::Process::GetEnv(name);
        place && !place->empty() && places.empty())
      places.push_back(*place);
  if (places.empty()) {
    places.push_back("/usr/local/cuda");
    if (ErrorOr<std::string> ptxas = sys::findProgramByName("ptxas"))
      places.push_back(
          sys::path::parent_path(sys::path::parent_path(*ptxas)).str());
  }
  for (const std::string &place : places) {
    SmallString<256> path(place);
    sys::path::append(path, file);
    if (sys::fs::exists(path))
      return place;
  }
  return "";
}
