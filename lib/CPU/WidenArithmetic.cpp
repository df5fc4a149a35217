//===- WidenArithmetic.cpp - 16-bit float arithmetic in f32 ---------------===//
//
// Upstream's arith-emulate-unsupported-floats marks the conversions that it
// inserts `contract`, which allows a later fold to drop a rounding. Here every
// operation rounds: for bf16 and f16 the f32 result, rounded again, is the
// correctly rounded one (24 bits >= 2 * 11 + 2, Figueroa 1995).
//
//===----------------------------------------------------------------------===//

#include "RMSNorm/CPU/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"

namespace mlir::rmsnorm {
#define GEN_PASS_DEF_WIDENARITHMETICPASS
#include "RMSNorm/CPU/Passes.h.inc"
} // namespace mlir::rmsnorm

using namespace mlir;

static bool isNarrow(Type type) {
  Type element = getElementTypeOrSelf(type);
  return element.isBF16() || element.isF16();
}

/// Whether `op` computes with its floats, rather than moving or converting
/// them.
static bool computes(Operation *op) {
  if (!isa<arith::ArithDialect, math::MathDialect>(op->getDialect()) ||
      !OpTrait::hasElementwiseMappableTraits(op))
    return false;
  return !isa<arith::ExtFOp, arith::TruncFOp, arith::BitcastOp, arith::SelectOp,
              arith::SIToFPOp, arith::UIToFPOp>(op);
}

static Type widen(Type type, OpBuilder &b) {
  auto shaped = dyn_cast<ShapedType>(type);
  return shaped ? Type(shaped.clone(b.getF32Type())) : Type(b.getF32Type());
}

namespace {
struct WidenArithmetic
    : rmsnorm::impl::WidenArithmeticPassBase<WidenArithmetic> {
  void runOnOperation() override {
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      if (computes(op) && (llvm::any_of(op->getOperandTypes(), isNarrow) ||
                           llvm::any_of(op->getResultTypes(), isNarrow)))
        ops.push_back(op);
    });
    OpBuilder b(&getContext());
    for (Operation *op : ops) {
      Location loc = op->getLoc();
      b.setInsertionPoint(op);
      for (OpOperand &operand : op->getOpOperands())
        if (isNarrow(operand.get().getType()))
          operand.set(arith::ExtFOp::create(
              b, loc, widen(operand.get().getType(), b), operand.get()));
      b.setInsertionPointAfter(op);
      for (Value result : op->getResults()) {
        Type narrow = result.getType();
        if (!isNarrow(narrow))
          continue;
        result.setType(widen(narrow, b));
        auto rounded = arith::TruncFOp::create(b, loc, narrow, result);
        result.replaceAllUsesExcept(rounded, rounded);
      }
    }
  }
};
} // namespace
