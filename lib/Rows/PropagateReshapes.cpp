//===- PropagateReshapes.cpp - One shape for rows and what is around ------===//

#include "Cluster.h"
#include "RMSNorm/Rows/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::rmsnorm {
#define GEN_PASS_DEF_PROPAGATERESHAPESPASS
#include "RMSNorm/Rows/Passes.h.inc"
} // namespace mlir::rmsnorm

using namespace mlir;
using namespace mlir::rmsnorm;

namespace {
struct PropagateReshapes
    : rmsnorm::impl::PropagateReshapesPassBase<PropagateReshapes> {
  void runOnOperation() override {
    // Clusters, and what is left to them: they must not lose a member.
    struct Clustered : RewriterBase::Listener {
      void notifyOperationErased(Operation *op) override { ops.erase(op); }
      llvm::SmallPtrSet<Operation *, 32> ops;
    } clustered;
    getOperation().walk([&](linalg::LinalgOp op) {
      if (std::optional<Cluster> cluster = growCluster(op))
        clustered.ops.insert(cluster->ops.begin(), cluster->ops.end());
    });
    if (clustered.ops.empty())
      return;

    // The reshape lies on one side of the operand, the op on the other.
    auto mayExpand = [&](OpOperand *operand) {
      Operation *producer = operand->get().getDefiningOp();
      bool isReshapeFirst = isa_and_nonnull<tensor::CollapseShapeOp>(producer);
      Operation *reshape = isReshapeFirst ? producer : operand->getOwner();
      Operation *op = isReshapeFirst ? operand->getOwner() : producer;
      auto structured = dyn_cast_or_null<linalg::LinalgOp>(op);
      return structured && !isUnitReshape(reshape) &&
             linalg::isElementwise(structured) && isRowCode(structured) &&
             !clustered.ops.contains(op);
    };
    RewritePatternSet patterns(&getContext());
    linalg::populateFoldReshapeOpsByExpansionPatterns(patterns, mayExpand);
    tensor::CollapseShapeOp::getCanonicalizationPatterns(patterns,
                                                         &getContext());
    tensor::ExpandShapeOp::getCanonicalizationPatterns(patterns, &getContext());
    if (failed(applyPatternsGreedily(
            getOperation(), std::move(patterns),
            GreedyRewriteConfig().setListener(&clustered))))
      signalPassFailure();
  }
};
} // namespace
