//===- Reshape.cpp - The same elements in another shape -------------------===//

#include "Reshape.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
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
    AffineExpr number = coords[own->begin];
    if (ownExtents.size() > 1)
      number = linearize(context, coords.slice(own->begin, ownExtents.size()),
                         computeStrides(ownExtents));
    if (extents.size() > 1)
      llvm::copy(delinearize(number, computeStrides(extents)),
                 result.begin() + source->begin);
    else
      result[source->begin] = number;
    source = startGroup(from, source->end);
    own = startGroup(to, own->end);
  }
  if (source || own)
    return std::nullopt;
  return result;
}
