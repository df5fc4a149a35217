//===- EmitRows.cpp - Clusters become loops over rows ---------------------===//

#include "RMSNorm/Rows/Passes.h"
#include "RowEmitter.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::rmsnorm {
#define GEN_PASS_DEF_EMITROWSPASS
#include "RMSNorm/Rows/Passes.h.inc"
} // namespace mlir::rmsnorm

using namespace mlir;
using namespace mlir::rmsnorm;

/// The extent of a dimension of the row space, read from a tensor that is there
/// before the loop.
static OpFoldResult getExtent(OpBuilder &b, const Cluster &cluster,
                              TensorDim d) {
  int64_t fixed = cast<RankedTensorType>(d.tensor.getType()).getDimSize(d.dim);
  if (!ShapedType::isDynamic(fixed))
    return b.getIndexAttr(fixed);
  for (Operation *def = d.tensor.getDefiningOp(); def && cluster.contains(def);
       def = d.tensor.getDefiningOp()) {
    auto result = cast<OpResult>(d.tensor);
    if (auto structured = dyn_cast<linalg::LinalgOp>(def)) {
      d.tensor = structured.getDpsInitOperand(result.getResultNumber())->get();
      continue;
    }
    int64_t place = cluster.coordinates.lookup(result)[d.dim];
    d.tensor = def->getOperand(0);
    Coordinates source = cluster.coordinates.lookup(d.tensor);
    d.dim = llvm::find(source, place) - source.begin();
  }
  return tensor::getMixedSize(b, d.tensor.getLoc(), d.tensor, d.dim);
}

static Value createEmptyLike(OpBuilder &b, Value tensor) {
  Type element = getElementTypeOrSelf(tensor.getType());
  return tensor::EmptyOp::create(
      b, tensor.getLoc(), tensor::getMixedSizes(b, tensor.getLoc(), tensor),
      element);
}

/// An empty tensor of `type`, which collapses `sizes`.
static Value createCollapsed(OpBuilder &b, Location loc, RankedTensorType type,
                             ArrayRef<ReassociationIndices> groups,
                             ArrayRef<OpFoldResult> sizes) {
  SmallVector<OpFoldResult> collapsed;
  for (const ReassociationIndices &group : groups) {
    OpFoldResult product = b.getIndexAttr(1);
    for (int64_t dim : group)
      product = affine::makeComposedFoldedAffineApply(
          b, loc, b.getAffineSymbolExpr(0) * b.getAffineSymbolExpr(1),
          {product, sizes[dim]});
    collapsed.push_back(product);
  }
  return tensor::EmptyOp::create(b, loc, collapsed, type.getElementType());
}

/// A tensor to receive `output`. Every element is written, so what the op's own
/// destination held does not matter, and bufferisation finds the best buffer;
/// only a buffer that the IR gives to be written is taken as it is, and a
/// collapsed view stays a view, so that its source can be the result's buffer.
static Value createDestination(OpBuilder &b, const Cluster &cluster,
                               OpResult output) {
  auto structured = cast<linalg::LinalgOp>(output.getOwner());
  Value init = structured.getDpsInitOperand(output.getResultNumber())->get();
  auto buffer = init.getDefiningOp<bufferization::ToTensorOp>();
  if (buffer && buffer.getWritable())
    return init;
  if (auto view = init.getDefiningOp<tensor::CollapseShapeOp>()) {
    auto source = createEmptyLike(b, view.getSrc());
    return tensor::CollapseShapeOp::create(b, view.getLoc(), view.getType(),
                                           source, view.getReassociation());
  }
  auto type = cast<RankedTensorType>(output.getType());
  SmallVector<OpFoldResult> sizes;
  for (int64_t i = 0; i < type.getRank(); ++i)
    sizes.push_back(getExtent(b, cluster, {output, i}));
  // Likewise where the result is used collapsed.
  if (output.hasOneUse())
    if (auto view = dyn_cast<tensor::CollapseShapeOp>(*output.user_begin()))
      return tensor::ExpandShapeOp::create(
          b, view.getLoc(), type,
          createCollapsed(b, view.getLoc(), view.getResultType(),
                          view.getReassociationIndices(), sizes),
          view.getReassociationIndices(), sizes);
  return tensor::EmptyOp::create(b, output.getLoc(), sizes,
                                 type.getElementType());
}

