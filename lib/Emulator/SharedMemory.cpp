//===- SharedMemory.cpp - Where the variables of a block lie --------------===//
//
// A variable in shared memory exists once for each block, so it becomes an
// offset from where the running block has its memory.
//
//===----------------------------------------------------------------------===//

#include "Retarget.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/ReplaceConstant.h"

using namespace mlir;
using namespace mlir::rmsnorm;
using namespace mlir::rmsnorm::emulator;

static constexpr unsigned sharedAddressSpace = 3;
/// Variables are aligned as an access of 128 bits needs it, and lie apart, so
/// that a small overrun hits none.
static constexpr uint64_t alignment = 16;
static constexpr uint64_t gap = 64;

/// Adds `variable` to what its kernels take of a block's memory: to all of
/// them, if another function names it.
void Retarget::countSharedMemory(llvm::GlobalVariable &variable) {
  if (variable.isDeclaration())
    return;
  llvm::SmallPtrSet<llvm::Function *, 4> users;
  for (llvm::User *user : variable.users())
    if (auto *inst = dyn_cast<llvm::Instruction>(user))
      users.insert(inst->getFunction());
  uint64_t bytes = llvm::alignTo(
      code.getDataLayout().getTypeAllocSize(variable.getValueType()),
      alignment);
  bool isOfKernels = llvm::all_of(users, [&](llvm::Function *user) {
    return module.kernels.contains(user->getName());
  });
  for (auto &entry : module.kernels)
    if (!isOfKernels || users.contains(code.getFunction(entry.getKey())))
      entry.getValue().sharedBytes += bytes;
}

void Retarget::placeSharedMemory() {
  SmallVector<std::pair<llvm::GlobalVariable *, uint64_t>> places;
  SmallVector<llvm::GlobalVariable *> dynamic;
  uint64_t end = 0;
  for (llvm::GlobalVariable &variable : code.globals()) {
    if (variable.getAddressSpace() != sharedAddressSpace)
      continue;
    if (variable.isDeclaration()) {
      dynamic.push_back(&variable);
      continue;
    }
    uint64_t bytes =
        code.getDataLayout().getTypeAllocSize(variable.getValueType());
    end = llvm::alignTo(
        end, std::max(alignment, variable.getAlign().valueOrOne().value()));
    module.shared.push_back({variable.getName().str(), end, bytes});
    places.push_back({&variable, end});
    end += bytes + gap;
  }
  // The one array whose size the launch says.
  end = llvm::alignTo(end, 128);
  module.sharedBytes = end;
  module.shared.push_back({"dynamic", end, 0, /*dynamic=*/true});
  for (llvm::GlobalVariable *variable : dynamic)
    places.push_back({variable, end});

  llvm::DenseMap<llvm::Function *, llvm::Instruction *> bases;
  for (auto [variable, offset] : places) {
    llvm::convertUsersOfConstantsToInstructions({variable});
    countSharedMemory(*variable);
    for (llvm::Use &use : llvm::make_early_inc_range(variable->uses())) {
      auto *user = dyn_cast<llvm::Instruction>(use.getUser());
      if (!user)
        continue;
      llvm::Instruction *&base = bases[user->getFunction()];
      if (!base) {
        llvm::Instruction *self = threads.lookup(user->getFunction());
        Builder b(self->getNextNode());
        base = cast<llvm::Instruction>(call(b, "shared", b.getPtrTy(), {self}));
      }
      Builder b(base->getNextNode());
      use.set(b.CreateAddrSpaceCast(
          b.CreateConstGEP1_64(b.getInt8Ty(), base, offset),
          variable->getType()));
    }
    if (variable->use_empty())
      variable->eraseFromParent();
    else
      unsupported.insert(variable->getName());
  }
}
