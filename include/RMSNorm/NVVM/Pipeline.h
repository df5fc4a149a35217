//===- Pipeline.h - From a model to device code and host calls --*- C++ -*-===//

#ifndef RMSNORM_NVVM_PIPELINE_H
#define RMSNORM_NVVM_PIPELINE_H

#include "RMSNorm/Rows/Stages.h"
#include "mlir/Pass/PassOptions.h"

namespace mlir {
class OpPassManager;
namespace rmsnorm {

struct NVVMOptions : PassPipelineOptions<NVVMOptions> {
  Option<std::string> chip{
      *this, "chip",
      llvm::cl::desc("The GPU to compile for, for a fatbin one or more: "
                     "sm_80,sm_90 (default sm_90; of a fatbin sm_80, sm_90 and "
                     "sm_100)")};
  Option<std::string> format{
      *this, "format",
      llvm::cl::desc("What a gpu.binary holds: llvm, isa, bin or fatbin"),
      llvm::cl::init("fatbin")};
  Option<bool> takeStream{
      *this, "take-stream",
      llvm::cl::desc("Functions take a stream and return a status, and don't "
                     "wait for what they put there"),
      llvm::cl::init(false)};
  Option<bool> lineInfo{
      *this, "line-info",
      llvm::cl::desc("Device code says which lines of the source it is from"),
      llvm::cl::init(false)};
  Option<std::string> stopAfter{*this, "stop-after",
                                llvm::cl::desc(stopAfterDescription)};
};

/// From a module with TOSA, linalg or rmsnorm ops on tensors to `gpu.binary`
/// ops and a host in the LLVM dialect that launches them. The functions'
/// arguments and results are device memory.
void buildNVVMPipeline(OpPassManager &pm, const NVVMOptions &options);

/// Registers `--rmsnorm-nvvm-pipeline`.
void registerNVVMPipeline();

} // namespace rmsnorm
} // namespace mlir

#endif // RMSNORM_NVVM_PIPELINE_H
