//===- Operands.cpp - The tensors among the scalars -----------------------===//

#include "Operands.h"
#include "Body.h"
#include "mlir/IR/TypeUtilities.h"
#include <cmath>

using namespace mlir;
using namespace mlir::rmsnorm;

bool mlir::rmsnorm::isNormType(Type type) {
  return type.isF64() || type.isF32() || type.isBF16() || type.isF16();
}

/// Whether `value` comes with the model, or from its caller.
static bool isGiven(Value value) {
  Operation *op = value.getDefiningOp();
  return !op || op->getNumOperands() == 0;
}

/// Whether all of the tensor that `station` is in is a column of the rows.
/// Where the result has one row, or one group of rows, it may as well be
/// something that has the shape of the result: then it is a column if it
/// is given.
static bool isColumn(const Element &station, const Row &row, const Output &y,
                     bool given, bool allowWhole) {
  auto type = cast<RankedTensorType>(station.value.getType());
  if (!isNormType(type.getElementType()) || type.getRank() == 0 ||
      station.isPart)
    return false;
  // Where it may be one element that is broadcast, it is no column.
  if (station.mayBroadcast && !type.hasStaticShape())
    return false;
  SmallVector<AffineExpr> dims;
  for (auto [extent, coord] : llvm::zip_equal(type.getShape(), station.coords))
    if (extent != 1)
      dims.push_back(coord);
  if (dims.size() < row.dims.size() || dims.size() > row.all.size() ||
      ArrayRef(row.all).take_back(dims.size()) != ArrayRef(dims))
    return false;
  // One value for every element of the result is no weight.
  return allowWhole || dims.size() < row.all.size() ||
         (given && (dims.size() == row.dims.size() ||
                    type.getRank() < int64_t(y.coords.size())));
}

/// Whether a body computes `e`, one value for each element of a column.
static bool isComputedColumn(const Element &e, const Row &row) {
  Value own = e.value;
  auto op = dyn_cast_if_present<linalg::LinalgOp>(
      own.getParentBlock()->getParentOp());
  if (!op || !op.hasPureTensorSemantics() || !isa<OpResult>(own) ||
      !isNormType(own.getType()) || e.isProduct || e.mayBroadcast)
    return false;
  SmallVector<BodyValue, 2> values = getBodyValues(op, own);
  if (values.empty())
    return false;
  SmallVector<AffineExpr> dims;
  const BodyValue &value = values.front();
  for (auto [extent, loop] :
       llvm::zip_equal(value.output.type.getShape(), value.map.getResults()))
    if (extent != 1)
      dims.push_back(e.coords[cast<AffineDimExpr>(loop).getPosition()]);
  return !row.dims.empty() && dims.size() >= row.dims.size() &&
         dims.size() <= row.all.size() &&
         ArrayRef(row.all).take_back(dims.size()) == ArrayRef(dims);
}

Value mlir::rmsnorm::findColumn(Spelling &spelling, Element e, const Row &row,
                                const Output &y, bool allowWhole) {
  SmallVector<Element> passed;
  if (row.dims.empty() && spelling.getConstant(e)) // rows of one element
    return {};
  bool given = isGiven(spelling.skipCasts(e).element.value);
  Element computed = spelling.skipWidening(std::move(e), &passed);
  for (const Element &station : llvm::reverse(passed))
    if (isColumn(station, row, y, given, allowWhole))
      return station.value;
  return allowWhole && isComputedColumn(computed, row) ? computed.value
                                                       : Value();
}

std::optional<Column>
mlir::rmsnorm::findShiftedColumn(Spelling &spelling, Element e, const Row &row,
                                 const Output &y, bool allowWhole) {
  Rounded r = spelling.peel(e);
  double offset = 0.0;
  std::optional<Element> rest;
  if (!r.rounding)
    rest = spelling.splitConstant(r.node, offset);
  if (rest && std::isfinite(offset))
    if (Value column = findColumn(spelling, *rest, row, y, allowWhole))
      return Column{column, offset};
  if (Value column = findColumn(spelling, std::move(e), row, y, allowWhole))
    return Column{column};
  return std::nullopt;
}

/// Whether `station` is in a tensor of which `y` has each element, in the same
/// order or, with `transposed`, in any order of the dimensions. Where the
/// result has one row, a tensor of unknown extent may have more.
static bool isRows(const Element &station, const Output &y, bool transposed) {
  auto type = cast<RankedTensorType>(station.value.getType());
  // In a body, other operands may be what has more rows.
  if (station.mayBroadcast && !type.hasStaticShape() &&
      !isa<RankedTensorType>(y.element.value.getType()))
    return false;
  SmallVector<AffineExpr> dims, all;
  for (auto [extent, coord] :
       llvm::zip_equal(type.getShape(), station.coords)) {
    if (extent == 1)
      continue;
    auto dim = dyn_cast<AffineDimExpr>(coord);
    if (!dim || (!ShapedType::isDynamic(extent) &&
                 extent != y.type.getDimSize(dim.getPosition()) &&
                 !y.type.isDynamicDim(dim.getPosition())))
      return false;
    dims.push_back(dim);
  }
  llvm::copy_if(y.coords, std::back_inserter(all),
                llvm::IsaPred<AffineDimExpr>);
  return transposed
             ? dims.size() == all.size() &&
                   std::is_permutation(dims.begin(), dims.end(), all.begin())
             : dims == all;
}

std::optional<Element> mlir::rmsnorm::findRows(Spelling &spelling, Element x,
                                               const Output &y,
                                               FloatType type) {
  SmallVector<Element> passed;
  spelling.skipWidening(std::move(x), &passed);
  bool isF64 = spelling.getComputeType().isF64();
  // The deepest tensor is the one that is stored.
  for (bool transposed : {false, true})
    for (const Element &station : llvm::reverse(passed)) {
      FloatType own = station.getType();
      if (!station.isPart && isNormType(own) && (isF64 || !own.isF64()) &&
          (!type || own == type) && isRows(station, y, transposed))
        return station;
    }
  return std::nullopt;
}

SmallVector<int64_t> mlir::rmsnorm::getOrder(ArrayRef<AffineExpr> coords) {
  SmallVector<int64_t> order;
  for (auto [dim, coord] : llvm::enumerate(coords))
    if (!isa<AffineDimExpr>(coord))
      order.push_back(dim);
  unsigned numUnits = order.size();
  for (auto [dim, coord] : llvm::enumerate(coords))
    if (isa<AffineDimExpr>(coord))
      order.push_back(dim);
  auto isBefore = [&](int64_t a, int64_t b) {
    return cast<AffineDimExpr>(coords[a]).getPosition() <
           cast<AffineDimExpr>(coords[b]).getPosition();
  };
  MutableArrayRef<int64_t> dims = MutableArrayRef(order).drop_front(numUnits);
  if (llvm::is_sorted(dims, isBefore))
    return {};
  llvm::sort(dims, isBefore);
  return order;
}
