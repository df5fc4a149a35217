//===- EmitRows.cpp - Clusters become loops over rows ---------------------===//

#include "Destinations.h"
#include "RMSNorm/Rows/Passes.h"
#include "Report.h"
#include "RowEmitter.h"
#include "RowLimits.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/RegionUtils.h"

namespace mlir::rmsnorm {
#define GEN_PASS_DEF_EMITROWSPASS
#include "RMSNorm/Rows/Passes.h.inc"
} // namespace mlir::rmsnorm

using namespace mlir;
using namespace mlir::rmsnorm;

/// Where the row lies in a tensor of these coordinates.
static void getRowSlice(OpBuilder &b, Value tensor,
                        ArrayRef<int64_t> coordinates, ValueRange rows,
                        SmallVector<OpFoldResult> &offsets,
                        SmallVector<OpFoldResult> &sizes) {
  for (auto [i, c] : llvm::enumerate(coordinates)) {
    offsets.push_back(c >= 0 ? OpFoldResult(rows[c]) : b.getIndexAttr(0));
    sizes.push_back(c == kColumn || hasGroup(c)
                        ? tensor::getMixedSize(b, tensor.getLoc(), tensor, i)
                        : b.getIndexAttr(1));
  }
}

/// Everything between the members that needs a result goes behind the loop.
static void moveUsersBehind(Operation *loop, Operation *first) {
  llvm::SmallPtrSet<Operation *, 16> moved{loop};
  SmallVector<Operation *> order;
  for (Operation &op : llvm::make_early_inc_range(
           llvm::make_range(first->getIterator(), loop->getIterator()))) {
    auto isMoved = [&](Value v) {
      return v.getDefiningOp() && moved.contains(v.getDefiningOp());
    };
    llvm::SetVector<Value> captured;
    getUsedValuesDefinedAbove(op.getRegions(), captured);
    if (!llvm::any_of(op.getOperands(), isMoved) &&
        !llvm::any_of(captured, isMoved))
      continue;
    moved.insert(&op);
    order.push_back(&op);
  }
  Operation *last = loop;
  for (Operation *op : order) {
    op->moveAfter(last);
    last = op;
  }
}

/// Whether a row of `input` can be read where `output` takes its place: no pass
/// needs it any more when it has been overwritten.
static bool mayOverwrite(const Cluster &cluster, const Plan &plan, Value input,
                         OpResult output, Walk walk) {
  Coordinates place = cluster.coordinates.lookup(output);
  if (!hasColumn(place) || cluster.coordinates.lookup(input) != place)
    return false;
  bool isOverwritten = false;
  for (const auto &pass : plan.passes) {
    if (isOverwritten && pass.reads.contains(input))
      return false;
    if (!llvm::is_contained(pass.stores, output))
      continue;
    // The passes over a group would have to be told apart.
    if (pass.isGrouped() && walk.width)
      return false;
    isOverwritten = true;
  }
  return isOverwritten;
}

namespace {
struct EmitRows : rmsnorm::impl::EmitRowsPassBase<EmitRows> {
  using Base::Base;
  void runOnOperation() override;
  RowLimits getLimits() const {
    return {chunk, scalable, registerBits, maxGroup, groupBits};
  }
  void emit(const Cluster &cluster, RewriterBase &rewriter);

  /// Reshapes of rows to groups that stay outside, and why.
  llvm::DenseMap<Operation *, StringRef> reasonsAgainstGroups;
};
} // namespace

