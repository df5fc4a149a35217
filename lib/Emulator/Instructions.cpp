//===- Instructions.cpp - The GPU's own instructions become calls ---------===//

#include "Retarget.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace mlir;
using namespace mlir::rmsnorm;
using namespace mlir::rmsnorm::emulator;

bool Retarget::replaceRegister(llvm::CallInst &inst, StringRef name) {
  if (!name.consume_front("read.ptx.sreg."))
    return false;
  for (uint32_t reg = 0; reg < NumRegisters; ++reg) {
    if (name != getRegisterName(static_cast<Register>(reg)))
      continue;
    Builder b(&inst);
    inst.replaceAllUsesWith(
        call(b, "register", b.getInt32Ty(), {thread(inst), b.getInt32(reg)}));
    return true;
  }
  return false;
}

bool Retarget::replaceCollective(llvm::CallInst &inst, StringRef name) {
  // `shfl.sync.bfly.f32` and the like: the type is the value's.
  StringRef operation =
      name.starts_with("shfl.sync.") ? name.rsplit('.').first : name;
  if (operation.ends_with("p") && operation.starts_with("shfl.sync."))
    operation = name.rsplit('.').first;
  auto kind = llvm::StringSwitch<std::optional<Collective>>(operation)
                  .Case("bar.warp.sync", Collective::Sync)
                  .Case("shfl.sync.idx", Collective::ShuffleIndex)
                  .Case("shfl.sync.up", Collective::ShuffleUp)
                  .Case("shfl.sync.down", Collective::ShuffleDown)
                  .Case("shfl.sync.bfly", Collective::ShuffleXor)
                  .Case("vote.all.sync", Collective::VoteAll)
                  .Case("vote.any.sync", Collective::VoteAny)
                  .Case("vote.uni.sync", Collective::VoteUniform)
                  .Case("vote.ballot.sync", Collective::VoteBallot)
                  .Default(std::nullopt);
  if (!kind)
    return false;
  Builder b(&inst);
  auto argument = [&](unsigned i) -> llvm::Value * {
    return i < inst.arg_size() ? inst.getArgOperand(i) : b.getInt32(0);
  };
  llvm::Value *value = argument(1);
  auto *bits = b.getIntNTy(value->getType()->getPrimitiveSizeInBits());
  llvm::Value *result =
      call(b, "collective", b.getInt64Ty(),
           {thread(inst), b.getInt32(static_cast<uint32_t>(*kind)), argument(0),
            b.CreateZExt(b.CreateBitCast(value, bits), b.getInt64Ty()),
            argument(2), argument(3), site(inst)});
  auto fromBits = [&](llvm::Type *type) {
    auto *narrow = b.getIntNTy(type->getPrimitiveSizeInBits());
    return b.CreateBitCast(b.CreateTrunc(result, narrow), type);
  };
  if (auto *pair = dyn_cast<llvm::StructType>(inst.getType())) {
    llvm::Value *predicate = b.CreateTrunc(
        call(b, "predicate", b.getInt32Ty(), {thread(inst)}), b.getInt1Ty());
    llvm::Value *both = b.CreateInsertValue(
        llvm::PoisonValue::get(pair), fromBits(pair->getElementType(0)), 0);
    inst.replaceAllUsesWith(b.CreateInsertValue(both, predicate, 1));
  } else if (!inst.getType()->isVoidTy()) {
    inst.replaceAllUsesWith(fromBits(inst.getType()));
  }
  return true;
}

bool Retarget::replaceCopy(llvm::CallInst &inst, StringRef name) {
  Builder b(&inst);
  auto make = [&](StringRef function, ArrayRef<llvm::Value *> arguments) {
    call(b, function, b.getVoidTy(), arguments);
    return true;
  };
  if (name == "cp.async.commit.group")
    return make("commit", thread(inst));
  if (name == "cp.async.wait.group")
    return make("wait", {thread(inst), inst.getArgOperand(0)});
  if (name == "cp.async.wait.all")
    return make("wait_all", thread(inst));
  if (!name.consume_front("cp.async.ca.shared.global.") &&
      !name.consume_front("cp.async.cg.shared.global."))
    return false;
  // `.s` says how many bytes are read; the others are zeros.
  bool partial = name.consume_back(".s");
  uint32_t bytes;
  if (name.getAsInteger(10, bytes))
    return false;
  return make("copy", {thread(inst), flat(b, inst.getArgOperand(0)),
                       flat(b, inst.getArgOperand(1)), b.getInt32(bytes),
                       partial ? inst.getArgOperand(2) : b.getInt32(bytes),
                       site(inst)});
}

static bool isMathFunction(StringRef name) {
  return llvm::any_of(getMathFunctions(),
                      [&](auto symbol) { return symbol.first == name; });
}

