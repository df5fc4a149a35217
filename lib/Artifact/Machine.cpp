//===- Machine.cpp - The machine that code is generated for ---------------===//

#include "RMSNorm/Artifact/Machine.h"
#include "RMSNorm/Artifact/Error.h"
#include "RMSNorm/CPU/Pipeline.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/Twine.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/SubtargetFeature.h"

using namespace mlir;

static void initialiseTargets() {
  static bool once = [] {
    llvm::InitializeAllTargetInfos();
    llvm::InitializeAllTargets();
    llvm::InitializeAllTargetMCs();
    llvm::InitializeAllAsmPrinters();
    return true;
  }();
  (void)once;
}

static llvm::Triple hostTriple() {
  return llvm::Triple(llvm::sys::getProcessTriple());
}

static bool isSameSystem(const llvm::Triple &a, const llvm::Triple &b) {
  return a.getArch() == b.getArch() && a.getOS() == b.getOS() &&
         a.getObjectFormat() == b.getObjectFormat();
}

/// Whether `cpu` has the registers that code for `triple` uses. LLVM finds that
/// out in the middle of code generation, and ends the process.
static bool isWideEnough(const llvm::Target &target, const llvm::Triple &triple,
                         StringRef cpu) {
  std::unique_ptr<llvm::MCSubtargetInfo> facts(
      target.createMCSubtargetInfo(triple, cpu, ""));
  return !triple.isArch64Bit() ||
         llvm::none_of(facts->getAllProcessorFeatures(), [&](const auto &f) {
           StringRef name = f.Key;
           return (name == "64bit" || name == "gp64") &&
                  !facts->getFeatureBits().test(f.Value);
         });
}

llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
rmsnorm::createMachine(const MachineOptions &options) {
  initialiseTargets();
  llvm::Triple triple =
      options.triple.empty()
          ? hostTriple()
          : llvm::Triple(llvm::Triple::normalize(options.triple));
  std::string problem;
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, problem);
  if (!target || !target->hasTargetMachine())
    return makeError("unknown triple '" + options.triple +
                     "': give one that LLVM makes objects for, such as " +
                     hostTriple().str());

  if (triple.isGPU())
    return makeError("triple '" + options.triple +
                     "' is a GPU's: use target cuda, whose chip says which");

  bool onHost = isSameSystem(triple, hostTriple());
  std::string cpu =
      options.cpu.empty() ? (onHost ? "native" : "generic") : options.cpu;
  llvm::SubtargetFeatures features;
  if (cpu == "native") {
    if (!onHost)
      return makeError("cpu native is none of " + triple.str() + ": name one");
    cpu = llvm::sys::getHostCPUName().str();
    for (const auto &feature : llvm::sys::getHostCPUFeatures())
      features.AddFeature(feature.first(), feature.second);
  }
  // Asked before a machine is made with it, which would warn and go on.
  std::unique_ptr<llvm::MCSubtargetInfo> known(
      target->createMCSubtargetInfo(triple, "", ""));
  if (cpu != "generic" && !known->isCPUStringValid(cpu))
    return makeError("unknown CPU '" + cpu + "' for " + triple.str() +
                     ": give a name that `llc -mcpu=help` lists, or native");
  if (!isWideEnough(*target, triple, cpu))
    return makeError("CPU '" + cpu + "' has 32 bits, but " + triple.str() +
                     " has 64: name one of these");

  llvm::TargetOptions codegen;
  codegen.AllowFPOpFusion = llvm::FPOpFusion::Strict;
  return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(
      triple, cpu, features.getString(), codegen, llvm::Reloc::PIC_,
      std::nullopt, llvm::CodeGenOptLevel::Aggressive));
}

bool rmsnorm::isHost(const llvm::TargetMachine &machine) {
  return isSameSystem(machine.getTargetTriple(), hostTriple());
}

/// The bytes of the host's largest cache; nothing where the system does not
/// say. (sysconf is no help: some versions add up the caches of all sockets.)
static std::optional<int64_t> getHostCacheBytes() {
  std::optional<int64_t> largest;
  for (int i = 0;; ++i) {
    auto file = llvm::MemoryBuffer::getFileAsStream(
        "/sys/devices/system/cpu/cpu0/cache/index" + Twine(i) + "/size");
    if (!file)
      return largest;
    StringRef text = (*file)->getBuffer().trim();
    int64_t kilobytes;
    if (text.consume_back("K") && !text.getAsInteger(10, kilobytes))
      largest = std::max(largest.value_or(0), kilobytes * 1024);
  }
}

void rmsnorm::configureForMachine(CPUOptions &options,
                                  const llvm::TargetMachine &machine) {
  const llvm::MCSubtargetInfo &facts = *machine.getMCSubtargetInfo();
  const llvm::Triple &triple = machine.getTargetTriple();
  if (triple.isX86()) {
    // Four or more accumulators, in half of the registers or fewer.
    options.chunk = facts.checkFeatures("+avx") ? 64 : 32;
    options.fma = facts.checkFeatures("+fma");
    options.nativeBF16 = facts.checkFeatures("+avx512bf16,+avx512dq");
  } else {
    options.chunk = 32;
    options.fma = triple.isAArch64();
  }
  options.splitLanes = triple.isLittleEndian();
  // What is used last is still in the cache when all of it is somewhat larger
  // (measured). A named CPU does not
  // tell its size; where code for the host's kind runs, the host's is the best
  // guess.
  if (isHost(machine))
    if (std::optional<int64_t> bytes = getHostCacheBytes())
      options.streamFrom = *bytes / 4 * 5;
}
