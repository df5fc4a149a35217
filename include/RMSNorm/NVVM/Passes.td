//===- Passes.td - Passes of the stage NVVM -*- tablegen -*-===//

#ifndef RMSNORM_NVVM_PASSES_TD
#define RMSNORM_NVVM_PASSES_TD

include "mlir/Pass/PassBase.td"

def AttachTargetPass : Pass<"rmsnorm-attach-target", "::mlir::ModuleOp"> {
  let summary = "Says which GPU the kernels are for";
  let description = [{
    Every `gpu.module` gets the chip and the oldest PTX version that knows it, so
    that the driver need not be newer than the chip.

    ```mlir
    gpu.module @kernel {
    // becomes, with chip = sm_90
    gpu.module @kernel [#nvvm.target<O = 3, chip = "sm_90", features = "+ptx80">] {
    ```
  }];
  let options = [
    Option<"chip", "chip", "std::string", "\"sm_90\"", "The GPU to compile for">
  ];
  let dependentDialects = ["::mlir::NVVM::NVVMDialect"];
}

def DeviceMemoryPass : Pass<"rmsnorm-device-memory", "::mlir::ModuleOp"> {
  let summary = "Puts the buffers of the host into device memory";
  let description = [{
    The host only passes buffers on: what it allocates or copies lies on the
    device. That the host itself reads or writes one is an error.

    ```mlir
    %buffer = memref.alloc() : memref<8xf32>
    memref.copy %buffer, %out : memref<8xf32> to memref<8xf32>
    memref.dealloc %buffer : memref<8xf32>
    // becomes
    %buffer = gpu.alloc () : memref<8xf32>
    gpu.memcpy %out, %buffer : memref<8xf32>, memref<8xf32>
    gpu.dealloc %buffer : memref<8xf32>
    ```
  }];
  let dependentDialects = ["::mlir::gpu::GPUDialect"];
}

def ExpandForPTXPass : Pass<"rmsnorm-expand-for-ptx", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Takes PTX instructions where upstream would call libdevice";
  let description = [{
    Roots, absolute values, roundings and fused multiply-adds are instructions:
    their ops become LLVM intrinsics, which keep the vectors whole. `math.rsqrt`
    of f32 is `rsqrt.approx.f32`, that of f64 a rounded root and a division.
    Shuffles of 64 bits are split into two.

    ```mlir
    %r = math.rsqrt %x : f32
    %s = math.sqrt %v : vector<8xf32>
    // becomes
    %r = llvm.call_intrinsic "llvm.nvvm.rsqrt.approx.f"(%x) : (f32) -> f32
    %s = llvm.call_intrinsic "llvm.sqrt"(%v) : (vector<8xf32>) -> vector<8xf32>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def SerializePass : Pass<"rmsnorm-serialize", "::mlir::ModuleOp"> {
  let summary = "Compiles the kernels to bitcode, PTX or machine code";
  let description = [{
    `format` is `llvm` (bitcode), `isa` (PTX, which the driver compiles), `bin`
    (a cubin) or `fatbin`. The last two need `ptxas`, and `fatbin` also
    `fatbinary`; functions that are not instructions need `libdevice`. They are
    taken from the toolkit that CUDA_HOME, CUDA_PATH or CUDA_ROOT names, else
    from /usr/local/cuda or beside a `ptxas` on PATH.

    ```mlir
    gpu.module @kernel [#nvvm.target<chip = "sm_90">] { llvm.func @kernel(...) ... }
    // becomes, with format = isa
    gpu.binary @kernel [#gpu.object<#nvvm.target<chip = "sm_90">, assembly = "...">]
    ```
  }];
  let options = [
    Option<"format", "format", "std::string", "\"fatbin\"",
           "What a gpu.binary holds: llvm, isa, bin or fatbin">
  ];
}

#endif // RMSNORM_NVVM_PASSES_TD
