//===- scale-opt.cpp - A compiler that lowers to rmsnorm ------------------===//
//
// Its own op becomes a norm; what follows is rmsnorm's: its passes, pipelines
// and dialects come with the three calls in main.
//
//===----------------------------------------------------------------------===//

#include "RMSNorm/Dialect/RMSNorm.h"
#include "RMSNorm/InitAll.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

using namespace mlir;

#include "ScaleDialect.h.inc"
#define GET_OP_CLASSES
#include "ScaleOps.h.inc"

#include "ScaleDialect.cpp.inc"
#define GET_OP_CLASSES
#include "ScaleOps.cpp.inc"

void scale::ScaleDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "ScaleOps.cpp.inc"
      >();
}

namespace {
struct LowerByNorm : OpRewritePattern<scale::ByNormOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(scale::ByNormOp op,
                                PatternRewriter &rewriter) const override {
    auto type = cast<RankedTensorType>(op.getY().getType());
    Value init = tensor::EmptyOp::create(rewriter, op.getLoc(), type.getShape(),
                                         type.getElementType());
    auto norm = rmsnorm::NormOp::create(rewriter, op.getLoc(), op.getX(),
                                        /*weight=*/Value(), /*bias=*/Value(),
                                        init, rewriter.getF64FloatAttr(0.0));
    norm.setRounding(op.getRounding());
    rewriter.replaceOp(op, norm);
    return success();
  }
};

struct LowerScale : PassWrapper<LowerScale, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LowerScale)

  StringRef getArgument() const override { return "lower-scale"; }
  StringRef getDescription() const override { return "scale to rmsnorm"; }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<rmsnorm::RMSNormDialect, tensor::TensorDialect>();
  }

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<LowerByNorm>(&getContext());
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace

int main(int argc, char **argv) {
  DialectRegistry registry;
  registry.insert<scale::ScaleDialect>();
  rmsnorm::registerAll(registry);
  registerAllPasses();
  rmsnorm::registerPasses();
  PassRegistration<LowerScale>();
  return asMainReturnCode(
      MlirOptMain(argc, argv, "A compiler on rmsnorm\n", registry));
}
