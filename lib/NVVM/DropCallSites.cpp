//===- DropCallSites.cpp - Locations without the calls they came through --===//

#include "RMSNorm/NVVM/Passes.h"

namespace mlir::rmsnorm {
#define GEN_PASS_DEF_DROPCALLSITESPASS
#include "RMSNorm/NVVM/Passes.h.inc"
} // namespace mlir::rmsnorm

using namespace mlir;

namespace {
struct DropCallSites : rmsnorm::impl::DropCallSitesPassBase<DropCallSites> {
  void runOnOperation() override {
    getOperation()->walk([](Operation *op) {
      Location loc = op->getLoc();
      while (auto inlined = dyn_cast<CallSiteLoc>(loc))
        loc = inlined.getCallee();
      op->setLoc(loc);
    });
  }
};
} // namespace
