//===- RowLoops.cpp - Whole chunks of a row, and its rest -----------------===//

#include "RowEmitter.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::rmsnorm;

/// The end of the last whole chunk.
Value RowEmitter::getMainEnd() {
  if (walk.scalable) {
    // A division on a GPU is a function; `vscale` is a power of two.
    Value n = getValueOrCreateConstantIndexOp(b, loc, extent);
    Value zero = arith::ConstantIndexOp::create(b, loc, 0);
    Value mask = arith::SubIOp::create(b, loc, zero, getExtent(1));
    return arith::AndIOp::create(b, loc, n, mask);
  }
  AffineExpr n = b.getAffineSymbolExpr(0);
  return getValueOrCreateConstantIndexOp(
      b, loc,
      affine::makeComposedFoldedAffineApply(b, loc, n - n % walk.width,
                                            {extent}));
}

/// The rest of the row from `end`: a narrower vector, or a masked one where its
/// width is known at run time only.
void RowEmitter::emitTail(const RowPass &pass, Value end,
                          MutableArrayRef<Value> accumulators) {
  std::optional<int64_t> fixed = getConstantIntValue(extent);
  bool isMasked = !fixed || walk.scalable;
  int64_t width = isMasked ? walk.width : *fixed % walk.width;
  if (width == 0)
    return;
  Chunk chunk{end, width, Value(), Value(), llvm::DenseMap<Value, Value>()};
  if (isMasked) {
    Value left = arith::SubIOp::create(
        b, loc, getValueOrCreateConstantIndexOp(b, loc, extent), end);
    chunk.mask = vector::CreateMaskOp::create(
        b, loc, getVectorType(width, b.getI1Type()), left);
    if (accumulators.empty() && !walk.scalable) {
      emitTailStores(chunk, pass, left);
      return;
    }
  }
  emitChunk(chunk, pass, accumulators);
}

/// Nothing where nothing is left: to store under an empty mask is slow where
/// the row ends at a page.
void RowEmitter::emitTailStores(Chunk &chunk, const RowPass &pass, Value left) {
  SmallVector<Value> before;
  for (OpResult output : pass.stores)
    before.push_back((*slices)[output]);
  Value some = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sgt, left,
                                     arith::ConstantIndexOp::create(b, loc, 0));
  auto choice = scf::IfOp::create(b, loc, TypeRange(ValueRange(before)), some,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  llvm::SaveAndRestore outermost(chunkLoop, choice.getOperation());
  b.setInsertionPointToStart(choice.thenBlock());
  emitChunk(chunk, pass, {});
  SmallVector<Value> after;
  for (OpResult output : pass.stores)
    after.push_back((*slices)[output]);
  scf::YieldOp::create(b, loc, after);
  b.setInsertionPointToStart(choice.elseBlock());
  scf::YieldOp::create(b, loc, before);
  takeSlices(pass, choice.getResults());
}

/// The last values that a loop carries are the destinations of the pass.
void RowEmitter::takeSlices(const RowPass &pass, ValueRange carried) {
  for (auto [output, slice] :
       llvm::zip_equal(pass.stores, carried.take_back(pass.stores.size())))
    (*slices)[output] = slice;
}

/// A loop from `begin` to `end`; `carried` are the accumulators and the
/// destinations of the pass before the first and after the last step.
SmallVector<Value> RowEmitter::emitLoop(const RowPass &pass, Value begin,
                                        Value end, Value step,
                                        ValueRange carried, Step body) {
  auto loop = scf::ForOp::create(b, loc, begin, end, step, carried);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  llvm::SaveAndRestore outermost(chunkLoop,
                                 chunkLoop ? chunkLoop : loop.getOperation());
  takeSlices(pass, loop.getRegionIterArgs());
  SmallVector<Value> next(loop.getRegionIterArgs());
  body(loop.getInductionVar(),
       MutableArrayRef<Value>(next).drop_back(pass.stores.size()));
  for (auto [output, value] : llvm::zip_equal(
           pass.stores,
           MutableArrayRef<Value>(next).take_back(pass.stores.size())))
    value = (*slices)[output];
  scf::YieldOp::create(b, loc, next);
  return llvm::to_vector_of<Value>(loop.getResults());
}

/// The chunks from `begin` to `end`, or the groups.
SmallVector<Value> RowEmitter::emitSteps(const RowPass &pass, Value begin,
                                         Value end, ValueRange carried) {
  if (pass.isGrouped()) {
    Value size = arith::ConstantIndexOp::create(b, loc, cluster.groupSize);
    return emitLoop(pass, begin, end, size, carried,
                    [&](Value first, MutableArrayRef<Value> accumulators) {
                      Value number =
                          arith::DivUIOp::create(b, loc, first, size);
                      Group current{number, first};
                      llvm::SaveAndRestore inGroup(group, &current);
                      emitGroup(pass, accumulators);
                    });
  }
  return emitLoop(pass, begin, end, getExtent(1), carried,
                  [&](Value first, MutableArrayRef<Value> accumulators) {
                    Chunk chunk{first, walk.width, Value(), Value(),
                                llvm::DenseMap<Value, Value>()};
                    emitChunk(chunk, pass, accumulators);
                  });
}
