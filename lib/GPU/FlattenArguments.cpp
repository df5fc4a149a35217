//===- FlattenArguments.cpp - Kernels take pointers and sizes -------------===//

#include "RMSNorm/GPU/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Transforms/RegionUtils.h"

namespace mlir::rmsnorm {
#define GEN_PASS_DEF_FLATTENARGUMENTSPASS
#include "RMSNorm/GPU/Passes.h.inc"
} // namespace mlir::rmsnorm

using namespace mlir;

static bool isPlainPointer(MemRefType type) {
  int64_t offset;
  SmallVector<int64_t> strides;
  return type.hasStaticShape() &&
         succeeded(type.getStridesAndOffset(strides, offset)) &&
         !ShapedType::isDynamic(offset) &&
         llvm::none_of(strides, ShapedType::isDynamic);
}

/// Whether `buffer` is a constant of the host or a view of one.
static bool isConstant(Value buffer) {
  Operation *op = buffer.getDefiningOp();
  if (isa_and_nonnull<memref::GetGlobalOp>(op))
    return true;
  return isa_and_nonnull<ViewLikeOpInterface>(op) &&
         op->getNumOperands() == 1 && isConstant(op->getOperand(0));
}

/// A pointer knows no sizes: those that the kernel asks for are taken before
/// the launch.
static void hoistSizes(RewriterBase &b, gpu::LaunchOp launch) {
  SmallVector<memref::DimOp> dims;
  launch.getBody().walk([&](memref::DimOp op) { dims.push_back(op); });
  for (memref::DimOp op : dims) {
    std::optional<int64_t> index = op.getConstantIndex();
    if (!index || launch.getBody().isAncestor(op.getSource().getParentRegion()))
      continue;
    b.setInsertionPoint(launch);
    b.replaceOpWithNewOp<memref::DimOp>(op, op.getSource(), *index);
  }
}

/// A constant of the host becomes one of the kernel, together with the views of
/// it: the kernel then needs no copy of it in device memory.
static void sinkConstants(RewriterBase &b, gpu::LaunchOp launch) {
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(launch.getBody(), captured);
  // A view that is sunk captures what it is a view of.
  for (size_t i = 0; i < captured.size(); ++i) {
    Operation *op = captured[i].getDefiningOp();
    if (!op || !isConstant(captured[i]))
      continue;
    b.setInsertionPointToStart(&launch.getBody().front());
    Operation *inside = b.clone(*op);
    b.replaceUsesWithIf(captured[i], inside->getResult(0), [&](OpOperand &use) {
      return launch.getBody().isAncestor(use.getOwner()->getParentRegion());
    });
    captured.insert(inside->operand_begin(), inside->operand_end());
  }
}

namespace {
struct FlattenArguments
    : rmsnorm::impl::FlattenArgumentsPassBase<FlattenArguments> {
  void runOnOperation() override {
    IRRewriter b(&getContext());
    SmallVector<gpu::LaunchOp> launches;
    getOperation()->walk([&](gpu::LaunchOp op) { launches.push_back(op); });
    for (gpu::LaunchOp launch : launches) {
      hoistSizes(b, launch);
      sinkConstants(b, launch);
      llvm::SetVector<Value> captured;
      getUsedValuesDefinedAbove(launch.getBody(), captured);
      for (Value buffer : captured) {
        auto type = dyn_cast<MemRefType>(buffer.getType());
        if (!type || isPlainPointer(type))
          continue;
        Location loc = buffer.getLoc();
        b.setInsertionPoint(launch);
        auto parts = memref::ExtractStridedMetadataOp::create(b, loc, buffer);
        b.setInsertionPointToStart(&launch.getBody().front());
        Value inside = memref::ReinterpretCastOp::create(
            b, loc, type, parts.getBaseBuffer(),
            parts.getConstifiedMixedOffset(), parts.getConstifiedMixedSizes(),
            parts.getConstifiedMixedStrides());
        b.replaceUsesWithIf(buffer, inside, [&](OpOperand &use) {
          return launch.getBody().isAncestor(use.getOwner()->getParentRegion());
        });
      }
    }
  }
};
} // namespace
