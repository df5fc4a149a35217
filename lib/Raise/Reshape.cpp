//===- Reshape.cpp - The same elements in another shape -------------------===//

#include "Reshape.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace mlir::rmsnorm;

namespace {
/// Neighbouring dimensions of a shape.
struct Group {
  ArrayRef<int64_t> shape;
  unsigned begin, end;
  uint64_t count; // of elements

  bool extend() {
    if (end == shape.size() || ShapedType::isDynamic(shape[end]))
      return false;
    count *= uint64_t(shape[end++]);
    return true;
  }
};
} // namespace

/// The first dimension from `next` on that has more than one element, alone.
static std::optional<Group> startGroup(ArrayRef<int64_t> shape, unsigned next) {
  while (next < shape.size() && shape[next] == 1)
    ++next;
  if (next == shape.size())
    return std::nullopt;
  return Group{shape, next, next + 1, uint64_t(shape[next])};
}

/// Extends two groups until they have the same number of elements.
static bool extendToSameCount(Group &a, Group &b) {
  while (a.count != b.count) {
    if (llvm::is_contained({a.count, b.count}, uint64_t(ShapedType::kDynamic)))
      return false;
    if (!(a.count < b.count ? a : b).extend())
      return false;
  }
  return true;
}

/// The sum that `product` multiplies with a constant, or null.
static AffineBinaryOpExpr getScaledSum(AffineBinaryOpExpr product) {
  if (!product || product.getKind() != AffineExprKind::Mul)
    return nullptr;
  auto sum = dyn_cast<AffineBinaryOpExpr>(product.getLHS());
  return sum && sum.getKind() == AffineExprKind::Add ? sum : nullptr;
}

/// Quotient and remainder of `number` by `stride`. Coordinates stay below the
/// stride of the next one (d0 * 16 + d1 has d1 < 16), which affine expressions
/// don't know.
static std::pair<AffineExpr, AffineExpr> divide(AffineExpr number,
                                                int64_t stride) {
  SmallVector<AffineExpr> terms{number};
  AffineExpr high = getAffineConstantExpr(0, number.getContext()), low = high;
  int64_t smallest = 0;
  while (!terms.empty()) {
    AffineExpr term = terms.pop_back_val();
    auto sum = dyn_cast<AffineBinaryOpExpr>(term);
    int64_t factor = term.getLargestKnownDivisor();
    if (sum && sum.getKind() == AffineExprKind::Add) {
      terms.append({sum.getRHS(), sum.getLHS()});
    } else if (AffineBinaryOpExpr scaled = getScaledSum(sum)) {
      terms.append(
          {scaled.getRHS() * sum.getRHS(), scaled.getLHS() * sum.getRHS()});
    } else if (factor % stride == 0) {
      smallest = smallest ? std::min(smallest, factor) : factor;
      high = high + term;
    } else {
      low = low + term;
    }
  }
  if (smallest == stride)
    return {high.floorDiv(stride), low};
  return {number.floorDiv(stride), number % stride};
}

/// What is left of quotients and remainders that make up a number again.
static AffineExpr simplify(AffineExpr coord) {
  if (!isa<AffineBinaryOpExpr>(coord))
    return coord;
  int64_t maxDim = -1, maxSymbol = -1;
  getMaxDimAndSymbol<ArrayRef<AffineExpr>>({{coord}}, maxDim, maxSymbol);
  return simplifyAffineExpr(coord, maxDim + 1, maxSymbol + 1);
}

std::optional<SmallVector<AffineExpr, 4>>
mlir::rmsnorm::reshapeCoords(ArrayRef<AffineExpr> coords, ArrayRef<int64_t> to,
                             ArrayRef<int64_t> from, MLIRContext *context) {
  SmallVector<AffineExpr, 4> result(from.size(),
                                    getAffineConstantExpr(0, context));
  std::optional<Group> source = startGroup(from, 0), own = startGroup(to, 0);
  while (source && own) {
    if (!extendToSameCount(*source, *own))
      return std::nullopt;
    auto extents = from.slice(source->begin, source->end - source->begin);
    auto ownExtents = to.slice(own->begin, own->end - own->begin);
    SmallVector<int64_t> allStrides = computeStrides(extents);
    AffineExpr number = coords[own->begin];
    if (ownExtents.size() > 1)
      number = simplify(linearize(context,
                                  coords.slice(own->begin, ownExtents.size()),
                                  computeStrides(ownExtents)));
    ArrayRef<int64_t> strides = ArrayRef(allStrides).drop_back();
    for (auto [i, stride] : llvm::enumerate(strides))
      std::tie(result[source->begin + i], number) = divide(number, stride);
    result[source->begin + strides.size()] = number;
    source = startGroup(from, source->end);
    own = startGroup(to, own->end);
  }
  if (source || own)
    return std::nullopt;
  return result;
}

/// Replaces from the inside outwards, so that quotients and remainders are
/// taken of whole numbers.
static AffineExpr replaceInside(AffineExpr e,
                                const DenseMap<AffineExpr, AffineExpr> &map) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(e);
  if (!binary) {
    auto found = map.find(e);
    return found == map.end() ? e : found->second;
  }
  AffineExpr lhs = replaceInside(binary.getLHS(), map);
  auto stride = dyn_cast<AffineConstantExpr>(binary.getRHS());
  if (stride && binary.getKind() == AffineExprKind::FloorDiv)
    return divide(lhs, stride.getValue()).first;
  if (stride && binary.getKind() == AffineExprKind::Mod)
    return divide(lhs, stride.getValue()).second;
  return getAffineBinaryOpExpr(binary.getKind(), lhs,
                               replaceInside(binary.getRHS(), map));
}

AffineExpr
mlir::rmsnorm::replaceCoords(AffineExpr coord,
                             const DenseMap<AffineExpr, AffineExpr> &map) {
  // What has none of them stays as it was made, so that it is still the same.
  bool isReplaced = false;
  coord.walk([&](AffineExpr e) { isReplaced |= map.contains(e); });
  if (!isReplaced)
    return coord;
  return simplify(replaceInside(coord, map));
}
