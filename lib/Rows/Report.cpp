//===- Report.cpp - What is in a loop over rows, and what is not ----------===//

#include "Report.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace mlir::rmsnorm;

/// Whether `op` computes something: constants, sizes and destinations do not,
/// nor do reshapes with nothing but those behind them.
static bool isWork(Operation *op) {
  if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op)) {
    auto isStructured = [](Operation *other) {
      return isa_and_nonnull<linalg::LinalgOp>(other);
    };
    return isStructured(op->getOperand(0).getDefiningOp()) &&
           llvm::any_of(op->getUsers(), isStructured);
  }
  return !op->hasTrait<OpTrait::IsTerminator>() &&
         !op->hasTrait<OpTrait::ConstantLike>() &&
         !isa<tensor::DimOp, tensor::EmptyOp, linalg::FillOp>(op);
}

void rmsnorm::report(
    const Cluster &cluster,
    const llvm::DenseMap<Operation *, StringRef> &reasonsAgainstGroups) {
  constexpr auto named = remark::RemarkOpts::name("fuse").category("rmsnorm");
  remark::passed(cluster.ops.front()->getLoc(), named)
      << remark::add("one loop over rows")
      << remark::metric("ops", int64_t(cluster.ops.size()));
  for (auto [op, why] : cluster.refused) {
    auto groups = reasonsAgainstGroups.find(op);
    if (isWork(op))
      remark::missed(op->getLoc(), named)
          << remark::add("not in the loop over rows beside it")
          << remark::reason("{0}", groups == reasonsAgainstGroups.end()
                                       ? why
                                       : groups->second);
  }
}
