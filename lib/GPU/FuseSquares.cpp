//===- FuseSquares.cpp - Products that are added become one op ------------===//

#include "RMSNorm/GPU/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::rmsnorm {
#define GEN_PASS_DEF_FUSESQUARESPASS
#include "RMSNorm/GPU/Passes.h.inc"
} // namespace mlir::rmsnorm

using namespace mlir;

static bool mayContract(arith::ArithFastMathInterface op) {
  return bitEnumContainsAll(op.getFastMathFlagsAttr().getValue(),
                            arith::FastMathFlags::contract);
}

/// `value` if it is a product that may be added without a rounding of its own.
static arith::MulFOp getProduct(Value value) {
  auto product = value.getDefiningOp<arith::MulFOp>();
  return product && mayContract(product) ? product : arith::MulFOp();
}

namespace {
/// The second summand is the one that is new to a sum.
struct FuseProduct : OpRewritePattern<arith::AddFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::AddFOp op,
                                PatternRewriter &b) const override {
    if (!mayContract(op))
      return failure();
    if (arith::MulFOp product = getProduct(op.getRhs())) {
      b.replaceOpWithNewOp<math::FmaOp>(op, product.getLhs(), product.getRhs(),
                                        op.getLhs());
      return success();
    }
    // What lies beyond the end of the row is left out of the sum.
    auto masked = op.getRhs().getDefiningOp<arith::SelectOp>();
    if (!masked || !matchPattern(masked.getFalseValue(), m_AnyZeroFloat()))
      return failure();
    arith::MulFOp product = getProduct(masked.getTrueValue());
    if (!product)
      return failure();
    Value sum = math::FmaOp::create(b, op.getLoc(), product.getLhs(),
                                    product.getRhs(), op.getLhs());
    b.replaceOpWithNewOp<arith::SelectOp>(op, masked.getCondition(), sum,
                                          op.getLhs());
    return success();
  }
};

struct FuseSquares : rmsnorm::impl::FuseSquaresPassBase<FuseSquares> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<FuseProduct>(&getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      return signalPassFailure();
    // Nothing else is left to the choice of later stages.
    getOperation()->walk([](arith::ArithFastMathInterface op) {
      op->setAttr(op.getFastMathAttrName(),
                  arith::FastMathFlagsAttr::get(op->getContext(),
                                                arith::FastMathFlags::none));
    });
  }
};
} // namespace
