//===- SpecializeAlignment.cpp - Kernels for aligned rows and others ------===//

#include "Pieces.h"
#include "RMSNorm/GPU/Passes.h"
#include "Schedule.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::rmsnorm {
#define GEN_PASS_DEF_SPECIALIZEALIGNMENTPASS
#include "RMSNorm/GPU/Passes.h.inc"
} // namespace mlir::rmsnorm

using namespace mlir;
using namespace mlir::rmsnorm;

static constexpr StringLiteral kAlignName = "llvm.align";

static int64_t getElementBytes(BlockArgument buffer) {
  Type element = cast<MemRefType>(buffer.getType()).getElementType();
  return llvm::divideCeil(getScalarBits(element), 8);
}

/// Gives `func` what its aligned rows let it assume. Returns the arguments that
/// have to be checked for that, none if wide accesses don't come of it.
static SmallVector<BlockArgument> assumeAligned(gpu::GPUFuncOp func) {
  llvm::SetVector<BlockArgument> arguments;
  SmallVector<VectorTransferOpInterface> transfers;
  func.walk([&](VectorTransferOpInterface op) {
    auto type = dyn_cast<MemRefType>(op.getShapedType());
    if (type && gpu::GPUDialect::hasWorkgroupMemoryAddressSpace(type))
      return;
    transfers.push_back(op);
    if (type)
      findAlignmentArguments(op, arguments);
  });
  Builder b(func.getContext());
  for (BlockArgument argument : arguments)
    if (argument.getType().isIndex())
      func.setArgAttr(argument.getArgNumber(), kDivisorName,
                      b.getI64IntegerAttr(Schedule::width));
  if (llvm::all_of(transfers, [](auto op) { return getPiece(op) == 1; }))
    return {};
  return arguments.takeVector();
}

static void specialize(IRRewriter &b, gpu::GPUFuncOp func,
                       ArrayRef<gpu::LaunchFuncOp> launches) {
  b.setInsertionPointAfter(func);
  auto narrow = cast<gpu::GPUFuncOp>(b.clone(*func));
  SmallVector<BlockArgument> arguments = assumeAligned(func);
  if (arguments.empty()) {
    b.replaceOp(func, narrow->getResults());
    return;
  }
  narrow.setName((func.getName() + "_unaligned").str());
  for (BlockArgument argument : arguments)
    if (isa<MemRefType>(argument.getType()))
      narrow.setArgAttr(argument.getArgNumber(), kAlignName,
                        b.getI64IntegerAttr(getElementBytes(argument)));
  SymbolTable(func->getParentOp()).insert(narrow);
  // The host's choice is written out by ChooseKernels.
  SmallVector<int64_t> checked;
  for (BlockArgument argument : arguments)
    checked.push_back(argument.getArgNumber());
  for (gpu::LaunchFuncOp launch : launches) {
    launch->setAttr(
        kUnalignedName,
        SymbolRefAttr::get(launch.getKernelModuleName(),
                           {FlatSymbolRefAttr::get(narrow.getNameAttr())}));
    launch->setAttr(kCheckedName, b.getDenseI64ArrayAttr(checked));
  }
}

namespace {
struct SpecializeAlignment
    : rmsnorm::impl::SpecializeAlignmentPassBase<SpecializeAlignment> {
  void runOnOperation() override {
    llvm::MapVector<Operation *, SmallVector<gpu::LaunchFuncOp>> launches;
    SymbolTableCollection symbols;
    getOperation()->walk([&](gpu::LaunchFuncOp op) {
      auto func = symbols.lookupNearestSymbolFrom<gpu::GPUFuncOp>(
          op, op.getKernelAttr());
      if (func && !func.isExternal())
        launches[func].push_back(op);
    });
    IRRewriter b(&getContext());
    for (auto &[func, ops] : launches)
      specialize(b, cast<gpu::GPUFuncOp>(func), ops);
  }
};
} // namespace
