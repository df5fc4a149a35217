//===- AccessChecks.cpp - A check in front of every access ----------------===//

#include "Retarget.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace mlir;
using namespace mlir::rmsnorm;
using namespace mlir::rmsnorm::emulator;

namespace {
struct Accessed {
  llvm::Value *pointer;
  llvm::Value *bytes;
  uint32_t kind;
  uint64_t alignment;
};
} // namespace

/// What an instruction accesses: nothing, one place, or two.
static SmallVector<Accessed, 2> getAccesses(llvm::Instruction &inst,
                                            const llvm::DataLayout &layout) {
  llvm::IRBuilder<> b(&inst);
  auto size = [&](llvm::Type *type) {
    return b.getInt64(layout.getTypeStoreSize(type));
  };
  if (auto *load = dyn_cast<llvm::LoadInst>(&inst))
    return {{load->getPointerOperand(), size(load->getType()),
             load->isAtomic() ? Read | Atomic : Read,
             load->getAlign().value()}};
  if (auto *store = dyn_cast<llvm::StoreInst>(&inst))
    return {{store->getPointerOperand(),
             size(store->getValueOperand()->getType()),
             store->isAtomic() ? Write | Atomic : Write,
             store->getAlign().value()}};
  if (auto *rmw = dyn_cast<llvm::AtomicRMWInst>(&inst))
    return {{rmw->getPointerOperand(), size(rmw->getType()), Write | Atomic,
             layout.getTypeStoreSize(rmw->getType())}};
  if (auto *exchange = dyn_cast<llvm::AtomicCmpXchgInst>(&inst)) {
    llvm::Type *type = exchange->getCompareOperand()->getType();
    return {{exchange->getPointerOperand(), size(type), Write | Atomic,
             layout.getTypeStoreSize(type)}};
  }
  SmallVector<Accessed, 2> accesses;
  if (auto *memory = dyn_cast<llvm::MemIntrinsic>(&inst)) {
    llvm::Value *bytes =
        b.CreateZExtOrTrunc(memory->getLength(), b.getInt64Ty());
    if (auto *transfer = dyn_cast<llvm::MemTransferInst>(memory))
      accesses.push_back({transfer->getRawSource(), bytes, Read,
                          transfer->getSourceAlign().valueOrOne().value()});
    accesses.push_back({memory->getRawDest(), bytes, Write,
                        memory->getDestAlign().valueOrOne().value()});
  }
  return accesses;
}

/// Memory that only the thread itself can see: its own variables and arguments.
static bool isPrivate(llvm::Value *pointer) {
  const llvm::Value *object = llvm::getUnderlyingObject(pointer, 0);
  if (auto *argument = dyn_cast<llvm::Argument>(object))
    return argument->hasByValAttr();
  return isa<llvm::AllocaInst>(object);
}

void Retarget::checkAccesses(llvm::Function &function) {
  SmallVector<llvm::Instruction *> insts;
  for (llvm::Instruction &inst : llvm::instructions(function))
    if (inst.mayReadOrWriteMemory())
      insts.push_back(&inst);
  for (llvm::Instruction *inst : insts) {
    for (const Accessed &accessed : getAccesses(*inst, code.getDataLayout())) {
      if (isPrivate(accessed.pointer))
        continue;
      Builder b(inst);
      call(b, "access", b.getVoidTy(),
           {thread(*inst), flat(b, accessed.pointer), accessed.bytes,
            b.getInt32(accessed.kind), b.getInt64(accessed.alignment),
            site(*inst)});
    }
  }
}