void EmitRows::emit(const Cluster &cluster, RewriterBase &rewriter) {
  Operation *first = cluster.ops.front(), *last = cluster.ops.back();
  Location loc = last->getLoc();
  rewriter.setInsertionPointAfter(last);

  SmallVector<OpFoldResult> extents;
  for (TensorDim d : cluster.rowDims)
    extents.push_back(getExtent(rewriter, cluster, d));
  if (extents.empty())
    extents.push_back(rewriter.getIndexAttr(1));
  OpFoldResult columns = cluster.column.tensor
                             ? getExtent(rewriter, cluster, cluster.column)
                             : rewriter.getIndexAttr(1);
  SmallVector<OpResult> outputs = cluster.getOutputs();
  if (outputs.empty())
    return;
  Plan plan(cluster, /*hasBuffers=*/!scalable);
  Walk walk{chunk, scalable};
  std::optional<int64_t> length = getConstantIntValue(columns);
  if (isHeld(getLimits(), cluster, plan, length.value_or(ShapedType::kDynamic)))
    walk = {0, false};
  report(cluster, reasonsAgainstGroups);
  SmallVector<Value> destinations;
  InPlace inPlace;
  for (OpResult output : outputs) {
    destinations.push_back(createDestination(rewriter, cluster, output));
    if (mayOverwrite(cluster, plan, destinations.back(), output, walk))
      inPlace[destinations.back()] = output;
  }

  // The mapping also keeps loops of one iteration, which would otherwise
  // dissolve into the host's code.
  ArrayAttr mapping;
  if (scalable) {
    SmallVector<Attribute> blocks;
    for (unsigned i = 0; i < extents.size(); ++i)
      blocks.push_back(gpu::GPUBlockMappingAttr::get(
          &getContext(),
          *gpu::symbolizeMappingId(unsigned(gpu::MappingId::LinearDim0) + i)));
    mapping = rewriter.getArrayAttr(blocks);
  }
  auto loop =
      scf::ForallOp::create(rewriter, loc, extents, destinations, mapping);
  rewriter.setInsertionPointToStart(loop.getBody());
  SmallVector<Value> rows = loop.getInductionVars();
  for (auto [first, last] : cluster.joinedRows) {
    OpFoldResult row = rows[first];
    AffineExpr outer = rewriter.getAffineDimExpr(0),
               inner = rewriter.getAffineDimExpr(1),
               extent = rewriter.getAffineSymbolExpr(0);
    for (int64_t dim = first + 1; dim <= last; ++dim)
      row = affine::makeComposedFoldedAffineApply(
          rewriter, loc, outer * extent + inner,
          {row, OpFoldResult(rows[dim]), extents[dim]});
    rows.push_back(cast<Value>(row));
  }

  llvm::MapVector<Value, Value> slices;
  SmallVector<SmallVector<OpFoldResult>> offsets(outputs.size()),
      sizes(outputs.size());
  SmallVector<OpFoldResult> none;
  for (auto [i, output] : llvm::enumerate(outputs)) {
    Coordinates coordinates = cluster.coordinates.lookup(output);
    Value destination = loop.getRegionIterArgs()[i];
    getRowSlice(rewriter, destination, coordinates, rows, offsets[i], sizes[i]);
    auto type = cast<RankedTensorType>(output.getType());
    SmallVector<int64_t> shape;
    for (auto [c, extent] : llvm::zip_equal(coordinates, type.getShape()))
      if (c == kColumn || hasGroup(c))
        shape.push_back(extent);
    SmallVector<OpFoldResult> strides(coordinates.size(),
                                      rewriter.getIndexAttr(1));
    slices[output] = tensor::ExtractSliceOp::create(
        rewriter, loc, RankedTensorType::get(shape, type.getElementType()),
        destination, offsets[i], sizes[i], strides);
  }
  RowEmitter(cluster, plan, inPlace, rewriter, loc, rows, columns, walk)
      .run(slices);

  rewriter.setInsertionPointToStart(loop.getTerminator().getBody());
  for (auto [i, output] : llvm::enumerate(outputs)) {
    SmallVector<OpFoldResult> strides(offsets[i].size(),
                                      rewriter.getIndexAttr(1));
    tensor::ParallelInsertSliceOp::create(rewriter, loc, slices[output],
                                          loop.getRegionIterArgs()[i],
                                          offsets[i], sizes[i], strides);
  }

  SmallVector<Operation *> dead;
  for (Operation *op : cluster.ops)
    if (!cluster.stays(op))
      dead.push_back(op);
  for (auto [output, result] : llvm::zip_equal(outputs, loop.getResults()))
    rewriter.replaceUsesWithIf(output, result, [&](OpOperand &use) {
      return !llvm::is_contained(dead, use.getOwner());
    });
  moveUsersBehind(loop, first);
  for (Operation *op : llvm::reverse(dead))
    rewriter.eraseOp(op);
}

void EmitRows::runOnOperation() {
  if (int64_t width = chunk; width < 1 || width > 65536) {
    getOperation()->emitError("chunk is ")
        << width << ": a vector of a row has 1 to 65536 elements";
    return signalPassFailure();
  }
  reasonsAgainstGroups.clear();
  // A loop counts as one op for the clusters after it, so they are emitted one
  // by one; a seed that went into an earlier one is gone by then.
  SmallVector<Operation *> seeds;
  getOperation()->walk([&](linalg::LinalgOp op) { seeds.push_back(op); });
  IRRewriter rewriter(&getContext());
  struct Erased : RewriterBase::Listener {
    void notifyOperationErased(Operation *op) override { ops.insert(op); }
    llvm::SmallPtrSet<Operation *, 32> ops;
  } erased;
  rewriter.setListener(&erased);
  // First the rows that have groups, or dimensions that others have as one:
  // from a reduction of those alone the cluster would end at the reshape.
  for (bool widerOnly : {true, false})
    for (Operation *seed : seeds) {
      if (erased.ops.contains(seed))
        continue;
      auto op = cast<linalg::LinalgOp>(seed);
      std::optional<Cluster> cluster = growCluster(op);
      StringRef reason =
          cluster ? getReasonAgainstGroups(getLimits(), *cluster) : "";
      if (!reason.empty()) {
        cluster = growCluster(op, reason);
        for (auto [refused, why] : cluster->refused)
          if (why == reason)
            reasonsAgainstGroups[refused] = reason;
      }
      bool isWider =
          cluster && (cluster->groupSize || !cluster->joinedRows.empty());
      if (cluster && (isWider || !widerOnly))
        emit(*cluster, rewriter);
    }
}
