//===- TileLeftovers.cpp - Loops for what belongs to no cluster -----------===//

#include "RMSNorm/Rows/Passes.h"
#include "RowMapping.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/TileUsingInterface.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::rmsnorm {
#define GEN_PASS_DEF_TILELEFTOVERSPASS
#include "RMSNorm/Rows/Passes.h.inc"
} // namespace mlir::rmsnorm

using namespace mlir;
using namespace mlir::rmsnorm;

namespace {
struct TileLeftovers : rmsnorm::impl::TileLeftoversPassBase<TileLeftovers> {
  void runOnOperation() override {
    SmallVector<linalg::LinalgOp> ops;
    getOperation()->walk([&](linalg::LinalgOp op) {
      if (op.hasPureTensorSemantics() && op.getNumParallelLoops() > 0 && !op->getParentOfType<scf::ForallOp>())
        ops.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (linalg::LinalgOp op : ops) {
      SmallVector<OpFoldResult> sizes;
      for (utils::IteratorType type : op.getIteratorTypesArray())
        sizes.push_back(rewriter.getIndexAttr(type == utils::IteratorType::parallel ? 1 : 0));
      scf::SCFTilingOptions options;
      options.setLoopType(scf::SCFTilingOptions::LoopType::ForallOp);
      options.setTileSizes(sizes);
      options.setMapping(getRowMapping(&getContext(), op.getNumParallelLoops()));
      rewriter.setInsertionPoint(op);
      FailureOr<scf::SCFTilingResult> tiled = scf::tileUsingSCF(rewriter, cast<TilingInterface>(op.getOperation()), options);
      if (failed(tiled)) {
        op->emitError("can't be computed element by element");
        return signalPassFailure();
      }
      rewriter.replaceOp(op, tiled->replacements);
    }
  }
};
} // namespace
