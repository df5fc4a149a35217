//===- Pieces.cpp - How wide accesses to a row can be ---------------------===//

#include "Pieces.h"
#include "Schedule.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include <numeric>

using namespace mlir;
using namespace mlir::rmsnorm;

/// The values of which a common divisor divides `index`: itself, if there is
/// nothing to be said of how it is made.
static SmallVector<Value> getTerms(Value index) {
  if (auto loop = scf::getForInductionVarOwner(index))
    return {loop.getLowerBound(), loop.getStep()};
  Operation *op = index.getDefiningOp();
  if (isa_and_nonnull<arith::AddIOp, arith::SubIOp, arith::MinUIOp>(op))
    return {op->getOperand(0), op->getOperand(1)};
  if (auto select = dyn_cast_or_null<arith::SelectOp>(op))
    return {select.getTrueValue(), select.getFalseValue()};
  return {index};
}

/// The power of two in a divisor, as far as an access can use it: so products
/// do not overflow.
static int64_t getPower(int64_t divisor) {
  return llvm::MinAlign(divisor, 1 << 16);
}

static Attribute getArgumentAttr(Value value, StringRef name) {
  auto argument = dyn_cast<BlockArgument>(value);
  auto func = argument
                  ? dyn_cast<gpu::GPUFuncOp>(argument.getOwner()->getParentOp())
                  : gpu::GPUFuncOp();
  if (!func || argument.getArgNumber() >= func.getNumArguments())
    return {};
  return func.getArgAttr(argument.getArgNumber(), name);
}

int64_t rmsnorm::getDivisor(Value index) {
  if (std::optional<int64_t> constant = getConstantIntValue(index))
    return getPower(*constant);
  if (auto divisor =
          dyn_cast_or_null<IntegerAttr>(getArgumentAttr(index, kDivisorName)))
    return divisor.getInt();
  if (auto apply = index.getDefiningOp<affine::AffineApplyOp>())
    return apply.getAffineMap().getResult(0).getLargestKnownDivisor();
  if (auto product = index.getDefiningOp<arith::MulIOp>())
    return getPower(getDivisor(product.getLhs())) *
           getPower(getDivisor(product.getRhs()));
  // What is zero in the lowest bits of one operand is so in the result.
  if (auto masked = index.getDefiningOp<arith::AndIOp>())
    return std::max(getPower(getDivisor(masked.getLhs())),
                    getPower(getDivisor(masked.getRhs())));
  SmallVector<Value> terms = getTerms(index);
  if (llvm::equal(terms, ArrayRef(index)))
    return 1;
  int64_t divisor = 0;
  for (Value term : terms)
    divisor = std::gcd(divisor, getDivisor(term));
  return divisor;
}

unsigned rmsnorm::getRowDim(VectorTransferOpInterface op) {
  return cast<AffineDimExpr>(op.getPermutationMap().getResults().back())
      .getPosition();
}

std::optional<unsigned> rmsnorm::getGroupDim(VectorTransferOpInterface op) {
  AffineMap map = op.getPermutationMap();
  if (map.getNumResults() == 2)
    if (auto dim = dyn_cast<AffineDimExpr>(map.getResult(0)))
      return dim.getPosition();
  return std::nullopt;
}

/// The end of what is inside the row, where it isn't known before the launch.
static Value getMaskEnd(VectorTransferOpInterface op) {
  auto mask = op.getMask() ? op.getMask().getDefiningOp<vector::CreateMaskOp>()
                           : vector::CreateMaskOp();
  return mask ? mask.getOperand(0) : Value();
}

/// Whether neighbours along dimension `dim` are known to be so in memory.
static bool isContiguous(VectorTransferOpInterface op, int64_t dim) {
  int64_t offset;
  SmallVector<int64_t> strides;
  auto type = cast<MemRefType>(op.getShapedType());
  return succeeded(type.getStridesAndOffset(strides, offset)) &&
         strides[dim] == 1;
}

