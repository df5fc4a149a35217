//===- ExpandForPTX.cpp - Instructions instead of calls -------------------===//

#include "RMSNorm/NVVM/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::rmsnorm {
#define GEN_PASS_DEF_EXPANDFORPTXPASS
#include "RMSNorm/NVVM/Passes.h.inc"
} // namespace mlir::rmsnorm

using namespace mlir;

/// A sum with a constant of 2^-102 or more, such as an epsilon, is zero or
/// normal: where the other summand is near its opposite both are multiples of
/// 2^-126, and so is what is left.
static bool isNeverSubnormal(Value value) {
  auto sum = value.getDefiningOp<arith::AddFOp>();
  APFloat summand(0.0f);
  return sum && matchPattern(sum.getRhs(), m_ConstantFloat(&summand)) &&
         std::abs(summand.convertToDouble()) >= 0x1p-102;
}

namespace {
/// An op that is an intrinsic of the same operands. It is named, because the
/// ops of the LLVM dialect are turned into calls as well.
template <typename MathOp> struct ToIntrinsic : OpRewritePattern<MathOp> {
  ToIntrinsic(MLIRContext *context, StringRef name)
      : OpRewritePattern<MathOp>(context), name(name) {}

  LogicalResult matchAndRewrite(MathOp op,
                                PatternRewriter &rewriter) const override {
    if (!LLVM::isCompatibleType(op.getType()))
      return failure();
    rewriter.replaceOpWithNewOp<LLVM::CallIntrinsicOp>(
        op, op.getType(), rewriter.getStringAttr(name), op->getOperands());
    return success();
  }

  StringRef name;
};

struct ExpandRsqrt : OpRewritePattern<math::RsqrtOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::RsqrtOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type type = op.getType();
    Type element = getElementTypeOrSelf(type);
    Value x = op.getOperand();
    if (element.isF64()) {
      Value one = arith::ConstantOp::create(rewriter, loc, type,
                                            rewriter.getOneAttr(type));
      Value root = math::SqrtOp::create(rewriter, loc, x);
      rewriter.replaceOpWithNewOp<arith::DivFOp>(op, one, root);
      return success();
    }
    if (element.isF16() || element.isBF16()) {
      Type wide = rewriter.getF32Type();
      if (auto vector = dyn_cast<VectorType>(type))
        wide = vector.clone(wide);
      Value inF32 = arith::ExtFOp::create(rewriter, loc, wide, x);
      Value result = math::RsqrtOp::create(rewriter, loc, inF32);
      rewriter.replaceOpWithNewOp<arith::TruncFOp>(op, type, result);
      return success();
    }
    if (!element.isF32())
      return failure();
    // The instruction itself takes subnormal numbers for zero; others are
    // brought into its range by three more.
    StringRef name = isNeverSubnormal(x) ? "llvm.nvvm.rsqrt.approx.ftz.f"
                                         : "llvm.nvvm.rsqrt.approx.f";
    auto approximate = [&](Value value) -> Value {
      return LLVM::CallIntrinsicOp::create(rewriter, loc, element,
                                           rewriter.getStringAttr(name), value)
          .getResults();
    };
    auto vector = dyn_cast<VectorType>(type);
    if (!vector) {
      rewriter.replaceOp(op, approximate(x));
      return success();
    }
    if (vector.getRank() != 1)
      return failure();
    SmallVector<Value> elements;
    for (int64_t i = 0; i < vector.getNumElements(); ++i)
      elements.push_back(
          approximate(vector::ExtractOp::create(rewriter, loc, x, i)));
    rewriter.replaceOpWithNewOp<vector::FromElementsOp>(op, type, elements);
    return success();
  }
};

struct ExpandForPTX : rmsnorm::impl::ExpandForPTXPassBase<ExpandForPTX> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<ExpandRsqrt>(&getContext());
    patterns.add<ToIntrinsic<math::SqrtOp>>(&getContext(), "llvm.sqrt");
    patterns.add<ToIntrinsic<math::AbsFOp>>(&getContext(), "llvm.fabs");
    patterns.add<ToIntrinsic<math::FloorOp>>(&getContext(), "llvm.floor");
    patterns.add<ToIntrinsic<math::CeilOp>>(&getContext(), "llvm.ceil");
    patterns.add<ToIntrinsic<math::TruncOp>>(&getContext(), "llvm.trunc");
    patterns.add<ToIntrinsic<math::RoundEvenOp>>(&getContext(),
                                                 "llvm.roundeven");
    patterns.add<ToIntrinsic<math::CopySignOp>>(&getContext(), "llvm.copysign");
    patterns.add<ToIntrinsic<math::FmaOp>>(&getContext(), "llvm.fma");
    populateGpuShufflePatterns(patterns);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
