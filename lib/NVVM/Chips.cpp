//===- Chips.cpp - The GPUs that code is made for -------------------------===//

#include "RMSNorm/NVVM/Chips.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;

llvm::StringRef rmsnorm::getPTXFeature(llvm::StringRef chip) {
  return llvm::StringSwitch<llvm::StringRef>(chip)
      .Case("sm_75", "+ptx63")
      .Case("sm_80", "+ptx70")
      .Case("sm_86", "+ptx71")
      .Case("sm_87", "+ptx74")
      .Case("sm_89", "+ptx78")
      .Case("sm_90", "+ptx78")
      .Case("sm_90a", "+ptx80")
      .Cases({"sm_100", "sm_100a"}, "+ptx86")
      .Cases({"sm_120", "sm_120a"}, "+ptx87")
      .Cases({"sm_100f", "sm_120f"}, "+ptx88")
      .Cases({"sm_103", "sm_103a", "sm_103f"}, "+ptx88")
      .Cases({"sm_121", "sm_121a", "sm_121f"}, "+ptx88")
      .Cases({"sm_110", "sm_110a", "sm_110f"}, "+ptx90")
      .Default("");
}

int64_t rmsnorm::getSharedBytes(llvm::StringRef chip) {
  // CUDA C++ Programming Guide, compute capabilities; code for sm_80 is also
  // that of sm_86 and sm_89, which have less than sm_80 itself.
  int64_t kilobytes = chip.starts_with("sm_7")    ? 64
                      : chip == "sm_87"           ? 163
                      : chip.starts_with("sm_8")  ? 99
                      : chip.starts_with("sm_12") ? 99
                                                  : 227;
  return kilobytes << 10;
}

bool rmsnorm::hasAsyncCopies(llvm::StringRef chip) {
  return !chip.starts_with("sm_7");
}

llvm::StringRef rmsnorm::getChipNames() {
  return "sm_75, sm_80, sm_86, sm_87, sm_89, sm_90, sm_100, sm_103, sm_110, "
         "sm_120 or sm_121, or their variants (sm_90a)";
}

std::string rmsnorm::getChipFor(int major, int minor) {
  for (int capability = 10 * major + minor; capability > 0; --capability) {
    std::string chip = "sm_" + llvm::utostr(capability);
    if (!getPTXFeature(chip).empty())
      return chip;
  }
  return "";
}
