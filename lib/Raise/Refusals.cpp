//===- Refusals.cpp - Why something is no norm ----------------------------===//

#include "Refusals.h"

using namespace mlir;
using namespace mlir::rmsnorm;

void Refusals::add(Operation *root, unsigned progress,
                   function_ref<std::string()> reason) {
  if (!wanted)
    return;
  auto &[furthest, why] = reasons[root];
  if (progress <= furthest)
    return;
  furthest = progress;
  why = reason();
}

std::optional<StringRef> Refusals::get(Operation *root) const {
  auto found = reasons.find(root);
  if (found == reasons.end())
    return std::nullopt;
  return StringRef(found->second.second);
}
