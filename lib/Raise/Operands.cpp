//===- Operands.cpp - The tensors among the scalars -----------------------===//

#include "Operands.h"
#include "mlir/IR/TypeUtilities.h"
#include <cmath>

using namespace mlir;
using namespace mlir::rmsnorm;

bool mlir::rmsnorm::isNormType(Type type) {
  return type.isF64() || type.isF32() || type.isBF16() || type.isF16();
}

Value mlir::rmsnorm::findColumn(Spelling &spelling, Element e,
                                AffineExpr last) {
  SmallVector<Element> passed;
  bool isScalar = !isa<AffineDimExpr>(last) && spelling.getConstant(e);
  if (isScalar) // rows of one element
    return {};
  spelling.skipWidening(std::move(e), &passed);
  for (const Element &station : llvm::reverse(passed)) {
    auto type = cast<RankedTensorType>(station.value.getType());
    int64_t numLast = 0;
    bool fits = isNormType(type.getElementType()) && type.getRank() > 0;
    for (auto [extent, coord] :
         llvm::zip_equal(type.getShape(), station.coords)) {
      if (extent == 1)
        continue;
      fits &= coord == last;
      // Where it may be one element that is broadcast, it is no column.
      fits &= !ShapedType::isDynamic(extent) || !station.mayBroadcast;
      ++numLast;
    }
    if (fits && numLast == (isa<AffineDimExpr>(last) ? 1 : 0))
      return station.value;
  }
  return {};
}

std::optional<Column> mlir::rmsnorm::findShiftedColumn(Spelling &spelling,
                                                       Element e,
                                                       AffineExpr last) {
  Rounded r = spelling.peel(e);
  bool adds = r.node.kind == Kind::Add, subtracts = r.node.kind == Kind::Sub;
  if (!r.rounding && (adds || subtracts))
    for (unsigned i = 0; i < (adds ? 2 : 1); ++i) {
      std::optional<double> offset =
          spelling.getConstant(r.node.operands[1 - i]);
      Value column = findColumn(spelling, r.node.operands[i], last);
      if (offset && std::isfinite(*offset) && column)
        return Column{column, adds ? *offset : -*offset};
    }
  if (Value column = findColumn(spelling, std::move(e), last))
    return Column{column};
  return std::nullopt;
}

/// Whether all of a tensor of type `type` is what a result of type `y` shows.
/// Where the result has one row, a tensor of unknown extent may have more.
static bool hasShapeOf(RankedTensorType type, RankedTensorType y) {
  return succeeded(verifyCompatibleShape(type, y)) &&
         llvm::all_of(llvm::zip_equal(type.getShape(), y.getShape()),
                      [](auto pair) {
                        return std::get<1>(pair) != 1 || std::get<0>(pair) == 1;
                      });
}

Value mlir::rmsnorm::findRows(Spelling &spelling, Element x, const Element &y,
                              FloatType type) {
  SmallVector<Element> passed;
  spelling.skipWidening(std::move(x), &passed);
  bool isF64 = spelling.getComputeType().isF64();
  auto yType = cast<RankedTensorType>(y.value.getType());
  // The deepest tensor is the one that is stored.
  for (const Element &station : llvm::reverse(passed)) {
    FloatType own = station.getType();
    if (station.coords == y.coords && isNormType(own) && own.isF64() == isF64 &&
        (!type || own == type) &&
        hasShapeOf(cast<RankedTensorType>(station.value.getType()), yType))
      return station.value;
  }
  return {};
}
