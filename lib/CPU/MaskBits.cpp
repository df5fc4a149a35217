//===- MaskBits.cpp - Accesses of 16-bit floats as integers ---------------===//

#include "RMSNorm/CPU/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"

namespace mlir::rmsnorm {
#define GEN_PASS_DEF_MASKBITSPASS
#include "RMSNorm/CPU/Passes.h.inc"
} // namespace mlir::rmsnorm

using namespace mlir;

/// The integers to take instead of `type`, if it is one of 16-bit floats.
static Type getBits(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  if (!vector || !isa<BFloat16Type, Float16Type>(vector.getElementType()))
    return {};
  return vector.clone(IntegerType::get(type.getContext(), 16));
}

namespace {
struct MaskBits : rmsnorm::impl::MaskBitsPassBase<MaskBits> {
  void runOnOperation() override {
    OpBuilder b(&getContext());
    getOperation()->walk([&](Operation *op) {
      if (!isa<LLVM::LoadOp, LLVM::MaskedLoadOp, LLVM::MaskedStoreOp>(op))
        return;
      b.setInsertionPoint(op);
      for (OpOperand &operand : op->getOpOperands())
        if (Type bits = getBits(operand.get().getType()))
          operand.set(
              LLVM::BitcastOp::create(b, op->getLoc(), bits, operand.get()));
      b.setInsertionPointAfter(op);
      for (Value result : op->getResults()) {
        Type type = result.getType();
        Type bits = getBits(type);
        if (!bits)
          continue;
        result.setType(bits);
        auto floats = LLVM::BitcastOp::create(b, op->getLoc(), type, result);
        result.replaceAllUsesExcept(floats, floats);
      }
    });
  }
};
} // namespace
