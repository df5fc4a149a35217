//===- AttachTarget.cpp - Which GPU the kernels are for -------------------===//

#include "RMSNorm/NVVM/Chips.h"
#include "RMSNorm/NVVM/Passes.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

namespace mlir::rmsnorm {
#define GEN_PASS_DEF_ATTACHTARGETPASS
#include "RMSNorm/NVVM/Passes.h.inc"
} // namespace mlir::rmsnorm

using namespace mlir;
using namespace mlir::rmsnorm;

namespace {
struct AttachTarget : rmsnorm::impl::AttachTargetPassBase<AttachTarget> {
  using Base::Base;

  void runOnOperation() override {
    Builder builder(&getContext());
    SmallVector<Attribute> targets;
    for (const std::string &chip : chips) {
      StringRef feature = getPTXFeature(chip);
      if (feature.empty()) {
        emitError(getOperation().getLoc())
            << "unknown chip '" << chip << "'; choose one of "
            << getChipNames();
        return signalPassFailure();
      }
      targets.push_back(NVVM::NVVMTargetAttr::get(
          &getContext(), /*optLevel=*/3, "nvptx64-nvidia-cuda", chip, feature));
    }
    for (auto module : getOperation().getOps<gpu::GPUModuleOp>())
      module.setTargetsAttr(builder.getArrayAttr(targets));
  }
};
} // namespace
