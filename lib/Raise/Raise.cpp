//===- Raise.cpp - Norms written out become ops ---------------------------===//

#include "RMSNorm/Raise/Passes.h"
#include "RMSNorm/Dialect/RMSNorm.h"

namespace mlir::rmsnorm {
#define GEN_PASS_DEF_RAISEPASS
#include "RMSNorm/Raise/Passes.h.inc"
} // namespace mlir::rmsnorm

using namespace mlir;

namespace {
struct Raise : rmsnorm::impl::RaisePassBase<Raise> {
  void runOnOperation() override {}
};
} // namespace