bool Retarget::replaceMath(llvm::CallInst &inst, StringRef name) {
  // Spellings of the same: `ex2.approx.ftz.f32` is `ex2.approx.f`, flushed.
  std::string known = name.str();
  size_t ftz = known.find(".ftz");
  if (ftz != std::string::npos)
    known.erase(ftz, 4);
  if (StringRef(known).ends_with(".f32"))
    known.replace(known.size() - 4, 4, ".f");
  if (StringRef(known).ends_with(".f64"))
    known.replace(known.size() - 4, 4, ".d");
  if (!isMathFunction(known))
    return false;
  SmallVector<llvm::Value *> arguments(inst.args());
  Builder b(&inst);
  llvm::Value *result = call(b, known, inst.getType(), arguments);
  if (ftz != std::string::npos && inst.getType()->isFloatTy())
    result = call(b, "flush.f", inst.getType(), result);
  inst.replaceAllUsesWith(result);
  return true;
}

/// Functions of libdevice that were not linked are those of the C library.
void Retarget::replaceLibdevice(llvm::CallInst &inst, StringRef name) {
  StringRef inC = name.drop_front(StringRef("__nv_").size());
  if (!isMathFunction(name))
    inst.setCalledFunction(
        code.getOrInsertFunction(inC, inst.getFunctionType()));
}

/// Of inline assembly, instructions from one register to another, which
/// libdevice has: `rcp.approx.ftz.f32 $0,$1;`.
bool Retarget::replaceAssembly(llvm::CallInst &inst) {
  StringRef text =
      cast<llvm::InlineAsm>(inst.getCalledOperand())->getAsmString();
  auto [name, operands] = text.split(' ');
  return operands == "$0,$1;" && replaceMath(inst, name);
}

bool Retarget::replaceIntrinsic(llvm::CallInst &inst, StringRef name) {
  if (name.starts_with("barrier.cta.sync.") && name.ends_with(".all")) {
    Builder b(&inst);
    call(b, "barrier", b.getVoidTy(),
         {thread(inst), inst.getArgOperand(0), site(inst)});
    return true;
  }
  // Threads see each other's writes at once, so there is nothing to order.
  if (name.starts_with("membar.") || name.starts_with("fence."))
    return inst.getType()->isVoidTy();
  return replaceRegister(inst, name) || replaceCollective(inst, name) ||
         replaceCopy(inst, name) || replaceMath(inst, name);
}

/// A float beyond an integer's range becomes the nearest integer, and NaN
/// becomes 0, or the highest bit alone if either has 64 bits (PTX ISA, `cvt`).
/// Integers of 8 bits are the low half of 16.
void Retarget::replaceConversions(llvm::Function &function) {
  for (llvm::Instruction &inst :
       llvm::make_early_inc_range(llvm::instructions(function))) {
    if (!isa<llvm::FPToSIInst, llvm::FPToUIInst>(inst))
      continue;
    Builder b(&inst);
    llvm::Value *from = inst.getOperand(0);
    if (from->getType()->getScalarSizeInBits() < 32)
      from =
          b.CreateFPExt(from, from->getType()->getWithNewType(b.getFloatTy()));
    unsigned bits = std::max(16u, inst.getType()->getScalarSizeInBits());
    llvm::Type *wide = inst.getType()->getWithNewBitWidth(bits);
    auto saturating = isa<llvm::FPToSIInst>(inst) ? llvm::Intrinsic::fptosi_sat
                                                  : llvm::Intrinsic::fptoui_sat;
    llvm::Value *to =
        b.CreateIntrinsic(saturating, {wide, from->getType()}, {from});
    if (bits == 64 || from->getType()->getScalarSizeInBits() == 64)
      to = b.CreateSelect(
          b.CreateFCmpUNO(from, from),
          llvm::ConstantInt::get(wide, llvm::APInt::getSignMask(bits)), to);
    inst.replaceAllUsesWith(b.CreateTrunc(to, inst.getType()));
    inst.eraseFromParent();
  }
}

void Retarget::replaceCalls(llvm::Function &function) {
  SmallVector<llvm::CallInst *> calls;
  for (llvm::Instruction &inst : llvm::instructions(function))
    if (auto *call = dyn_cast<llvm::CallInst>(&inst))
      calls.push_back(call);
  for (llvm::CallInst *call : calls) {
    if (call->isInlineAsm()) {
      if (replaceAssembly(*call))
        call->eraseFromParent();
      else
        unsupported.insert("inline assembly");
      continue;
    }
    llvm::Function *callee = call->getCalledFunction();
    if (!callee) {
      unsupported.insert("calls of function pointers");
      continue;
    }
    call->setCallingConv(llvm::CallingConv::C);
    StringRef name = callee->getName();
    if (name.starts_with("__nv_") && callee->isDeclaration())
      replaceLibdevice(*call, name);
    if (!name.consume_front("llvm.nvvm."))
      continue;
    if (replaceIntrinsic(*call, name))
      call->eraseFromParent();
    else
      unsupported.insert(callee->getName());
  }
}
