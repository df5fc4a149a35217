//===- SplitLanes.cpp - Even and odd lanes of widened bf16 ----------------===//

#include "RMSNorm/CPU/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::rmsnorm {
#define GEN_PASS_DEF_SPLITLANESPASS
#include "RMSNorm/CPU/Passes.h.inc"
} // namespace mlir::rmsnorm

using namespace mlir;

/// The type of every second lane of `type`; null where there is none, or where
/// it would fill registers in part only, which LLVM handles lane by lane.
static VectorType getHalf(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  if (!vector || vector.getRank() != 1 || vector.isScalable() ||
      vector.getNumElements() < 2 ||
      !llvm::isPowerOf2_64(vector.getNumElements()))
    return {};
  return VectorType::get({vector.getNumElements() / 2},
                         vector.getElementType());
}

namespace {
struct Lanes {
  Value even, odd;
};
} // namespace

/// The lanes of `v`, shuffled out of it only where nothing simpler is known.
static Lanes getLanes(OpBuilder &b, Value v) {
  Location loc = v.getLoc();
  VectorType half = getHalf(v.getType());
  if (auto split = v.getDefiningOp<vector::InterleaveOp>())
    return {split.getLhs(), split.getRhs()};
  DenseElementsAttr constant;
  if (matchPattern(v, m_Constant(&constant)) && constant.isSplat()) {
    Value same = arith::ConstantOp::create(b, loc, constant.resizeSplat(half));
    return {same, same};
  }
  auto broadcast = v.getDefiningOp<vector::BroadcastOp>();
  if (broadcast && !isa<VectorType>(broadcast.getSourceType())) {
    Value same =
        vector::BroadcastOp::create(b, loc, half, broadcast.getSource());
    return {same, same};
  }
  if (auto mask = v.getDefiningOp<vector::CreateMaskOp>()) {
    // Of n lanes ceil(n / 2) are even and floor(n / 2) odd.
    Value n = mask.getOperand(0);
    Value one = arith::ConstantIndexOp::create(b, loc, 1);
    Value odd = arith::ShRSIOp::create(b, loc, n, one);
    Value even = arith::SubIOp::create(b, loc, n, odd);
    return {vector::CreateMaskOp::create(b, loc, half, even),
            vector::CreateMaskOp::create(b, loc, half, odd)};
  }
  auto split = vector::DeinterleaveOp::create(b, loc, v);
  return {split.getRes1(), split.getRes2()};
}

static bool isSplit(Value v) {
  return v.getDefiningOp<vector::InterleaveOp>() != nullptr;
}

namespace {
/// Two bf16 lie in 32 bits, where each is one operation away from its f32.
struct SplitExtension : OpRewritePattern<arith::ExtFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::ExtFOp op,
                                PatternRewriter &rewriter) const override {
    VectorType half = getHalf(op.getType());
    if (!half || !half.getElementType().isF32() ||
        !getElementTypeOrSelf(op.getIn()).isBF16())
      return failure();
    Location loc = op.getLoc();
    auto pairType = half.clone(rewriter.getI32Type());
    auto constant = [&](int32_t value) -> Value {
      return arith::ConstantOp::create(rewriter, loc,
                                       DenseElementsAttr::get(pairType, value));
    };
    Value pairs =
        vector::BitCastOp::create(rewriter, loc, pairType, op.getIn());
    Value even = arith::ShLIOp::create(rewriter, loc, pairs, constant(16));
    Value odd = arith::AndIOp::create(rewriter, loc, pairs,
                                      constant(int32_t(0xffff0000)));
    rewriter.replaceOpWithNewOp<vector::InterleaveOp>(
        op, op.getType(), arith::BitcastOp::create(rewriter, loc, half, even),
        arith::BitcastOp::create(rewriter, loc, half, odd));
    return success();
  }
};

/// Elementwise ops work on even and on odd lanes by themselves. Rounding to
/// bf16 puts the lanes together by itself.
struct SplitElementwise : RewritePattern {
  explicit SplitElementwise(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (!OpTrait::hasElementwiseMappableTraits(op) || op->getNumResults() != 1)
      return failure();
    VectorType half = getHalf(op->getResult(0).getType());
    if (!half || !llvm::any_of(op->getOperands(), isSplit) ||
        (isa<arith::TruncFOp>(op) && half.getElementType().isBF16()))
      return failure();
    IRMapping evens, odds;
    for (Value operand : op->getOperands()) {
      if (!isa<VectorType>(operand.getType()))
        continue;
      Lanes lanes = getLanes(rewriter, operand);
      evens.map(operand, lanes.even);
      odds.map(operand, lanes.odd);
    }
    auto clone = [&](IRMapping &map) {
      Operation *part = rewriter.clone(*op, map);
      rewriter.modifyOpInPlace(part, [&] { part->getResult(0).setType(half); });
      return part->getResult(0);
    };
    Value even = clone(evens), odd = clone(odds);
    rewriter.replaceOpWithNewOp<vector::InterleaveOp>(
        op, op->getResult(0).getType(), even, odd);
    return success();
  }
};

