//===- Registers.cpp - What a thread knows of itself ----------------------===//

#include "Block.h"
#include "Runtime.h"

using namespace mlir;
using namespace mlir::rmsnorm;
using namespace mlir::rmsnorm::emulator;

StringRef emulator::getRegisterName(Register reg) {
  static constexpr StringLiteral names[] = {"tid.x",       "tid.y",
                                            "tid.z",       "ntid.x",
                                            "ntid.y",      "ntid.z",
                                            "ctaid.x",     "ctaid.y",
                                            "ctaid.z",     "nctaid.x",
                                            "nctaid.y",    "nctaid.z",
                                            "laneid",      "warpid",
                                            "nwarpid",     "warpsize",
                                            "lanemask.eq", "lanemask.lt",
                                            "lanemask.le", "lanemask.gt",
                                            "lanemask.ge", "dynamic_smem_size"};
  static_assert(std::size(names) == NumRegisters);
  return names[reg];
}

Thread *runtime::thread() { return &ThreadBlock::current(); }

char *runtime::shared(Thread *thread) { return thread->block->getShared(); }

uint32_t runtime::readRegister(Thread *thread, uint32_t reg) {
  const Launch &launch = thread->block->getLaunch();
  Dim3 tid = launch.block.at(thread->index);
  Dim3 ctaid = thread->block->getIndex();
  uint32_t self = 1u << thread->lane, below = self - 1;
  switch (static_cast<Register>(reg)) {
  case TidX:
    return tid.x;
  case TidY:
    return tid.y;
  case TidZ:
    return tid.z;
  case NtidX:
    return launch.block.x;
  case NtidY:
    return launch.block.y;
  case NtidZ:
    return launch.block.z;
  case CtaidX:
    return ctaid.x;
  case CtaidY:
    return ctaid.y;
  case CtaidZ:
    return ctaid.z;
  case NctaidX:
    return launch.grid.x;
  case NctaidY:
    return launch.grid.y;
  case NctaidZ:
    return launch.grid.z;
  case LaneId:
    return thread->lane;
  case WarpId:
    return thread->warp;
  case NWarpId:
    return (launch.block.count() + warpSize - 1) / warpSize;
  case WarpSize:
    return warpSize;
  case LaneMaskEq:
    return self;
  case LaneMaskLt:
    return below;
  case LaneMaskLe:
    return self | below;
  case LaneMaskGt:
    return ~(self | below);
  case LaneMaskGe:
    return ~below;
  case DynamicSmemSize:
    return launch.dynamicShared;
  case NumRegisters:
    break;
  }
  llvm_unreachable("not a register");
}
