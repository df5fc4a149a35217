//===- ExpandF8.cpp - Conversions of 8-bit floats as integer code ---------===//

#include "RMSNorm/Rows/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::rmsnorm {
#define GEN_PASS_DEF_EXPANDF8PASS
#include "RMSNorm/Rows/Passes.h.inc"
} // namespace mlir::rmsnorm

using namespace mlir;

namespace {
/// What tells the two formats apart.
struct Format {
  int64_t mantissaBits, bias;
  /// The encoding of what is too large, of NaN, and the largest other one.
  int64_t overflow, nan, largest;

  static std::optional<Format> get(Type type) {
    Type element = getElementTypeOrSelf(type);
    if (isa<Float8E4M3FNType>(element))
      return Format{3, 7, 0x7f, 0x7f, 0x7e};
    if (isa<Float8E5M2Type>(element))
      return Format{2, 15, 0x7c, 0x7f, 0x7b};
    return std::nullopt;
  }
};

/// Builds ops on scalars or vectors alike.
class BitBuilder : public ImplicitLocOpBuilder {
public:
  BitBuilder(Location loc, OpBuilder &b, Type like)
      : ImplicitLocOpBuilder(loc, b), like(like) {}

  Type shaped(Type element) {
    auto type = dyn_cast<ShapedType>(like);
    return type ? Type(type.clone(element)) : element;
  }
  Value constant(Type element, TypedAttr value) {
    if (auto type = dyn_cast<ShapedType>(shaped(element)))
      value = DenseElementsAttr::get(type, Attribute(value));
    return arith::ConstantOp::create(*this, value);
  }
  Value bits(int64_t value) {
    return constant(getI32Type(), getI32IntegerAttr(value));
  }

private:
  Type like;
};
} // namespace

/// f32 to f8, to the nearest and to even, as arith.truncf says it. The adder
/// rounds: beside a power of two whose last place is that of the result. The
/// encoding is then the number of those places and, above the first one for
/// subnormals, the distance of the exponents; both come together in the lowest
/// byte.
static Value truncate(BitBuilder &b, Value x, Format format, Type result) {
  int64_t dropped = 23 - format.mantissaBits;
  Type i32 = b.shaped(b.getI32Type()), f32 = b.shaped(b.getF32Type());
  Value all = arith::BitcastOp::create(b, i32, x);
  Value magnitude = arith::AndIOp::create(b, all, b.bits(0x7fffffff));

  // What is encoded as too large, if the format had that number.
  int64_t beyond = (format.overflow << dropped) + ((127 - format.bias) << 23);
  Value bounded = arith::MinUIOp::create(b, magnitude, b.bits(beyond));
  int64_t firstNormal = (128 - format.bias) << 23;
  Value exponent = arith::MaxUIOp::create(
      b, arith::AndIOp::create(b, bounded, b.bits(0x7f800000)),
      b.bits(firstNormal));
  // An even number of last places, so that ties stay even.
  int64_t offset = -(firstNormal >> dropped) & 0xff;
  Value beside =
      arith::AddIOp::create(b, exponent, b.bits((dropped << 23) + offset));
  Value sum =
      arith::AddFOp::create(b, arith::BitcastOp::create(b, f32, bounded),
                            arith::BitcastOp::create(b, f32, beside));
  Value value = arith::AddIOp::create(
      b, arith::BitcastOp::create(b, i32, sum),
      arith::ShRUIOp::create(b, exponent, b.bits(dropped)));

  if (format.nan != format.overflow) {
    Value isNaN = arith::CmpIOp::create(b, arith::CmpIPredicate::ugt, magnitude,
                                        b.bits(0x7f800000));
    value = arith::SelectOp::create(b, isNaN, b.bits(format.nan), value);
  }
  Value sign = arith::AndIOp::create(
      b, arith::ShRUIOp::create(b, all, b.bits(24)), b.bits(0x80));
  value = arith::OrIOp::create(b, value, sign);
  Value byte = arith::TruncIOp::create(b, b.shaped(b.getI8Type()), value);
  return arith::BitcastOp::create(b, result, byte);
}

/// f8 to f32. Shifted to its place among the bits of an f32 it is too small by
/// the difference of the biases, which a product puts right, also where it is
/// subnormal in f8.
static Value extend(BitBuilder &b, Value x, Format format) {
  Type i32 = b.shaped(b.getI32Type()), f32 = b.shaped(b.getF32Type());
  Value byte = arith::BitcastOp::create(b, b.shaped(b.getI8Type()), x);
  Value all = arith::ExtUIOp::create(b, i32, byte);
  Value magnitude = arith::AndIOp::create(b, all, b.bits(0x7f));
  Value small = arith::BitcastOp::create(
      b, f32,
      arith::ShLIOp::create(b, magnitude, b.bits(23 - format.mantissaBits)));
  Value factor =
      arith::BitcastOp::create(b, f32, b.bits((127 + 127 - format.bias) << 23));
  Value value =
      arith::BitcastOp::create(b, i32, arith::MulFOp::create(b, small, factor));
  Value isSpecial = arith::CmpIOp::create(b, arith::CmpIPredicate::ugt,
                                          magnitude, b.bits(format.largest));
  // Infinity or NaN: the exponent of all ones keeps the mantissa.
  Value special = arith::OrIOp::create(
      b, arith::BitcastOp::create(b, i32, small), b.bits(0x7f800000));
  value = arith::SelectOp::create(b, isSpecial, special, value);
  Value sign = arith::ShLIOp::create(
      b, arith::AndIOp::create(b, all, b.bits(0x80)), b.bits(24));
  value = arith::OrIOp::create(b, value, sign);
  return arith::BitcastOp::create(b, f32, value);
}

namespace {
struct ExpandTruncF : OpRewritePattern<arith::TruncFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::TruncFOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<Format> format = Format::get(op.getType());
    Type from = getElementTypeOrSelf(op.getIn());
    // By way of f32, f64 would be rounded twice.
    if (!format || from.isF64() ||
        op.getRoundingmode().value_or(arith::RoundingMode::to_nearest_even) !=
            arith::RoundingMode::to_nearest_even)
      return failure();
    BitBuilder b(op.getLoc(), rewriter, op.getType());
    Value x = op.getIn();
    if (!from.isF32())
      x = arith::ExtFOp::create(b, b.shaped(b.getF32Type()), x);
    rewriter.replaceOp(op, truncate(b, x, *format, op.getType()));
    return success();
  }
};

struct ExpandExtF : OpRewritePattern<arith::ExtFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::ExtFOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<Format> format = Format::get(op.getIn().getType());
    if (!format)
      return failure();
    BitBuilder b(op.getLoc(), rewriter, op.getType());
    Value value = extend(b, op.getIn(), *format);
    // Every value of f8 is one of the wider types.
    Type to = getElementTypeOrSelf(op.getType());
    if (to.isF64())
      value = arith::ExtFOp::create(b, op.getType(), value);
    else if (!to.isF32())
      value = arith::TruncFOp::create(b, op.getType(), value);
    rewriter.replaceOp(op, value);
    return success();
  }
};

struct ExpandF8 : rmsnorm::impl::ExpandF8PassBase<ExpandF8> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<ExpandTruncF, ExpandExtF>(&getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
