//===- Access.cpp - Reads and writes of a lane's elements -----------------===//

#include "Layout.h"
#include "Pieces.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include <numeric>

using namespace mlir;
using namespace mlir::rmsnorm;

LogicalResult rmsnorm::verifyTransfer(VectorTransferOpInterface op) {
  if (!isa<MemRefType>(op.getShapedType()))
    return op.emitError("row kernels work on buffers: bufferise first");
  bool isTail = op.getMask() && op.getVectorType().isScalable() &&
                op.getMask().getDefiningOp<vector::CreateMaskOp>();
  if ((op.getMask() && !isTail) || op.hasOutOfBoundsDim())
    return op.emitError("cannot distribute a transfer that is masked or may "
                        "leave its buffer: mark it in_bounds");
  if (!isa<AffineDimExpr>(op.getPermutationMap().getResults().back()))
    return op.emitError("cannot distribute a transfer that broadcasts: read "
                        "the value and broadcast it");
  return success();
}

Value Layout::getEnd(OpBuilder &b, VectorTransferOpInterface op,
                     int64_t k) const {
  if (op.getMask())
    return op.getMask().getDefiningOp<vector::CreateMaskOp>().getOperand(0);
  if (isWhole(k))
    return Value();
  return arith::ConstantIndexOp::create(b, op.getLoc(), shape.length);
}

/// Calls `body` for each access of a chunk with the offset of its first element
/// in the chunk. An access is either inside the row or outside.
static void
forEachPiece(VectorTransferOpInterface op, Value end,
             function_ref<void(int64_t offset, int64_t piece)> body) {
  int64_t piece = getPiece(op);
  if (end)
    piece = std::gcd(piece, getDivisor(end));
  for (int64_t offset = 0; offset < Layout::width; offset += piece)
    body(offset, piece);
}

/// Where `op` accesses the element in `column` of the row.
SmallVector<Value> Layout::getIndices(OpBuilder &b,
                                      VectorTransferOpInterface op,
                                      Value column) const {
  Location loc = op.getLoc();
  SmallVector<Value> indices(op.getIndices());
  if (op.getVectorType().getRank() == 2) {
    Value size = arith::ConstantIndexOp::create(b, loc, shape.groupSize);
    if (std::optional<unsigned> dim = getGroupDim(op)) {
      Value group = arith::DivUIOp::create(b, loc, column, size);
      indices[*dim] = b.createOrFold<arith::AddIOp>(loc, indices[*dim], group);
    }
    column = arith::RemUIOp::create(b, loc, column, size);
  }
  Value &index = indices[getRowDim(op)];
  index = b.createOrFold<arith::AddIOp>(loc, index, column);
  return indices;
}

static llvm::MaybeAlign getAlignment(VectorType type) {
  return llvm::MaybeAlign(type.getNumElements() *
                          getScalarBits(type.getElementType()) / 8);
}

/// One access at `column`; elements of types without vectors in memory one by
/// one.
Value Layout::readPiece(OpBuilder &b, vector::TransferReadOp op, Value column,
                        int64_t piece) const {
  Location loc = op.getLoc();
  auto type = VectorType::get(piece, op.getVectorType().getElementType());
  SmallVector<Value> indices = getIndices(b, op, column);
  if (piece == 1)
    return memref::LoadOp::create(b, loc, op.getBase(), indices);
  return vector::LoadOp::create(b, loc, type, op.getBase(), indices,
                                /*nontemporal=*/false, getAlignment(type));
}

/// The vector of all pieces in their order.
static Value join(OpBuilder &b, Location loc, SmallVector<Value> pieces) {
  Type type = pieces.front().getType();
  if (!isa<VectorType>(type))
    return vector::FromElementsOp::create(
        b, loc, VectorType::get(pieces.size(), type), pieces);
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

Value Layout::read(OpBuilder &b, vector::TransferReadOp op, int64_t k) const {
  Location loc = op.getLoc();
  Value end = getEnd(b, op, k);
  SmallVector<Value> pieces;
  forEachPiece(op, end, [&](int64_t offset, int64_t piece) {
    Value column = getColumn(b, loc, k, offset);
    if (!op.getMask()) {
      // The first element of a lane is always inside.
      if (end)
        column =
            arith::SelectOp::create(b, loc, isInside(b, loc, k, offset, end),
                                    column, getColumn(b, loc, /*k=*/0));
      pieces.push_back(readPiece(b, op, column, piece));
      return;
    }
    auto guarded = scf::IfOp::create(
        b, loc, isInside(b, loc, k, offset, end),
        [&](OpBuilder &b, Location loc) {
          scf::YieldOp::create(b, loc, readPiece(b, op, column, piece));
        },
        [&](OpBuilder &b, Location loc) {
          Value padding = op.getPadding();
          if (piece > 1)
            padding = vector::BroadcastOp::create(
                b, loc, VectorType::get(piece, padding.getType()), padding);
          scf::YieldOp::create(b, loc, padding);
        });
    pieces.push_back(guarded.getResult(0));
  });
  return join(b, loc, std::move(pieces));
}

void Layout::write(OpBuilder &b, vector::TransferWriteOp op, Value value,
                   int64_t k) const {
  Location loc = op.getLoc();
  Value end = getEnd(b, op, k);
  forEachPiece(op, end, [&](int64_t offset, int64_t piece) {
    OpBuilder::InsertionGuard guard(b);
    if (end)
      b.setInsertionPointToStart(
          scf::IfOp::create(b, loc, isInside(b, loc, k, offset, end))
              .thenBlock());
    SmallVector<Value> indices =
        getIndices(b, op, getColumn(b, loc, k, offset));
    if (piece == 1) {
      Value element = vector::ExtractOp::create(b, loc, value, offset);
      memref::StoreOp::create(b, loc, element, op.getBase(), indices);
      return;
    }
    Value part = value;
    if (piece != width) {
      SmallVector<int64_t> order(piece);
      std::iota(order.begin(), order.end(), offset);
      part = vector::ShuffleOp::create(b, loc, value, value, order);
    }
    vector::StoreOp::create(b, loc, part, op.getBase(), indices,
                            /*nontemporal=*/false,
                            getAlignment(cast<VectorType>(part.getType())));
  });
}

bool Layout::copy(OpBuilder &b, vector::TransferReadOp from,
                  vector::TransferWriteOp to, int64_t k) const {
  Location loc = to.getLoc();
  int64_t piece = std::gcd(getPiece(from), getPiece(to));
  int64_t bytes =
      piece * getScalarBits(from.getVectorType().getElementType()) / 8;
  if (bytes < 4 || from.getMask() || !isWhole(k))
    return false;
  auto token = nvgpu::DeviceAsyncTokenType::get(b.getContext());
  for (int64_t offset = 0; offset < width; offset += piece) {
    Value column = getColumn(b, loc, k, offset);
    nvgpu::DeviceAsyncCopyOp::create(
        b, loc, token, to.getBase(), getIndices(b, to, column), from.getBase(),
        getIndices(b, from, column), b.getIndexAttr(piece),
        /*srcElements=*/Value(), bytes == 16 ? b.getUnitAttr() : UnitAttr());
  }
  return true;
}
