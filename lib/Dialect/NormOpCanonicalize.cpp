//===- NormOpCanonicalize.cpp - Simpler norms with the same bits ----------===//

#include "FloatConversion.h"
#include "RMSNorm/Dialect/RMSNorm.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::rmsnorm;

/// Whether every element of `v` is the constant `value`, sign included.
static bool isSplat(Value v, double value) {
  SplatElementsAttr splat;
  return v && matchPattern(v, m_Constant(&splat)) &&
         splat.getSplatValue<APFloat>().convertToDouble() == value &&
         splat.getSplatValue<APFloat>().isNegative() == std::signbit(value);
}

/// The elementwise op whose whole payload is the cast `CastOp` of its one
/// input, or that cast itself: the value that is cast.
template <typename CastOp> static Value getCastTensor(Operation *op) {
  if (auto cast = dyn_cast_or_null<CastOp>(op))
    return cast.getIn();
  auto generic = dyn_cast_or_null<linalg::GenericOp>(op);
  if (!generic || !generic.hasPureTensorSemantics() ||
      generic.getNumDpsInputs() != 1 || generic.getNumDpsInits() != 1 ||
      generic.getNumParallelLoops() != generic.getNumLoops() ||
      !llvm::all_of(generic.getIndexingMapsArray(),
                    [](AffineMap map) { return map.isIdentity(); }))
    return nullptr;
  auto yielded = generic.getBlock()
                     ->getTerminator()
                     ->getOperand(0)
                     .getDefiningOp<CastOp>();
  bool casts = yielded && yielded.getIn() == generic.getBlock()->getArgument(0);
  return casts ? generic.getDpsInputs()[0] : nullptr;
}

static bool isBefore(NormOp op) {
  return op.getRounding() == Rounding::BeforeWeight;
}

namespace {
/// A product with one and a sum with minus zero are the other operand.
struct DropNeutralOperands : OpRewritePattern<NormOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(NormOp op,
                                PatternRewriter &rewriter) const override {
    double offset = op.getWeightOffset().convertToDouble();
    bool unit = (offset == 0 && isSplat(op.getWeight(), 1.0)) ||
                (offset == 1 && (isSplat(op.getWeight(), 0.0) ||
                                 isSplat(op.getWeight(), -0.0)));
    bool zero = isSplat(op.getBias(), -0.0);
    if (!unit && !zero)
      return failure();
    rewriter.modifyOpInPlace(op, [&] {
      if (unit) {
        op.getWeightMutable().clear();
        op.setWeightOffset(APFloat(0.0));
      }
      if (zero)
        op.getBiasMutable().clear();
    });
    return success();
  }
};

/// weight + offset of a constant weight, once, in the compute type.
struct FoldConstantOffset : OpRewritePattern<NormOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(NormOp op,
                                PatternRewriter &rewriter) const override {
    DenseFPElementsAttr weight;
    if (op.getWeightOffset().isZero() || !op.getWeight() ||
        !matchPattern(op.getWeight(), m_Constant(&weight)))
      return failure();
    FloatType compute = op.getEffectiveComputeType();
    const llvm::fltSemantics &semantics = compute.getFloatSemantics();
    auto converted = [&](APFloat value) {
      bool inexact;
      value.convert(semantics, APFloat::rmNearestTiesToEven, &inexact);
      return value;
    };
    DenseElementsAttr sums = weight.mapValues(compute, [&](const APFloat &w) {
      APFloat sum = converted(w);
      sum.add(converted(op.getWeightOffset()), APFloat::rmNearestTiesToEven);
      return sum.bitcastToAPInt();
    });
    Value constant =
        arith::ConstantOp::create(rewriter, op.getWeight().getLoc(), sums);
    rewriter.modifyOpInPlace(op, [&] {
      op.getWeightMutable().assign(constant);
      op.setWeightOffset(APFloat(0.0));
    });
    return success();
  }
};

/// x is extended to the compute type anyway. With `before_weight` its type is a
/// rounding point, so there the extension stays.
struct AbsorbExtension : OpRewritePattern<NormOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(NormOp op,
                                PatternRewriter &rewriter) const override {
    Value narrow = getCastTensor<arith::ExtFOp>(op.getX().getDefiningOp());
    if (!narrow || isBefore(op) ||
        !isa<Float32Type, BFloat16Type, Float16Type>(
            getElementTypeOrSelf(narrow.getType())))
      return failure();
    Type compute = op.getEffectiveComputeType();
    rewriter.modifyOpInPlace(op, [&] {
      op.getXMutable().assign(narrow);
      if (op.getEffectiveComputeType() != compute)
        op.setComputeType(compute);
    });
    return success();
  }
};

/// A result in the compute type is not rounded yet; where a truncation is all
/// that becomes of it, the op rounds itself. A plain truncation to f8 does not
/// saturate, and of several rounded steps only the last can be the truncation.
struct AbsorbTruncation : OpRewritePattern<NormOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(NormOp op,
                                PatternRewriter &rewriter) const override {
    if (op->getNumResults() == 0 || !op->getResult(0).hasOneUse())
      return failure();
    Operation *user = *op->getResult(0).user_begin();
    bool isCast = getCastTensor<arith::TruncFOp>(user) == op->getResult(0);
    if (!isCast ||
        op.getInitType().getElementType() != op.getEffectiveComputeType() ||
        (isBefore(op) && op.getWeight() && op.getBias()))
      return failure();
    auto type = cast<RankedTensorType>(user->getResult(0).getType());
    if (!isa<Float32Type, BFloat16Type, Float16Type>(type.getElementType()))
      return failure();
    Value init = tensor::EmptyOp::create(
        rewriter, op.getLoc(),
        tensor::getMixedSizes(rewriter, op.getLoc(), op.getInit()),
        type.getElementType());
    if (init.getType() != type)
      return failure();
    SmallVector<Type> types(op->getResultTypes());
    types[0] = type;
    IRMapping map;
    map.map(op.getInit(), init);
    Operation *rounded = rewriter.clone(*op, map);
    rewriter.modifyOpInPlace(rounded,
                             [&] { rounded->getResult(0).setType(type); });
    rewriter.replaceAllUsesWith(user->getResult(0), rounded->getResult(0));
    rewriter.eraseOp(user);
    rewriter.replaceOp(op, rounded->getResults());
    return success();
  }
};

/// Results without elements are their destinations.
struct DropEmpty : OpRewritePattern<NormOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(NormOp op,
                                PatternRewriter &rewriter) const override {
    auto isEmpty = [](Value init) {
      return llvm::is_contained(cast<ShapedType>(init.getType()).getShape(), 0);
    };
    SmallVector<Value> inits = llvm::to_vector_of<Value>(op.getDpsInits());
    if (!llvm::all_of(inits, isEmpty))
      return failure();
    if (op->getNumResults() == 0)
      rewriter.eraseOp(op);
    else
      rewriter.replaceOp(op, inits);
    return success();
  }
};
} // namespace

void NormOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                         MLIRContext *context) {
  patterns.add<AbsorbExtension, AbsorbTruncation, DropEmpty,
               DropNeutralOperands, FoldConstantOffset>(context);
}
