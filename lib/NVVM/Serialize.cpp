//===- Serialize.cpp - Kernels become objects -----------------------------===//

#include "RMSNorm/NVVM/Passes.h"
#include "Toolkit.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/ADT/StringSwitch.h"

namespace mlir::rmsnorm {
#define GEN_PASS_DEF_SERIALIZEPASS
#include "RMSNorm/NVVM/Passes.h.inc"
} // namespace mlir::rmsnorm

using namespace mlir;

static std::optional<gpu::CompilationTarget> parseFormat(StringRef format) {
  using Target = gpu::CompilationTarget;
  return llvm::StringSwitch<std::optional<Target>>(format)
      .Case("llvm", Target::Offload)
      .Case("isa", Target::Assembly)
      .Case("bin", Target::Binary)
      .Case("fatbin", Target::Fatbin)
      .Default(std::nullopt);
}

/// An error at the first op that the conversion to NVVM left as it was.
static LogicalResult verifyLowered(ModuleOp module) {
  WalkResult result = module.walk([](gpu::GPUModuleOp kernels) {
    return kernels.walk([&](Operation *op) {
      if (isa<LLVM::LLVMDialect, NVVM::NVVMDialect, gpu::GPUDialect>(
              op->getDialect()))
        return WalkResult::advance();
      InFlightDiagnostic error = emitError(op->getLoc())
                                 << "'" << op->getName() << "'";
      if (op->getNumResults())
        error << " with a result of type " << op->getResult(0).getType();
      error << " has no lowering to GPU code";
      return WalkResult::interrupt();
    });
  });
  return failure(result.wasInterrupted());
}

/// The first function of libdevice that the kernels call.
static LLVM::LLVMFuncOp findLibdeviceFunction(ModuleOp module) {
  for (auto kernels : module.getOps<gpu::GPUModuleOp>())
    for (auto func : kernels.getOps<LLVM::LLVMFuncOp>())
      if (func.isExternal() && func.getName().starts_with("__nv_"))
        return func;
  return {};
}

namespace {
struct Serialize : rmsnorm::impl::SerializePassBase<Serialize> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    std::optional<gpu::CompilationTarget> target = parseFormat(format);
    if (!target) {
      emitError(module.getLoc()) << "unknown format '" << format
                                 << "'; choose llvm, isa, bin or fatbin";
      return signalPassFailure();
    }
    if (failed(verifyLowered(module)))
      return signalPassFailure();
    FailureOr<std::string> toolkit = findToolkit(*target);
    if (failed(toolkit))
      return signalPassFailure();
    gpu::TargetOptions options(*toolkit, /*librariesToLink=*/{},
                               /*cmdOptions=*/{}, /*elfSection=*/{}, *target);
    if (failed(gpu::transformGpuModulesToBinaries(module, nullptr, options)))
      signalPassFailure();
  }

  /// A toolkit with all that this module needs.
  FailureOr<std::string> findToolkit(gpu::CompilationTarget target) {
    ModuleOp module = getOperation();
    if (module.getOps<gpu::GPUModuleOp>().empty() ||
        target == gpu::CompilationTarget::Offload)
      return std::string();
    constexpr StringRef where =
        "; install a CUDA toolkit and point CUDA_HOME to it";
    std::string toolkit;
    auto require = [&](Operation *op, StringRef file,
                       const Twine &what) -> LogicalResult {
      toolkit = rmsnorm::findToolkitWith(file);
      if (!toolkit.empty())
        return success();
      return emitError(op->getLoc(), what) << where;
    };
    if (LLVM::LLVMFuncOp func = findLibdeviceFunction(module))
      if (failed(require(func, "nvvm/libdevice/libdevice.10.bc",
                         "no libdevice found, which has " + func.getName())))
        return failure();
    if (target == gpu::CompilationTarget::Assembly)
      return toolkit;
    if (failed(require(module, "bin/ptxas",
                       "no ptxas found for format=" + format)))
      return failure();
    if (target == gpu::CompilationTarget::Fatbin &&
        failed(require(module, "bin/fatbinary",
                       "no fatbinary found for format=fatbin")))
      return failure();
    return toolkit;
  }
};
} // namespace
