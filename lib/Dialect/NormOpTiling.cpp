//===- NormOpTiling.cpp - Tiles of rows -----------------------------------===//
//
// Rows are independent, so they tile in any way; a row is never cut, since its
// statistic needs all of it.
//
//===----------------------------------------------------------------------===//

#include "RMSNorm/Dialect/RMSNorm.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::rmsnorm;

SmallVector<utils::IteratorType> NormOp::getLoopIteratorTypes() {
  SmallVector<utils::IteratorType> types(getRank(), utils::IteratorType::parallel);
  types.back() = utils::IteratorType::reduction;
  return types;
}

SmallVector<Range> NormOp::getIterationDomain(OpBuilder &b) {
  OpFoldResult zero = b.getIndexAttr(0), one = b.getIndexAttr(1);
  SmallVector<Range> domain;
  for (int64_t i = 0, e = getRank(); i < e; ++i)
    domain.push_back({zero, linalg::createFoldedDimOp(b, getLoc(), getX(), i), one});
  return domain;
}

/// Whether `size` elements from `offset` are all of dimension `dim` of `x`.
static bool isWholeDim(Value x, int64_t dim, OpFoldResult offset, OpFoldResult size) {
  if (!isZeroInteger(offset))
    return false;
  int64_t extent = cast<ShapedType>(x.getType()).getDimSize(dim);
  if (!ShapedType::isDynamic(extent))
    return getConstantIntValue(size) == extent;
  auto value = dyn_cast<Value>(size);
  if (!value)
    return false;
  Operation *def = value.getDefiningOp();
  if (auto d = dyn_cast_or_null<tensor::DimOp>(def))
    return d.getSource() == x && d.getConstantIndex() == dim;
  if (auto d = dyn_cast_or_null<memref::DimOp>(def))
    return d.getSource() == x && d.getConstantIndex() == dim;
  return false;
}

static Operation *sliceOf(OpBuilder &b, Location loc, Value source, ArrayRef<OpFoldResult> offsets, ArrayRef<OpFoldResult> sizes) {
  SmallVector<OpFoldResult> strides(offsets.size(), b.getIndexAttr(1));
  if (isa<TensorType>(source.getType()))
    return tensor::ExtractSliceOp::create(b, loc, source, offsets, sizes, strides);
  return memref::SubViewOp::create(b, loc, source, offsets, sizes, strides);
}

FailureOr<TilingResult> NormOp::getTiledImplementation(OpBuilder &b, ArrayRef<OpFoldResult> offsets, ArrayRef<OpFoldResult> sizes) {
  int64_t last = getRank() - 1;
  if (!isWholeDim(getX(), last, offsets[last], sizes[last]) && !isWholeDim(getInit(), last, offsets[last], sizes[last]))
    return emitOpError("can't be tiled along the normalised dimension: its statistic needs the whole row");

  Operation *x = sliceOf(b, getLoc(), getX(), offsets, sizes);
  Operation *init = sliceOf(b, getLoc(), getInit(), offsets, sizes);
  SmallVector<Value> operands{x->getResult(0)};
  if (getWeight())
    operands.push_back(getWeight());
  if (getBias())
    operands.push_back(getBias());
  operands.push_back(init->getResult(0));

  SmallVector<Type> types;
  if (hasPureTensorSemantics())
    types.push_back(init->getResult(0).getType());
  Operation *tiled = mlir::clone(b, getOperation(), types, operands);
  return TilingResult{{tiled}, SmallVector<Value>(tiled->getResults()), {x, init}};
}

LogicalResult NormOp::getResultTilePosition(OpBuilder &, unsigned, ArrayRef<OpFoldResult> offsets, ArrayRef<OpFoldResult> sizes,
                                            SmallVector<OpFoldResult> &resultOffsets, SmallVector<OpFoldResult> &resultSizes) {
  resultOffsets.assign(offsets.begin(), offsets.end());
  resultSizes.assign(sizes.begin(), sizes.end());
  return success();
}

LogicalResult NormOp::getIterationDomainTileFromResultTile(OpBuilder &, unsigned, ArrayRef<OpFoldResult> offsets, ArrayRef<OpFoldResult> sizes,
                                                           SmallVectorImpl<OpFoldResult> &domainOffsets, SmallVectorImpl<OpFoldResult> &domainSizes) {
  domainOffsets.assign(offsets.begin(), offsets.end());
  domainSizes.assign(sizes.begin(), sizes.end());
  return success();
}

FailureOr<TilingResult> NormOp::generateResultTileValue(OpBuilder &b, unsigned, ArrayRef<OpFoldResult> offsets, ArrayRef<OpFoldResult> sizes) {
  return getTiledImplementation(b, offsets, sizes);
}

/// x and init have the domain's own shape; a tile of weight or bias alone says
/// nothing about the rows.
LogicalResult NormOp::getIterationDomainTileFromOperandTiles(OpBuilder &, ArrayRef<unsigned> operandNumbers, ArrayRef<SmallVector<OpFoldResult>> offsets,
                                                             ArrayRef<SmallVector<OpFoldResult>> sizes, SmallVectorImpl<OpFoldResult> &domainOffsets,
                                                             SmallVectorImpl<OpFoldResult> &domainSizes) {
  bool found = false;
  for (auto [number, offset, size] : llvm::zip(operandNumbers, offsets, sizes)) {
    Value operand = getOperand(number);
    if (operand != getX() && operand != getInit())
      return failure();
    if (found && (ArrayRef<OpFoldResult>(domainOffsets) != ArrayRef<OpFoldResult>(offset) || ArrayRef<OpFoldResult>(domainSizes) != ArrayRef<OpFoldResult>(size)))
      return failure();
    domainOffsets.assign(offset.begin(), offset.end());
    domainSizes.assign(size.begin(), size.end());
    found = true;
  }
  return success(found);
}

FailureOr<TilingResult> NormOp::getTiledImplementationFromOperandTiles(OpBuilder &b, ArrayRef<unsigned> operandNumbers, ArrayRef<SmallVector<OpFoldResult>> offsets,
                                                                       ArrayRef<SmallVector<OpFoldResult>> sizes) {
  SmallVector<OpFoldResult> domainOffsets, domainSizes;
  if (failed(getIterationDomainTileFromOperandTiles(b, operandNumbers, offsets, sizes, domainOffsets, domainSizes)))
    return failure();
  return getTiledImplementation(b, domainOffsets, domainSizes);
}
