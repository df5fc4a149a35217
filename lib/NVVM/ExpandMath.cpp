//===- ExpandMath.cpp - Functions that a GPU has no instruction for -------===//

#include "RMSNorm/NVVM/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/Support/MathExtras.h"
#include <limits>

namespace mlir::rmsnorm {
#define GEN_PASS_DEF_EXPANDMATHPASS
#include "RMSNorm/NVVM/Passes.h.inc"
} // namespace mlir::rmsnorm

using namespace mlir;

/// A float constant of `type`, one or a vector of them.
static Value constant(ImplicitLocOpBuilder &b, Type type, double value) {
  TypedAttr attr = b.getFloatAttr(getElementTypeOrSelf(type), value);
  if (auto vector = dyn_cast<VectorType>(type))
    attr = DenseElementsAttr::get(vector, Attribute(attr));
  return arith::ConstantOp::create(b, attr);
}

static bool isWide(Type type) {
  return !getElementTypeOrSelf(type).isF16() &&
         !getElementTypeOrSelf(type).isBF16();
}

namespace {
struct ExpandAbsI : OpRewritePattern<math::AbsIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::AbsIOp op,
                                PatternRewriter &rewriter) const override {
    Type type = op.getType();
    Value zero = arith::ConstantOp::create(rewriter, op.getLoc(), type,
                                           rewriter.getZeroAttr(type));
    Value negated =
        arith::SubIOp::create(rewriter, op.getLoc(), zero, op.getOperand());
    rewriter.replaceOpWithNewOp<arith::MaxSIOp>(op, op.getOperand(), negated);
    return success();
  }
};

/// exp(y * log|x|), and the sign of x where y is odd: upstream's expansion has
/// a NaN for every negative base.
struct ExpandPowF : OpRewritePattern<math::PowFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::PowFOp op,
                                PatternRewriter &rewriter) const override {
    Type type = op.getType();
    if (!isWide(type))
      return failure();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value x = op.getLhs(), y = op.getRhs();
    Value zero = constant(b, type, 0), one = constant(b, type, 1);
    auto is = [&](arith::CmpFPredicate predicate, Value lhs, Value rhs) {
      return arith::CmpFOp::create(b, predicate, lhs, rhs);
    };
    auto choose = [&](Value condition, Value lhs, Value rhs) -> Value {
      return arith::SelectOp::create(b, condition, lhs, rhs);
    };
    Value log = math::LogOp::create(b, math::AbsFOp::create(b, x));
    Value power = math::ExpOp::create(b, arith::MulFOp::create(b, y, log));
    Value half = arith::MulFOp::create(b, y, constant(b, type, 0.5));
    Value isOdd =
        is(arith::CmpFPredicate::UNE, half, math::TruncOp::create(b, half));
    Value isFraction =
        is(arith::CmpFPredicate::UNE, y, math::TruncOp::create(b, y));
    Value negative = choose(isOdd, arith::NegFOp::create(b, power), power);
    Value nan = constant(b, type, std::numeric_limits<double>::quiet_NaN());
    negative = choose(isFraction, nan, negative);
    Value result =
        choose(is(arith::CmpFPredicate::OLT, x, zero), negative, power);
    rewriter.replaceOp(
        op, choose(is(arith::CmpFPredicate::OEQ, y, zero), one, result));
    return success();
  }
};

/// Half away from zero. Upstream adds a half, which rounds the float just below
/// one half up; the part that is cut off is exact.
struct ExpandRound : OpRewritePattern<math::RoundOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::RoundOp op,
                                PatternRewriter &rewriter) const override {
    Type type = op.getType();
    if (!isWide(type))
      return failure();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value x = op.getOperand(), whole = math::TruncOp::create(b, x);
    Value rest = math::AbsFOp::create(b, arith::SubFOp::create(b, x, whole));
    Value step = math::CopySignOp::create(b, constant(b, type, 1), x);
    Value isFar = arith::CmpFOp::create(b, arith::CmpFPredicate::OGE, rest,
                                        constant(b, type, 0.5));
    rewriter.replaceOpWithNewOp<arith::SelectOp>(
        op, isFar, arith::AddFOp::create(b, whole, step), whole);
    return success();
  }
};

/// 2^n for the nearest integer n by its bits, in two factors, so that powers of
/// two are exact, and the rest as exp.
struct ExpandExp2 : OpRewritePattern<math::Exp2Op> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::Exp2Op op,
                                PatternRewriter &rewriter) const override {
    Type type = op.getType();
    if (!getElementTypeOrSelf(type).isF32())
      return failure();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Type bits = b.getI32Type();
    if (auto vector = dyn_cast<VectorType>(type))
      bits = vector.clone(bits);
    auto integer = [&](int32_t value) -> Value {
      TypedAttr attr = b.getI32IntegerAttr(value);
      if (auto vector = dyn_cast<VectorType>(bits))
        attr = DenseElementsAttr::get(vector, Attribute(attr));
      return arith::ConstantOp::create(b, attr);
    };
    auto power = [&](Value n) -> Value {
      Value biased = arith::AddIOp::create(b, n, integer(127));
      return arith::BitcastOp::create(
          b, type, arith::ShLIOp::create(b, biased, integer(23)));
    };
    // Beyond these the result is zero or infinite.
    Value x = arith::MinimumFOp::create(
        b,
        arith::MaximumFOp::create(b, op.getOperand(), constant(b, type, -252)),
        constant(b, type, 254));
    Value whole = math::RoundEvenOp::create(b, x);
    Value rest = arith::MulFOp::create(b, arith::SubFOp::create(b, x, whole),
                                       constant(b, type, llvm::numbers::ln2));
    Value n = arith::FPToSIOp::create(b, bits, whole);
    Value first = arith::ShRSIOp::create(b, n, integer(1));
    Value second = arith::SubIOp::create(b, n, first);
    Value scaled =
        arith::MulFOp::create(b, math::ExpOp::create(b, rest), power(first));
    rewriter.replaceOpWithNewOp<arith::MulFOp>(op, scaled, power(second));
    return success();
  }
};

struct ExpandMath : rmsnorm::impl::ExpandMathPassBase<ExpandMath> {
  void runOnOperation() override {
    // What of these is an instruction is left to `rmsnorm-expand-for-ptx`.
    static constexpr StringRef composed[] = {"sinh",  "cosh",  "tan",  "asinh",
                                             "acosh", "atanh", "fpowi"};
    RewritePatternSet patterns(&getContext());
    patterns.add<ExpandAbsI, ExpandExp2, ExpandPowF, ExpandRound>(
        &getContext());
    math::populateExpansionPatterns(patterns, composed);
    auto any = [](StringRef name) { return name != "math.rsqrt"; };
    populateMathF32ExpansionPatterns(patterns, any);
    populateMathPolynomialApproximationPatterns(patterns, any);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
