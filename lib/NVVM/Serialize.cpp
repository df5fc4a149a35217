//===- Serialize.cpp - Kernels become objects -----------------------------===//

#include "RMSNorm/NVVM/Passes.h"
#include "RMSNorm/NVVM/Toolkit.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Target/LLVM/ModuleToObject.h"
#include "mlir/Target/LLVM/NVVM/Utils.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"

namespace mlir::rmsnorm {
#define GEN_PASS_DEF_SERIALIZEPASS
#include "RMSNorm/NVVM/Passes.h.inc"
} // namespace mlir::rmsnorm

using namespace mlir;

namespace {
/// Compiles one `gpu.module` for one target. Unlike upstream's, it asks for a
/// toolkit only if the kernels call libdevice.
class Serializer : public LLVM::ModuleToObject {
public:
  Serializer(gpu::GPUModuleOp module, NVVM::NVVMTargetAttr target, bool toPTX)
      : ModuleToObject(*module, target.getTriple(), target.getChip(),
                       target.getFeatures(), target.getO()),
        toPTX(toPTX) {
    NVVM::SerializeGPUModuleBase::init();
  }

protected:
  std::optional<SmallVector<std::unique_ptr<llvm::Module>>>
  loadBitcodeFiles(llvm::Module &code) override {
    SmallVector<std::unique_ptr<llvm::Module>> libraries;
    auto function = llvm::find_if(code, [](llvm::Function &f) {
      return f.isDeclaration() && f.getName().starts_with("__nv_");
    });
    if (!toPTX || function == code.end())
      return libraries;
    constexpr StringLiteral file = "nvvm/libdevice/libdevice.10.bc";
    SmallString<128> path(rmsnorm::findToolkitWith(file));
    if (path.empty()) {
      emitError(getOperation().getLoc(), "no libdevice found, which has ")
          << function->getName() << ": " << rmsnorm::getToolkitHint();
      return std::nullopt;
    }
    llvm::sys::path::append(path, file);
    auto name = StringAttr::get(getOperation().getContext(), path);
    if (failed(loadBitcodeFilesFromList(code.getContext(), {name}, libraries)))
      return std::nullopt;
    return libraries;
  }

  FailureOr<SmallVector<char, 0>> moduleToObject(llvm::Module &code) override {
    if (!toPTX)
      return ModuleToObject::moduleToObject(code);
    FailureOr<llvm::TargetMachine *> machine = getOrCreateTargetMachine();
    if (failed(machine))
      return emitError(getOperation().getLoc(), "LLVM has no target for ")
             << chip;
    FailureOr<SmallString<0>> ptx = translateModuleToISA(
        code, **machine, [&] { return emitError(getOperation().getLoc()); });
    if (failed(ptx))
      return failure();
    // The driver takes PTX as a string that ends with a zero.
    ptx->push_back('\0');
    return SmallVector<char, 0>(ptx->begin(), ptx->end());
  }

private:
  bool toPTX;
};
} // namespace

/// Replaces the kernels by an object for each target.
static LogicalResult serialize(gpu::GPUModuleOp module, bool toPTX) {
  if (!module.getTargetsAttr())
    return emitError(module.getLoc(),
                     "has no target: run rmsnorm-attach-target first");
  OpBuilder b(module);
  DictionaryAttr properties;
  if (toPTX)
    properties =
        b.getDictionaryAttr(b.getNamedAttr("O", b.getI32IntegerAttr(3)));
  SmallVector<Attribute> objects;
  for (Attribute attribute : module.getTargetsAttr()) {
    auto target = dyn_cast<NVVM::NVVMTargetAttr>(attribute);
    if (!target)
      return emitError(module.getLoc(), "has a target that is no #nvvm.target");
    std::optional<SmallVector<char, 0>> bytes =
        Serializer(module, target, toPTX).run();
    if (!bytes)
      return failure();
    objects.push_back(gpu::ObjectAttr::get(
        b.getContext(), target,
        toPTX ? gpu::CompilationTarget::Assembly
              : gpu::CompilationTarget::Offload,
        b.getStringAttr(StringRef(bytes->data(), bytes->size())), properties,
        /*kernels=*/nullptr));
  }
  gpu::BinaryOp::create(b, module.getLoc(), module.getName(),
                        /*offloadingHandler=*/nullptr, b.getArrayAttr(objects));
  module.erase();
  return success();
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

namespace {
struct Serialize : rmsnorm::impl::SerializePassBase<Serialize> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    bool toPTX = format == "isa" || format == "bin" || format == "fatbin";
    if (!toPTX && format != "llvm") {
      emitError(module.getLoc()) << "unknown format '" << format
                                 << "'; choose isa, bin, fatbin or llvm";
      return signalPassFailure();
    }
    if (failed(verifyLowered(module)))
      return signalPassFailure();
    for (auto kernels :
         llvm::make_early_inc_range(module.getOps<gpu::GPUModuleOp>()))
      if (failed(serialize(kernels, toPTX)))
        return signalPassFailure();
  }
};
} // namespace
