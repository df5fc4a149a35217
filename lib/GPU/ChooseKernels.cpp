//===- ChooseKernels.cpp - Which kernel is launched -----------------------===//

#include "Pieces.h"
#include "RMSNorm/GPU/Passes.h"
#include "Schedule.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::rmsnorm {
#define GEN_PASS_DEF_CHOOSEKERNELSPASS
#include "RMSNorm/GPU/Passes.h.inc"
} // namespace mlir::rmsnorm

using namespace mlir;
using namespace mlir::rmsnorm;

/// The number of bytes that buffers begin at multiples of.
static constexpr int64_t kAlignment = 16;

/// Whether what is to be checked can be: anyone may have written the attribute.
static LogicalResult verifyChecked(gpu::LaunchFuncOp launch) {
  auto checked = launch->getAttrOfType<DenseI64ArrayAttr>(kCheckedName);
  auto canCheck = [&](int64_t argument) {
    return argument >= 0 && argument < launch.getNumKernelOperands() &&
           isa<MemRefType, IndexType>(
               launch.getKernelOperand(argument).getType());
  };
  if (!checked.empty() && llvm::all_of(checked.asArrayRef(), canCheck))
    return success();
  return launch.emitOpError("'")
         << kCheckedName << "' has to name kernel arguments that are memrefs "
         << "or indices";
}

/// True where every buffer is aligned and every index a multiple of the width
/// of a chunk.
static Value isAligned(OpBuilder &b, gpu::LaunchFuncOp launch,
                       ArrayRef<int64_t> arguments) {
  Location loc = launch.getLoc();
  Value bits;
  for (int64_t argument : arguments) {
    Value part = launch.getKernelOperand(argument);
    if (isa<MemRefType>(part.getType()))
      part = memref::ExtractAlignedPointerAsIndexOp::create(b, loc, part);
    else
      part = arith::MulIOp::create(
          b, loc, part,
          arith::ConstantIndexOp::create(b, loc, kAlignment / Schedule::width));
    bits = bits ? arith::OrIOp::create(b, loc, bits, part).getResult() : part;
  }
  Value rest = arith::AndIOp::create(
      b, loc, bits, arith::ConstantIndexOp::create(b, loc, kAlignment - 1));
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, rest,
                               arith::ConstantIndexOp::create(b, loc, 0));
}

/// Turns `launch` into a choice between it and its twin.
static void choose(IRRewriter &b, gpu::LaunchFuncOp launch) {
  auto unaligned = cast<SymbolRefAttr>(launch->removeAttr(kUnalignedName));
  auto checked = cast<DenseI64ArrayAttr>(launch->removeAttr(kCheckedName));
  b.setInsertionPoint(launch);
  auto choice = scf::IfOp::create(b, launch.getLoc(),
                                  isAligned(b, launch, checked.asArrayRef()),
                                  /*withElseRegion=*/true);
  b.setInsertionPoint(choice.elseBlock()->getTerminator());
  cast<gpu::LaunchFuncOp>(b.clone(*launch)).setKernelAttr(unaligned);
  launch->moveBefore(choice.thenBlock()->getTerminator());
}

namespace {
struct ChooseKernels : rmsnorm::impl::ChooseKernelsPassBase<ChooseKernels> {
  void runOnOperation() override {
    SmallVector<gpu::LaunchFuncOp> launches;
    getOperation()->walk([&](gpu::LaunchFuncOp op) {
      if (op->hasAttrOfType<SymbolRefAttr>(kUnalignedName) &&
          op->hasAttrOfType<DenseI64ArrayAttr>(kCheckedName))
        launches.push_back(op);
    });
    IRRewriter b(&getContext());
    for (gpu::LaunchFuncOp launch : launches) {
      if (failed(verifyChecked(launch)))
        return signalPassFailure();
      choose(b, launch);
    }
  }
};
} // namespace