/// An accumulator that the loop takes apart and puts together.
struct SplitAccumulator : OpRewritePattern<scf::ForOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(scf::ForOp loop,
                                PatternRewriter &rewriter) const override {
    for (auto [i, arg, yielded, result] :
         llvm::enumerate(loop.getRegionIterArgs(), loop.getYieldedValues(),
                         loop.getResults())) {
      bool isDead = arg.use_empty() && result.use_empty();
      if (isDead || !isSplit(yielded) ||
          !llvm::all_of(arg.getUsers(), llvm::IsaPred<vector::DeinterleaveOp>))
        continue;
      split(loop, i, rewriter);
      return success();
    }
    return failure();
  }

  /// The accumulator itself stays behind, without a use.
  static void split(scf::ForOp loop, unsigned number,
                    PatternRewriter &rewriter) {
    rewriter.setInsertionPoint(loop);
    Lanes before = getLanes(rewriter, loop.getInitArgs()[number]);
    Lanes after = getLanes(rewriter, loop.getYieldedValues()[number]);
    Lanes inside;
    auto loops = loop.replaceWithAdditionalYields(
        rewriter, {before.even, before.odd},
        /*replaceInitOperandUsesInLoop=*/false,
        [&](OpBuilder &, Location, ArrayRef<BlockArgument> args) {
          inside = {args[0], args[1]};
          return SmallVector<Value>{after.even, after.odd};
        });
    auto wider = cast<scf::ForOp>(**loops);
    for (Operation *user : llvm::make_early_inc_range(
             wider.getRegionIterArgs()[number].getUsers()))
      rewriter.replaceOp(user, {inside.even, inside.odd});
    rewriter.setInsertionPointAfter(wider);
    Value result = wider.getResult(number);
    ValueRange added = wider.getResults().take_back(2);
    rewriter.replaceAllUsesWith(
        result,
        vector::InterleaveOp::create(rewriter, wider.getLoc(), result.getType(),
                                     added[0], added[1]));
  }
};

/// The steps of a tree of sums, which keep even and odd lanes apart up to the
/// last one.
struct SplitSlice : OpRewritePattern<vector::ExtractStridedSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(vector::ExtractStridedSliceOp op,
                                PatternRewriter &rewriter) const override {
    auto type = cast<VectorType>(op.getType());
    if (type.getRank() != 1 || !isSplit(op.getSource()) ||
        op.hasNonUnitStrides())
      return failure();
    Lanes lanes = getLanes(rewriter, op.getSource());
    int64_t offset = cast<IntegerAttr>(op.getOffsets()[0]).getInt();
    int64_t size = type.getNumElements();
    auto slice = [&](Value v, int64_t size) {
      return rewriter.createOrFold<vector::ExtractStridedSliceOp>(
          op.getLoc(), v, ArrayRef<int64_t>{offset / 2},
          ArrayRef<int64_t>{size}, ArrayRef<int64_t>{1});
    };
    if (size == 1) {
      rewriter.replaceOp(op, slice(offset % 2 ? lanes.odd : lanes.even, 1));
      return success();
    }
    if (offset % 2 != 0 || size % 2 != 0)
      return failure();
    rewriter.replaceOpWithNewOp<vector::InterleaveOp>(
        op, type, slice(lanes.even, size / 2), slice(lanes.odd, size / 2));
    return success();
  }
};

/// The end of a row in front of neutral elements.
struct SplitInsertion : OpRewritePattern<vector::InsertStridedSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(vector::InsertStridedSliceOp op,
                                PatternRewriter &rewriter) const override {
    VectorType half = getHalf(op.getDestVectorType());
    if (!half || !isSplit(op.getValueToStore()) || op.hasNonUnitStrides())
      return failure();
    int64_t offset = cast<IntegerAttr>(op.getOffsets()[0]).getInt();
    if (offset % 2 != 0)
      return failure();
    Lanes from = getLanes(rewriter, op.getValueToStore());
    Lanes to = getLanes(rewriter, op.getDest());
    auto insert = [&](Value part, Value into) -> Value {
      return vector::InsertStridedSliceOp::create(
          rewriter, op.getLoc(), part, into, ArrayRef<int64_t>{offset / 2},
          ArrayRef<int64_t>{1});
    };
    Value even = insert(from.even, to.even), odd = insert(from.odd, to.odd);
    rewriter.replaceOpWithNewOp<vector::InterleaveOp>(
        op, op.getDestVectorType(), even, odd);
    return success();
  }
};

struct TakeLanes : OpRewritePattern<vector::DeinterleaveOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(vector::DeinterleaveOp op,
                                PatternRewriter &rewriter) const override {
    auto split = op.getSource().getDefiningOp<vector::InterleaveOp>();
    if (!split)
      return failure();
    rewriter.replaceOp(op, split.getOperands());
    return success();
  }
};

struct SplitLanes : rmsnorm::impl::SplitLanesPassBase<SplitLanes> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<SplitExtension, SplitElementwise, SplitAccumulator, SplitSlice,
                 SplitInsertion, TakeLanes>(&getContext());
    scf::ForOp::getCanonicalizationPatterns(patterns, &getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
