//===- LoopAccesses.cpp - The memory that a loop touches ------------------===//

#include "LoopAccesses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::rmsnorm;

std::optional<LoopAccesses> LoopAccesses::get(Operation *loop) {
  LoopAccesses accesses;
  WalkResult result = loop->walk([&](Operation *op) {
    // Ops with regions are here for what is in them.
    if (op->getNumRegions() != 0 || op->hasTrait<OpTrait::IsTerminator>())
      return WalkResult::advance();
    return llvm::TypeSwitch<Operation *, WalkResult>(op)
        .Case([&](vector::TransferReadOp read) {
          accesses.reads.insert(read.getBase());
          return WalkResult::advance();
        })
        .Case([&](memref::LoadOp load) {
          accesses.reads.insert(load.getMemRef());
          return WalkResult::advance();
        })
        .Case([&](vector::TransferWriteOp write) {
          accesses.writes.insert(write.getBase());
          return WalkResult::advance();
        })
        .Case([&](memref::StoreOp store) {
          accesses.writes.insert(store.getMemRef());
          return WalkResult::advance();
        })
        // Memory of a step's own.
        .Case<memref::AllocOp, memref::DeallocOp>(
            [](auto) { return WalkResult::advance(); })
        .Default([](Operation *other) {
          return isMemoryEffectFree(other) ? WalkResult::advance()
                                           : WalkResult::interrupt();
        });
  });
  if (result.wasInterrupted())
    return std::nullopt;
  return accesses;
}

bool rmsnorm::walksRow(scf::ForOp loop, Value end) {
  auto goesToEnd = [&](scf::ForOp whole) {
    return getConstantIntValue(whole.getLowerBound()) == 0 &&
           isEqualConstantIntOrValue(whole.getUpperBound(), end);
  };
  if (goesToEnd(loop))
    return true;
  // A block ends where the next one begins, or with the row.
  auto blocks = dyn_cast<scf::ForOp>(loop->getParentOp());
  auto last = loop.getUpperBound().getDefiningOp<arith::MinUIOp>();
  auto next = last ? last.getLhs().getDefiningOp<arith::AddIOp>() : nullptr;
  return blocks && goesToEnd(blocks) && next &&
         loop.getLowerBound() == blocks.getInductionVar() &&
         isEqualConstantIntOrValue(last.getRhs(), end) &&
         next.getLhs() == blocks.getInductionVar() &&
         isEqualConstantIntOrValue(next.getRhs(), blocks.getStep());
}

int64_t rmsnorm::getElementBytes(Value memref) {
  return llvm::divideCeil(
      cast<MemRefType>(memref.getType()).getElementTypeBitWidth(), 8);
}

Value rmsnorm::createNumElements(OpBuilder &b, Location loc, Value memref) {
  Value product = arith::ConstantIndexOp::create(b, loc, 1);
  for (int64_t i : llvm::seq(cast<MemRefType>(memref.getType()).getRank())) {
    Value size = b.createOrFold<memref::DimOp>(loc, memref, i);
    product = b.createOrFold<arith::MulIOp>(loc, product, size);
  }
  return product;
}
