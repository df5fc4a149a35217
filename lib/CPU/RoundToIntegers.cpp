//===- RoundToIntegers.cpp - Rounding and conversion as one ---------------===//

#include "RMSNorm/CPU/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

namespace mlir::rmsnorm {
#define GEN_PASS_DEF_ROUNDTOINTEGERSPASS
#include "RMSNorm/CPU/Passes.h.inc"
} // namespace mlir::rmsnorm

using namespace mlir;

static bool isInteger(Value v) {
  APFloat bound(0.0f);
  return matchPattern(v, m_ConstantFloat(&bound)) && bound.isInteger();
}

namespace {
struct RoundToIntegers
    : rmsnorm::impl::RoundToIntegersPassBase<RoundToIntegers> {
  void runOnOperation() override {
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      if (isa<arith::FPToSIOp, arith::FPToUIOp>(op) &&
          getElementTypeOrSelf(op->getOperand(0)).isF32() &&
          getElementTypeOrSelf(op->getResult(0)).getIntOrFloatBitWidth() < 32)
        ops.push_back(op);
    });
    for (Operation *op : ops)
      rewrite(op);
  }

  static void rewrite(Operation *op);
};
} // namespace

void RoundToIntegers::rewrite(Operation *op) {
  // Bounds that are integers may as well come before the rounding.
  SmallVector<Operation *> clamps;
  Operation *def = op->getOperand(0).getDefiningOp();
  while (isa_and_nonnull<arith::MaximumFOp, arith::MinimumFOp>(def) &&
         isInteger(def->getOperand(1))) {
    clamps.push_back(def);
    def = def->getOperand(0).getDefiningOp();
  }
  ImplicitLocOpBuilder b(op->getLoc(), op);
  auto toWords = [&](Type type) -> Type {
    auto vector = dyn_cast<VectorType>(type);
    return vector ? Type(vector.clone(b.getI32Type())) : b.getI32Type();
  };
  auto replace = [&](Value words) {
    Type type = op->getResult(0).getType();
    op->getResult(0).replaceAllUsesWith(
        arith::TruncIOp::create(b, type, words));
    op->erase();
  };
  auto rounding = dyn_cast_or_null<math::RoundEvenOp>(def);
  if (!rounding) {
    // The lowest bits of what a signed conversion makes of NaN are zero.
    if (isa<arith::FPToUIOp>(op))
      replace(arith::FPToSIOp::create(b, toWords(op->getOperand(0).getType()),
                                      op->getOperand(0)));
    return;
  }
  Value v = rounding.getOperand();
  for (Operation *clamp : llvm::reverse(clamps)) {
    IRMapping map;
    map.map(clamp->getOperand(0), v);
    v = b.clone(*clamp, map)->getResult(0);
  }
  replace(LLVM::LrintOp::create(b, toWords(v.getType()), v));
}
