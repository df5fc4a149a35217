//===- AttachTarget.cpp - Which GPU the kernels are for -------------------===//

#include "RMSNorm/NVVM/Passes.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/ADT/StringSwitch.h"

namespace mlir::rmsnorm {
#define GEN_PASS_DEF_ATTACHTARGETPASS
#include "RMSNorm/NVVM/Passes.h.inc"
} // namespace mlir::rmsnorm

using namespace mlir;

/// The oldest PTX version that knows the chip; empty for an unknown one. LLVM
/// aborts the process where the two do not fit.
static StringRef getPTXFeature(StringRef chip) {
  return llvm::StringSwitch<StringRef>(chip)
      .Case("sm_75", "+ptx63")
      .Case("sm_80", "+ptx70")
      .Case("sm_86", "+ptx71")
      .Case("sm_87", "+ptx74")
      .Case("sm_89", "+ptx78")
      .Case("sm_90", "+ptx78")
      .Case("sm_90a", "+ptx80")
      .Cases({"sm_100", "sm_100a"}, "+ptx86")
      .Cases({"sm_120", "sm_120a"}, "+ptx87")
      .Cases({"sm_100f", "sm_120f"}, "+ptx88")
      .Cases({"sm_103", "sm_103a", "sm_103f"}, "+ptx88")
      .Cases({"sm_121", "sm_121a", "sm_121f"}, "+ptx88")
      .Cases({"sm_110", "sm_110a", "sm_110f"}, "+ptx90")
      .Default("");
}

namespace {
struct AttachTarget : rmsnorm::impl::AttachTargetPassBase<AttachTarget> {
  using Base::Base;

  void runOnOperation() override {
    StringRef feature = getPTXFeature(chip);
    if (feature.empty()) {
      emitError(getOperation().getLoc())
          << "unknown chip '" << chip
          << "'; choose one of sm_75, sm_80, sm_86, sm_87, sm_89, sm_90, "
             "sm_100, sm_103, sm_110, sm_120 or sm_121, or their "
             "variants (sm_90a)";
      return signalPassFailure();
    }
    auto target = NVVM::NVVMTargetAttr::get(
        &getContext(), /*optLevel=*/3, "nvptx64-nvidia-cuda", chip, feature);
    Builder builder(&getContext());
    for (auto module : getOperation().getOps<gpu::GPUModuleOp>())
      module.setTargetsAttr(builder.getArrayAttr({target}));
  }
};
} // namespace
