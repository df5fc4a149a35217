//===- DistributeVectors.cpp - Rows are shared by the lanes of a block ----===//

#include "Distributor.h"
#include "Pieces.h"
#include "RMSNorm/GPU/Passes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"

namespace mlir::rmsnorm {
#define GEN_PASS_DEF_DISTRIBUTEVECTORSPASS
#include "RMSNorm/GPU/Passes.h.inc"
} // namespace mlir::rmsnorm

using namespace mlir;
using namespace mlir::rmsnorm;

/// A kernel that asks which lane it is was written for threads, not rows.
static bool isOfThreads(gpu::GPUFuncOp func) {
  WalkResult result = func.walk([](gpu::ThreadIdOp op) {
    return op.getDimension() == gpu::Dimension::x ? WalkResult::interrupt()
                                                  : WalkResult::advance();
  });
  return result.wasInterrupted();
}

namespace {
struct DistributeVectors
    : rmsnorm::impl::DistributeVectorsPassBase<DistributeVectors> {
  void runOnOperation() override {
    WalkResult result = getOperation()->walk([](gpu::GPUFuncOp func) {
      if (!func.isKernel() || func.isExternal() || isOfThreads(func))
        return WalkResult::advance();
      return WalkResult(distribute(func));
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }

  static LogicalResult distribute(gpu::GPUFuncOp func) {
    FailureOr<RowShape> shape = RowShape::get(func);
    if (failed(shape))
      return failure();
    std::optional<int64_t> lanes, rows;
    if (std::optional<ArrayRef<int32_t>> block = func.getKnownBlockSize()) {
      lanes = (*block)[0];
      rows = (*block)[1];
      if (!llvm::isPowerOf2_64(*lanes) || *rows < 1 || (*block)[2] != 1)
        return func.emitError("the lanes of a row are a power of two along x, "
                              "its block has rows along y, and there is no z");
    } else if (!shape->isWalked) {
      return func.emitError("a kernel needs known_block_size: its x are the "
                            "lanes of a row and its y the rows of a block");
    }
    if (shape->length && (*lanes - 1) * Layout::width >= shape->length)
      return func.emitError("a row of ")
             << shape->length << " elements has no work for " << *lanes
             << " lanes; launch one for every " << Layout::width << " elements";
    OpBuilder b = OpBuilder::atBlockBegin(&func.getBody().front());
    Layout layout(b, func, *shape, lanes, rows);
    if (failed(Distributor(layout, b).distributeBody(func)))
      return failure();
    for (unsigned i = 0; i < func.getNumArguments(); ++i)
      func.removeArgAttr(i, kDivisorName);
    return success();
  }
};
} // namespace
