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
  SmallVector<utils::IteratorType> types(getRank(),
                                         utils::IteratorType::parallel);
  std::fill(types.begin() + getNumRowDims(), types.end(),
            utils::IteratorType::reduction);
  return types;
}

SmallVector<Range> NormOp::getIterationDomain(OpBuilder &b) {
  OpFoldResult zero = b.getIndexAttr(0), one = b.getIndexAttr(1);
  SmallVector<Range> domain;
  for (int64_t i = 0, e = getRank(); i < e; ++i)
    domain.push_back(
        {zero, linalg::createFoldedDimOp(b, getLoc(), getX(), i), one});
  return domain;
}

/// Whether `size` elements from `offset` are all of dimension `dim` of `x`.
static bool isWholeDim(Value x, int64_t dim, OpFoldResult offset,
                       OpFoldResult size) {
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

static Operation *sliceOf(OpBuilder &b, Location loc, Value source,
                          ArrayRef<OpFoldResult> offsets,
                          ArrayRef<OpFoldResult> sizes) {
  SmallVector<OpFoldResult> strides(offsets.size(), b.getIndexAttr(1));
  if (isa<TensorType>(source.getType()))
    return tensor::ExtractSliceOp::create(b, loc, source, offsets, sizes,
                                          strides);
  return memref::SubViewOp::create(b, loc, source, offsets, sizes, strides);
}

FailureOr<TilingResult>
NormOp::getTiledImplementation(OpBuilder &b, ArrayRef<OpFoldResult> offsets,
                               ArrayRef<OpFoldResult> sizes) {
  for (int64_t dim = getNumRowDims(); dim < getRank(); ++dim)
    if (!isWholeDim(getX(), dim, offsets[dim], sizes[dim]) &&
        !isWholeDim(getInit(), dim, offsets[dim], sizes[dim]))
      return emitOpError("can't be tiled along a normalised dimension: its "
                         "statistic needs the whole row");

  TilingResult result;
  SmallVector<Value> operands;
  // x and outs have all dimensions of the tile, rstd the leading ones, weight
  // and bias the trailing ones.
  auto addSlice = [&](Value operand, ArrayRef<OpFoldResult> from,
                      ArrayRef<OpFoldResult> size) {
    Operation *slice = sliceOf(b, getLoc(), operand, from, size);
    operands.push_back(slice->getResult(0));
    result.generatedSlices.push_back(slice);
  };
  addSlice(getX(), offsets, sizes);
  for (Value scale : {getWeight(), getBias()}) {
    int64_t rank = scale ? cast<ShapedType>(scale.getType()).getRank() : 0;
    if (rank > int64_t(getAxes()))
      addSlice(scale, offsets.take_back(rank), sizes.take_back(rank));
    else if (scale)
      operands.push_back(scale);
  }
  addSlice(getInit(), offsets, sizes);
  if (getRstd())
    addSlice(getRstd(), offsets.take_front(getNumRowDims()),
             sizes.take_front(getNumRowDims()));

  SmallVector<Type> types;
  if (hasPureTensorSemantics())
    for (Value init : ArrayRef<Value>(operands).take_back(getNumDpsInits()))
      types.push_back(init.getType());
  Operation *tiled = mlir::clone(b, getOperation(), types, operands);
  result.tiledOps.push_back(tiled);
  result.tiledValues.assign(tiled->result_begin(), tiled->result_end());
  return result;
}

LogicalResult NormOp::getResultTilePosition(
    OpBuilder &, unsigned number, ArrayRef<OpFoldResult> offsets,
    ArrayRef<OpFoldResult> sizes, SmallVector<OpFoldResult> &resultOffsets,
    SmallVector<OpFoldResult> &resultSizes) {
  int64_t rank = number == 0 ? getRank() : getNumRowDims();
  resultOffsets.assign(offsets.begin(), offsets.begin() + rank);
  resultSizes.assign(sizes.begin(), sizes.begin() + rank);
  return success();
}

LogicalResult NormOp::getIterationDomainTileFromResultTile(
    OpBuilder &b, unsigned, ArrayRef<OpFoldResult> offsets,
    ArrayRef<OpFoldResult> sizes, SmallVectorImpl<OpFoldResult> &domainOffsets,
    SmallVectorImpl<OpFoldResult> &domainSizes) {
  domainOffsets.assign(offsets.begin(), offsets.end());
  domainSizes.assign(sizes.begin(), sizes.end());
  // A tile of rstd says nothing about the row, which is taken whole.
  for (int64_t dim = offsets.size(); dim < getRank(); ++dim) {
    domainOffsets.push_back(b.getIndexAttr(0));
    domainSizes.push_back(linalg::createFoldedDimOp(b, getLoc(), getX(), dim));
  }
  return success();
}

FailureOr<TilingResult>
NormOp::generateResultTileValue(OpBuilder &b, unsigned number,
                                ArrayRef<OpFoldResult> offsets,
                                ArrayRef<OpFoldResult> sizes) {
  SmallVector<OpFoldResult> domainOffsets, domainSizes;
  if (failed(getIterationDomainTileFromResultTile(b, number, offsets, sizes,
                                                  domainOffsets, domainSizes)))
    return failure();
  FailureOr<TilingResult> result =
      getTiledImplementation(b, domainOffsets, domainSizes);
  if (succeeded(result))
    result->tiledValues = {result->tiledValues[number]};
  return result;
}

/// x and outs have the domain's own shape; a tile of another operand alone does
/// not say which rows.
LogicalResult NormOp::getIterationDomainTileFromOperandTiles(
    OpBuilder &, ArrayRef<unsigned> operandNumbers,
    ArrayRef<SmallVector<OpFoldResult>> offsets,
    ArrayRef<SmallVector<OpFoldResult>> sizes,
    SmallVectorImpl<OpFoldResult> &domainOffsets,
    SmallVectorImpl<OpFoldResult> &domainSizes) {
  bool found = false;
  for (auto [number, offset, size] :
       llvm::zip(operandNumbers, offsets, sizes)) {
    Value operand = getOperand(number);
    if (operand != getX() && operand != getInit())
      return failure();
    if (found &&
        (ArrayRef<OpFoldResult>(domainOffsets) !=
             ArrayRef<OpFoldResult>(offset) ||
         ArrayRef<OpFoldResult>(domainSizes) != ArrayRef<OpFoldResult>(size)))
      return failure();
    domainOffsets.assign(offset.begin(), offset.end());
    domainSizes.assign(size.begin(), size.end());
    found = true;
  }
  return success(found);
}

FailureOr<TilingResult> NormOp::getTiledImplementationFromOperandTiles(
    OpBuilder &b, ArrayRef<unsigned> operandNumbers,
    ArrayRef<SmallVector<OpFoldResult>> offsets,
    ArrayRef<SmallVector<OpFoldResult>> sizes) {
  SmallVector<OpFoldResult> domainOffsets, domainSizes;
  if (failed(getIterationDomainTileFromOperandTiles(
          b, operandNumbers, offsets, sizes, domainOffsets, domainSizes)))
    return failure();
  return getTiledImplementation(b, domainOffsets, domainSizes);
}
