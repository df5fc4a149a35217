//===- SpecializeAlignment.cpp - Kernels for aligned rows and others ------===//

#include "Pieces.h"
#include "RMSNorm/GPU/Passes.h"
#include "Schedule.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::rmsnorm {
#define GEN_PASS_DEF_SPECIALIZEALIGNMENTPASS
#include "RMSNorm/GPU/Passes.h.inc"
} // namespace mlir::rmsnorm

using namespace mlir;
using namespace mlir::rmsnorm;

static constexpr StringLiteral kAlignName = "llvm.align";

/// The number of bytes that buffers begin at multiples of.
static constexpr int64_t kAlignment = 16;

static int64_t getElementBytes(BlockArgument buffer) {
  Type element = cast<MemRefType>(buffer.getType()).getElementType();
  return llvm::divideCeil(getScalarBits(element), 8);
}

/// True where every buffer is aligned and every index a multiple of the width
/// of a chunk.
static Value isAligned(OpBuilder &b, gpu::LaunchFuncOp launch,
                       ArrayRef<BlockArgument> arguments) {
  Location loc = launch.getLoc();
  Value bits;
  for (BlockArgument argument : arguments) {
    Value part = launch.getKernelOperand(argument.getArgNumber());
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

/// Gives `func` what its aligned rows let it assume. Returns the arguments that
/// have to be checked for that, none if wide accesses don't come of it.
static SmallVector<BlockArgument> assumeAligned(gpu::GPUFuncOp func) {
  llvm::SetVector<BlockArgument> arguments;
  SmallVector<VectorTransferOpInterface> transfers;
  func.walk([&](VectorTransferOpInterface op) {
    transfers.push_back(op);
    if (isa<MemRefType>(op.getShapedType()))
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
  for (gpu::LaunchFuncOp launch : launches) {
    b.setInsertionPoint(launch);
    auto choice =
        scf::IfOp::create(b, launch.getLoc(), isAligned(b, launch, arguments),
                          /*withElseRegion=*/true);
    b.setInsertionPoint(choice.elseBlock()->getTerminator());
    auto other = cast<gpu::LaunchFuncOp>(b.clone(*launch));
    other.setKernelAttr(
        SymbolRefAttr::get(launch.getKernelModuleName(),
                           {FlatSymbolRefAttr::get(narrow.getNameAttr())}));
    launch->moveBefore(choice.thenBlock()->getTerminator());
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
