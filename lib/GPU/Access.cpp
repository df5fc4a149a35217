//===- Access.cpp - Reads and writes of a lane's elements -----------------===//

#include "Layout.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include <numeric>

using namespace mlir;
using namespace mlir::rmsnorm;

LogicalResult rmsnorm::verifyTransfer(VectorTransferOpInterface op) {
  if (!isa<MemRefType>(op.getShapedType()))
    return op.emitError("row kernels work on buffers: bufferise first");
  if (op.getMask() || op.hasOutOfBoundsDim())
    return op.emitError("cannot distribute a transfer that is masked or may "
                        "leave its buffer: mark it in_bounds");
  if (!isa<AffineDimExpr>(op.getPermutationMap().getResult(0)))
    return op.emitError("cannot distribute a transfer that broadcasts: read "
                        "the value and broadcast it");
  return success();
}

/// The dimension of the buffer that the row runs along.
static unsigned getRowDim(VectorTransferOpInterface op) {
  return cast<AffineDimExpr>(op.getPermutationMap().getResult(0)).getPosition();
}

/// A number that divides the index.
static int64_t getDivisor(Value index) {
  if (std::optional<int64_t> constant = getConstantIntValue(index))
    return *constant;
  auto apply = index.getDefiningOp<affine::AffineApplyOp>();
  return apply ? apply.getAffineMap().getResult(0).getLargestKnownDivisor() : 1;
}

/// How many elements are one access: as many as the layout of the buffer keeps
/// aligned, and no more than 16 bytes.
static int64_t getPiece(VectorTransferOpInterface op, int64_t width) {
  auto type = cast<MemRefType>(op.getShapedType());
  int64_t bits = getScalarBits(type.getElementType());
  int64_t offset;
  SmallVector<int64_t> strides;
  unsigned rowDim = getRowDim(op);
  if (bits % 8 || failed(type.getStridesAndOffset(strides, offset)) ||
      strides[rowDim] != 1 || ShapedType::isDynamic(offset))
    return 1;
  int64_t piece = std::gcd(std::gcd(width, 128 / bits), offset);
  // Without gaps a stride that is not known is still a multiple of the sizes
  // that are.
  bool isContiguous = type.getLayout().isIdentity();
  int64_t inner = 1;
  for (int64_t dim = type.getRank() - 1; dim >= 0; --dim) {
    int64_t stride = strides[dim];
    if (ShapedType::isDynamic(stride))
      stride = isContiguous ? inner : 1;
    piece = std::gcd(piece, getDivisor(op.getIndices()[dim]) * stride);
    if (!type.isDynamicDim(dim))
      inner *= type.getDimSize(dim);
  }
  return piece;
}

/// Calls `body` for each access of chunk `k` with the offset of its first
/// element in the chunk, and the indices less the column.
static void
forEachPiece(const Layout &layout, VectorTransferOpInterface op, int64_t k,
             function_ref<void(int64_t offset, int64_t piece)> body) {
  int64_t width = layout.getSchedule().width;
  int64_t piece = getPiece(op, width);
  // A piece is either inside the row or outside.
  if (!layout.isWhole(k))
    piece = std::gcd(piece, layout.getLength());
  for (int64_t offset = 0; offset < width; offset += piece)
    body(offset, piece);
}

static SmallVector<Value> getIndices(OpBuilder &b, VectorTransferOpInterface op,
                                     Value column) {
  SmallVector<Value> indices(op.getIndices());
  Value &index = indices[getRowDim(op)];
  index = b.createOrFold<arith::AddIOp>(op.getLoc(), index, column);
  return indices;
}

static llvm::MaybeAlign getAlignment(VectorType type) {
  return llvm::MaybeAlign(type.getNumElements() *
                          getScalarBits(type.getElementType()) / 8);
}

Value Layout::read(OpBuilder &b, vector::TransferReadOp op, int64_t k) const {
  Location loc = op.getLoc();
  Type element = op.getVectorType().getElementType();
  SmallVector<Value> pieces;
  forEachPiece(*this, op, k, [&](int64_t offset, int64_t piece) {
    Value column = getColumn(b, loc, k, offset);
    if (!isWhole(k))
      column =
          arith::SelectOp::create(b, loc, isInRow(b, loc, k, offset), column,
                                  getColumn(b, loc, /*k=*/0, offset));
    SmallVector<Value> indices = getIndices(b, op, column);
    auto type = VectorType::get(piece, element);
    if (piece == 1)
      pieces.push_back(memref::LoadOp::create(b, loc, op.getBase(), indices));
    else
      pieces.push_back(vector::LoadOp::create(b, loc, type, op.getBase(),
                                              indices, /*nontemporal=*/false,
                                              getAlignment(type)));
  });
  if (!isa<VectorType>(pieces.front().getType()))
    return vector::FromElementsOp::create(
        b, loc, VectorType::get(schedule.width, element), pieces);
  // Pairs of pieces, until one is left.
  while (pieces.size() > 1) {
    SmallVector<Value> joined;
    for (size_t i = 0; i < pieces.size(); i += 2) {
      auto type = cast<VectorType>(pieces[i].getType());
      SmallVector<int64_t> order(2 * type.getNumElements());
      std::iota(order.begin(), order.end(), 0);
      joined.push_back(
          vector::ShuffleOp::create(b, loc, pieces[i], pieces[i + 1], order));
    }
    pieces = std::move(joined);
  }
  return pieces.front();
}

void Layout::write(OpBuilder &b, vector::TransferWriteOp op, Value value,
                   int64_t k) const {
  Location loc = op.getLoc();
  forEachPiece(*this, op, k, [&](int64_t offset, int64_t piece) {
    OpBuilder::InsertionGuard guard(b);
    if (!isWhole(k))
      b.setInsertionPointToStart(
          scf::IfOp::create(b, loc, isInRow(b, loc, k, offset)).thenBlock());
    SmallVector<Value> indices =
        getIndices(b, op, getColumn(b, loc, k, offset));
    if (piece == 1) {
      Value element = vector::ExtractOp::create(b, loc, value, offset);
      memref::StoreOp::create(b, loc, element, op.getBase(), indices);
      return;
    }
    Value part = value;
    if (piece != schedule.width) {
      SmallVector<int64_t> order(piece);
      std::iota(order.begin(), order.end(), offset);
      part = vector::ShuffleOp::create(b, loc, value, value, order);
    }
    vector::StoreOp::create(b, loc, part, op.getBase(), indices,
                            /*nontemporal=*/false,
                            getAlignment(cast<VectorType>(part.getType())));
  });
}