/// A power of two of elements that divides the distance between neighbours
/// along dimension `dim`.
static int64_t getStrideDivisor(VectorTransferOpInterface op, int64_t dim) {
  auto type = cast<MemRefType>(op.getShapedType());
  int64_t offset;
  SmallVector<int64_t> strides;
  if (failed(type.getStridesAndOffset(strides, offset)))
    return 1;
  if (!ShapedType::isDynamic(strides[dim]))
    return getPower(strides[dim]);
  // Without gaps a stride that is not known is still a multiple of the sizes
  // that are.
  int64_t divisor = 1;
  if (type.getLayout().isIdentity())
    for (int64_t inner = dim + 1; inner < type.getRank(); ++inner)
      if (!type.isDynamicDim(inner))
        divisor = getPower(divisor * getPower(type.getDimSize(inner)));
  auto view = op.getBase().getDefiningOp<memref::ReinterpretCastOp>();
  if (!view)
    return divisor;
  OpFoldResult stride = view.getMixedStrides()[dim];
  std::optional<int64_t> known = getConstantIntValue(stride);
  return std::max(divisor,
                  getPower(known ? *known : getDivisor(cast<Value>(stride))));
}

static int64_t getOffsetDivisor(VectorTransferOpInterface op) {
  auto type = cast<MemRefType>(op.getShapedType());
  int64_t offset;
  SmallVector<int64_t> strides;
  if (failed(type.getStridesAndOffset(strides, offset)))
    return 1;
  if (!ShapedType::isDynamic(offset))
    return offset;
  auto view = op.getBase().getDefiningOp<memref::ReinterpretCastOp>();
  if (!view)
    return 1;
  OpFoldResult place = view.getMixedOffsets().front();
  std::optional<int64_t> known = getConstantIntValue(place);
  return known ? *known : getDivisor(cast<Value>(place));
}

static Value getBuffer(Value view) {
  while (auto op = view.getDefiningOp<ViewLikeOpInterface>())
    view = op.getViewSource();
  return view;
}

int64_t rmsnorm::getPiece(VectorTransferOpInterface op) {
  auto type = cast<MemRefType>(op.getShapedType());
  int64_t bits = getScalarBits(type.getElementType());
  unsigned rowDim = getRowDim(op);
  if (bits % 8 || !isContiguous(op, rowDim))
    return 1;
  int64_t bytes = 16;
  if (auto align = dyn_cast_or_null<IntegerAttr>(
          getArgumentAttr(getBuffer(op.getBase()), "llvm.align")))
    bytes = std::min(bytes, align.getInt());
  int64_t piece =
      std::gcd(Schedule::width, std::max<int64_t>(1, bytes * 8 / bits));
  piece = std::gcd(piece, getOffsetDivisor(op));
  for (auto [dim, index] : llvm::enumerate(op.getIndices()))
    piece = std::gcd(piece,
                     getPower(getDivisor(index)) * getStrideDivisor(op, dim));
  if (std::optional<unsigned> groupDim = getGroupDim(op))
    piece = std::gcd(piece, getStrideDivisor(op, *groupDim));
  if (Value end = getMaskEnd(op))
    piece = std::gcd(piece, getDivisor(end));
  return piece;
}

void rmsnorm::findAlignmentArguments(
    VectorTransferOpInterface op, llvm::SetVector<BlockArgument> &arguments) {
  SmallVector<Value> values{getBuffer(op.getBase())};
  if (auto view = op.getBase().getDefiningOp<memref::ReinterpretCastOp>()) {
    llvm::append_range(values, view.getOffsets());
    llvm::append_range(values, view.getStrides());
  }
  if (Value end = getMaskEnd(op))
    values.push_back(end);
  while (!values.empty()) {
    Value value = values.pop_back_val();
    if (auto argument = dyn_cast<BlockArgument>(value);
        argument && isa<gpu::GPUFuncOp>(argument.getOwner()->getParentOp()))
      arguments.insert(argument);
    if (getConstantIntValue(value) || !value.getType().isIndex())
      continue;
    SmallVector<Value> terms = getTerms(value);
    if (!llvm::equal(terms, ArrayRef(value)))
      llvm::append_range(values, terms);
  }
}