/// Where the row lies in a tensor of these coordinates.
static void getRowSlice(OpBuilder &b, Value tensor,
                        ArrayRef<int64_t> coordinates, ValueRange rows,
                        SmallVector<OpFoldResult> &offsets,
                        SmallVector<OpFoldResult> &sizes) {
  for (auto [i, c] : llvm::enumerate(coordinates)) {
    offsets.push_back(c >= 0 ? OpFoldResult(rows[c]) : b.getIndexAttr(0));
    sizes.push_back(c == kColumn
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

/// Bits of a row in the widest type that is reduced in, at least 32 for each
/// element; the largest number where the length is not known or so many bits
/// can't be counted.
static int64_t getBits(const Plan &plan, OpFoldResult length) {
  std::optional<int64_t> fixed = getConstantIntValue(length);
  constexpr int64_t most = std::numeric_limits<int64_t>::max();
  if (!fixed)
    return most;
  int64_t widest = 32, bits;
  for (const auto &pass : plan.passes)
    for (linalg::LinalgOp reduction : pass.reductions) {
      Type type = getElementTypeOrSelf(reduction->getResult(0).getType());
      widest = std::max<int64_t>(
          widest, type.isIndex() ? 64 : type.getIntOrFloatBitWidth());
    }
  return llvm::MulOverflow(*fixed, widest, bits) ? most : bits;
}

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

/// Says what a loop over rows holds, and what around it could not go in,
/// through MLIR's remarks (`--remarks-filter` of its tools).
static void report(const Cluster &cluster) {
  constexpr auto named = remark::RemarkOpts::name("fuse").category("rmsnorm");
  remark::passed(cluster.ops.front()->getLoc(), named)
      << remark::add("one loop over rows")
      << remark::metric("ops", int64_t(cluster.ops.size()));
  for (auto [op, why] : cluster.refused)
    if (isWork(op))
      remark::missed(op->getLoc(), named)
          << remark::add("not in the loop over rows beside it")
          << remark::reason("{0}", why);
}

namespace {
struct EmitRows : rmsnorm::impl::EmitRowsPassBase<EmitRows> {
  using Base::Base;
  void runOnOperation() override;
  LogicalResult emit(Cluster &cluster, RewriterBase &rewriter);
};
} // namespace

LogicalResult EmitRows::emit(Cluster &cluster, RewriterBase &rewriter) {
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
  Plan plan(cluster);
  SmallVector<OpResult> outputs = cluster.getOutputs();
  if (outputs.empty())
    return success();
  report(cluster);
  SmallVector<Value> destinations;
  for (OpResult output : outputs)
    destinations.push_back(createDestination(rewriter, cluster, output));

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
    if (hasColumn(coordinates))
      shape.push_back(type.getShape().back());
    SmallVector<OpFoldResult> strides(coordinates.size(),
                                      rewriter.getIndexAttr(1));
    slices[output] = tensor::ExtractSliceOp::create(
        rewriter, loc, RankedTensorType::get(shape, type.getElementType()),
        destination, offsets[i], sizes[i], strides);
  }
  Walk walk{chunk, scalable};
  if (getBits(plan, columns) <= registerBits)
    walk = {0, false};
  RowEmitter(cluster, plan, rewriter, loc, rows, columns, walk).run(slices);

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
  return success();
}

void EmitRows::runOnOperation() {
  if (int64_t width = chunk; width < 1 || width > 65536) {
    getOperation()->emitError("chunk is ")
        << width << ": a vector of a row has 1 to 65536 elements";
    return signalPassFailure();
  }
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
  for (Operation *seed : seeds) {
    if (erased.ops.contains(seed))
      continue;
    std::optional<Cluster> cluster = growCluster(cast<linalg::LinalgOp>(seed));
    if (cluster && failed(emit(*cluster, rewriter)))
      return signalPassFailure();
  }
}
