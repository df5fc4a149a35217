//===- Row.cpp - What a norm normalises -----------------------------------===//

#include "Row.h"
#include "Reshape.h"

using namespace mlir;
using namespace mlir::rmsnorm;

Output mlir::rmsnorm::getOutput(Value tensor) {
  Element e = ElementView(tensor.getContext(), /*fuel=*/0).at(tensor);
  return {e, cast<RankedTensorType>(tensor.getType()), e.coords};
}

/// The product of `extents`, or dynamic.
static int64_t getCount(ArrayRef<int64_t> extents) {
  int64_t count = 1;
  for (int64_t extent : extents) {
    if (ShapedType::isDynamic(extent))
      return ShapedType::kDynamic;
    count *= extent;
  }
  return count;
}

/// How many of the last dimensions of `shape` have as many elements as
/// `extents`, or are as many as these.
static unsigned getNumDims(ArrayRef<int64_t> shape, ArrayRef<int64_t> extents) {
  int64_t count = getCount(extents);
  if (ShapedType::isDynamic(count) || count == 1)
    return extents.size();
  for (unsigned n = 1; n <= shape.size(); ++n)
    if (getCount(shape.take_back(n)) == count)
      return n;
  return extents.size();
}

std::optional<Row> mlir::rmsnorm::getRow(const Output &y,
                                         ArrayRef<int64_t> extents) {
  Row row;
  SmallVector<int64_t> shape;
  for (auto [coord, extent] : llvm::zip_equal(y.coords, y.type.getShape()))
    if (isa<AffineDimExpr>(coord)) {
      row.all.push_back(coord);
      shape.push_back(extent);
    }
  unsigned numDims = getNumDims(shape, extents);
  if (row.all.size() < numDims)
    return std::nullopt;
  row.dims.assign(row.all.end() - numDims, row.all.end());
  row.shape.assign(shape.end() - numDims, shape.end());
  // Rows of one element.
  if (numDims == 0)
    return isa<AffineDimExpr>(y.coords.back()) ? std::nullopt
                                               : std::optional(row);
  row.axes = y.coords.end() - llvm::find(y.coords, row.dims.front());
  return row;
}

/// The coordinates along the row by the indices of `sum`, which adds up
/// `stored`.
std::optional<DenseMap<AffineExpr, AffineExpr>>
Row::findPlaces(const Element &stored, const Node &sum, bool anyOrder) const {
  // A statistic that differs along the row is not one of the row.
  if (llvm::any_of(dims, [&](AffineExpr dim) { return stored.uses(dim); }))
    return std::nullopt;
  // The order of the dimensions is the one of the tensor, not of the loops.
  ArrayRef<AffineExpr> indices = sum.indices;
  SmallVector<AffineExpr> ordered;
  SmallVector<int64_t> extents;
  for (AffineExpr coord : stored.coords)
    for (unsigned i = 0; i < indices.size(); ++i) {
      unsigned symbol = cast<AffineSymbolExpr>(indices[i]).getPosition();
      if (!coord.isFunctionOfSymbol(symbol) ||
          llvm::is_contained(ordered, indices[i]))
        continue;
      ordered.push_back(indices[i]);
      extents.push_back(sum.extents[i]);
    }
  if (ordered.size() != indices.size() ||
      (!anyOrder && ArrayRef<AffineExpr>(ordered) != indices))
    return std::nullopt;
  auto places = reshapeCoords(dims, shape, extents, stored.value.getContext());
  if (!places) {
    // Of a part of a row, or of extents that aren't known here: each index is
    // along a dimension, where it is not a digit of a number.
    auto isPlace =
        llvm::IsaPred<AffineDimExpr, AffineSymbolExpr, AffineConstantExpr>;
    if (ordered.size() != dims.size() || !llvm::all_of(stored.coords, isPlace))
      return std::nullopt;
    places.emplace(dims.begin(), dims.end());
  }
  DenseMap<AffineExpr, AffineExpr> result;
  for (auto [index, place] : llvm::zip_equal(ordered, *places))
    result[index] = place;
  return result;
}

/// The last tensor on the way to what `term` is an element of, which may be the
/// result of the op in whose body `term` is; what it is itself if there is none.
static Element getStored(Spelling &spelling, Element term) {
  SmallVector<Element> passed;
  Element base = spelling.skipWidening(std::move(term), &passed);
  return passed.empty() ? base : passed.back();
}

std::optional<Element> Row::align(Spelling &spelling, const Element &term,
                                  const Node &sum, bool anyOrder) const {
  auto places = findPlaces(getStored(spelling, term), sum, anyOrder);
  if (!places)
    return std::nullopt;
  // What is reached from the same tensor by the same way is the same.
  return getStored(spelling, term.replace(*places));
}
