//===- Row.cpp - What a norm normalises -----------------------------------===//

#include "Row.h"

using namespace mlir;
using namespace mlir::rmsnorm;

Output mlir::rmsnorm::getOutput(Value tensor) {
  Element e = ElementView(tensor.getContext(), /*fuel=*/0).at(tensor);
  return {e, cast<RankedTensorType>(tensor.getType()), e.coords};
}

std::optional<Row> mlir::rmsnorm::getRow(const Output &y, unsigned numDims) {
  Row row;
  llvm::copy_if(y.coords, std::back_inserter(row.all),
                llvm::IsaPred<AffineDimExpr>);
  if (row.all.size() < numDims)
    return std::nullopt;
  row.dims.assign(row.all.end() - numDims, row.all.end());
  // Rows of one element.
  if (numDims == 0)
    return isa<AffineDimExpr>(y.coords.back()) ? std::nullopt
                                               : std::optional(row);
  row.axes = y.coords.end() - llvm::find(y.coords, row.dims.front());
  return row;
}

std::optional<Element> Row::align(const Element &e,
                                  ArrayRef<AffineExpr> indices) const {
  // A statistic that differs along the row is not one of the row.
  if (indices.size() != dims.size() ||
      llvm::any_of(dims, [&](AffineExpr dim) { return e.uses(dim); }))
    return std::nullopt;
  Element aligned = e;
  unsigned next = 0;
  for (AffineExpr coord : e.coords)
    if (llvm::is_contained(indices, coord)) {
      if (next == dims.size())
        return std::nullopt;
      aligned = aligned.replace(coord, dims[next++]);
    }
  return next == dims.size() ? std::optional(aligned) : std::nullopt;
}
