//===- GroupsSideBySide.cpp - Groups that share the lanes of their row ----===//

#include "RowEmitter.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::rmsnorm;

/// The groups of a row, counted before the loop over rows: rows that share a
/// warp have to agree on their number.
Value RowEmitter::countGroups() {
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(b.getInsertionBlock()->getParentOp());
  return getValueOrCreateConstantIndexOp(
      b, loc,
      affine::makeComposedFoldedAffineApply(
          b, loc, b.getAffineSymbolExpr(0).floorDiv(cluster.groupSize),
          {extent}));
}

/// The part of a result's row that is the group's: a vector, or one element.
static void getSliceOfGroup(OpBuilder &b, ArrayRef<int64_t> coordinates,
                            Value number, Value first, int64_t size,
                            SmallVector<OpFoldResult> &offsets,
                            SmallVector<OpFoldResult> &sizes) {
  for (int64_t place : coordinates) {
    if (place == kColumn)
      offsets.push_back(first);
    else if (place == kGroup)
      offsets.push_back(number);
    else if (place == kInGroup)
      offsets.push_back(b.getIndexAttr(0));
    else
      continue;
    sizes.push_back(b.getIndexAttr(place == kGroup ? 1 : size));
  }
}

/// A pass in which a group is what a row is otherwise: one vector, for as many
/// neighbouring lanes as a row of that length has. They are of one warp.
void RowEmitter::emitGroupsSideBySide(const RowPass &pass) {
  SmallVector<Value> rowSlices;
  for (OpResult output : pass.stores)
    rowSlices.push_back((*slices)[output]);
  Attribute warps =
      gpu::GPUWarpMappingAttr::get(b.getContext(), gpu::MappingId::LinearDim0);
  auto loop = scf::ForallOp::create(b, loc, {OpFoldResult(countGroups())},
                                    rowSlices, b.getArrayAttr(warps));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  llvm::SaveAndRestore outermost(chunkLoop, loop.getOperation());
  llvm::SaveAndRestore oneVector(walk, Walk{cluster.groupSize, false});
  Value number = loop.getInductionVar(0);
  Value first = getValueOrCreateConstantIndexOp(
      b, loc,
      affine::makeComposedFoldedAffineApply(
          b, loc, b.getAffineDimExpr(0) * cluster.groupSize,
          {OpFoldResult(number)}));
  Group current{number, first, /*isSliced=*/true};
  llvm::SaveAndRestore inGroup(group, &current);

  SmallVector<SmallVector<OpFoldResult>> offsets(pass.stores.size()),
      sizes(pass.stores.size()), strides;
  for (auto [i, output] : llvm::enumerate(pass.stores)) {
    Coordinates place = cluster.coordinates.lookup(output);
    getSliceOfGroup(b, place, number, first, cluster.groupSize, offsets[i],
                    sizes[i]);
    strides.emplace_back(sizes[i].size(), b.getIndexAttr(1));
    SmallVector<int64_t> shape(hasColumn(place), cluster.groupSize);
    (*slices)[output] = tensor::ExtractSliceOp::create(
        b, loc,
        RankedTensorType::get(shape, getElementTypeOrSelf(output.getType())),
        loop.getRegionIterArgs()[i], offsets[i], sizes[i], strides[i]);
  }
  Chunk chunk = createGroupChunk(arith::ConstantIndexOp::create(b, loc, 0),
                                 cluster.groupSize);
  for (const RowPass &step : pass.inGroup)
    emitVector(chunk, step, current.values);
  b.setInsertionPointToStart(loop.getTerminator().getBody());
  for (auto [i, output] : llvm::enumerate(pass.stores))
    tensor::ParallelInsertSliceOp::create(b, loc, (*slices)[output],
                                          loop.getRegionIterArgs()[i],
                                          offsets[i], sizes[i], strides[i]);
  takeSlices(pass, loop.getResults());
}
