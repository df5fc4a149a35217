//===- Passes.td - Passes of the stage NVVM -*- tablegen -*-===//

#ifndef RMSNORM_NVVM_PASSES_TD
#define RMSNORM_NVVM_PASSES_TD

include "mlir/Pass/PassBase.td"

def AttachTargetPass : Pass<"rmsnorm-attach-target", "::mlir::ModuleOp"> {
  let summary = "Says which GPUs the kernels are for";
  let description = [{
    Every `gpu.module` gets the chips and for each the oldest PTX version that
    knows it, so that the driver need not be newer than the chip.

    ```mlir
    gpu.module @kernel {
    // becomes, with chips = sm_80,sm_90
    gpu.module @kernel [#nvvm.target<O = 3, chip = "sm_80", features = "+ptx70">,
                        #nvvm.target<O = 3, chip = "sm_90", features = "+ptx78">] {
    ```
  }];
  let options = [
    ListOption<"chips", "chips", "std::string", "The GPUs to compile for">
  ];
  let dependentDialects = ["::mlir::NVVM::NVVMDialect"];
}

def DropCallSitesPass : Pass<"rmsnorm-drop-call-sites"> {
  let summary = "Reduces the location of an inlined op to where it is written";
  let description = [{
    Upstream's debug info for GPU modules takes the call site of an inlined op for
    one of an LLVM function, which the host is not yet.

    ```mlir
    %y = arith.negf %x : f32 loc(callsite("norm.mlir":3:8 at "norm.mlir":9:8))
    // becomes
    %y = arith.negf %x : f32 loc("norm.mlir":3:8)
    ```
  }];
}

def DeviceMemoryPass : Pass<"rmsnorm-device-memory", "::mlir::ModuleOp"> {
  let summary = "Puts the buffers of the host into device memory";
  let description = [{
    The host only passes buffers on: what it allocates or copies lies on the
    device. That the host itself reads or writes one is an error, unless nobody
    else does: in such buffers deallocation keeps account of who owns what.

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

def ExpandMathPass : Pass<"rmsnorm-expand-math", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Writes functions that are no instructions as arithmetic";
  let description = [{
    Exponentials, logarithms, powers, hyperbolic and error functions become
    arithmetic, so that device code needs no libdevice and is the same with and
    without a toolkit. In f32 most are upstream's polynomials; `exp`, `exp2`, the
    logarithms and `powf` are written here for f32 and f64, `expm1`, `tanh` and `erf`
    for f64: the range reduced, then a series or the rational functions of Cody (1969),
    within 3 ulp for all arguments. `math.round` is exact just below a half. `sin` and
    `cos` in f64 keep their calls.

    ```mlir
    %y = math.absi %x : vector<8xi32>
    %e = math.exp %v : f32
    // becomes
    %n = arith.subi %zero, %x : vector<8xi32>
    %y = arith.maxsi %x, %n : vector<8xi32>
    ...                                     // %e: 2^k times a polynomial
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect", "::mlir::vector::VectorDialect"
  ];
}

def RoundQuotientsPass : Pass<"rmsnorm-round-quotients", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Divides by one scale without a branch where integers come of it";
  let description = [{
    A division in IEEE's sense has a path for operands at the ends of the range.
    Of a quotient that is rounded to an integer nothing is seen there, so it needs
    none: the scale is brought near 1 by a power of two and inverted, once, and
    the quotient by the inverse is corrected by one step (Markstein 1990), which
    rounds it as a division does. Clamps to integers, zero between them, go in
    front. NaN becomes zero, as the instruction has it.

    ```mlir
    %b = vector.broadcast %scale : f32 to vector<8xf32>
    %0 = arith.divf %x, %b : vector<8xf32>
    %1 = math.roundeven %0 : vector<8xf32>
    %2 = arith.fptosi %1 : vector<8xf32> to vector<8xi8>
    // becomes
    %a = arith.mulf %x, %power : vector<8xf32>
    %guess = arith.mulf %a, %inverse : vector<8xf32>
    %error = math.fma %negated, %guess, %a : vector<8xf32>
    %exact = math.fma %error, %inverse, %guess : vector<8xf32>
    ...                                     // llvm.nvvm.f2i.rn of each element
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::math::MathDialect", "::mlir::vector::VectorDialect"
  ];
}

def UnpackBF16Pass : Pass<"rmsnorm-unpack-bf16", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Widens the two bf16 of a word by one instruction each";
  let description = [{
    A bf16 is the upper half of an f32: the first of a word is shifted there, the
    second lies there already. Taken apart one by one, the second would be shifted
    down and up again.

    ```mlir
    %y = arith.extf %x : vector<8xbf16> to vector<8xf32>
    // becomes
    %words = vector.bitcast %x : vector<8xbf16> to vector<4xi32>
    %low = arith.shli %words, %sixteen : vector<4xi32>
    %high = arith.andi %words, %upper : vector<4xi32>
    ...                                     // as f32, alternating
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::vector::VectorDialect"];
}

def ExpandForPTXPass : Pass<"rmsnorm-expand-for-ptx", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Takes PTX instructions where upstream would call libdevice";
  let description = [{
    Roots, absolute values, roundings and fused multiply-adds are instructions:
    their ops become LLVM intrinsics, which keep the vectors whole. `math.rsqrt`
    of f32 is `rsqrt.approx.f32` (`.ftz`, which has no code for subnormal numbers, of
    a sum with an epsilon), that of f64 a rounded root and a division.
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

def DynamicSharedMemoryPass : Pass<"rmsnorm-dynamic-shared-memory", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Declares the shared memory whose size a launch gives";
  let description = [{
    It lies behind all other shared memory only where it is declared and not
    defined: upstream's lowering makes a variable of it, which `ptxas` places over
    the others.

    ```mlir
    llvm.mlir.global internal @__dynamic_shmem__0() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
    // becomes
    llvm.mlir.global external @__dynamic_shmem__0() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def BoundBlocksPass : Pass<"rmsnorm-bound-blocks", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Has kernels take no more registers than the largest block leaves";
  let description = [{
    A block whose size is known at the launch only may have 1024 threads, and a
    kernel that takes more than 64 registers could not be launched then.

    ```mlir
    llvm.func @kernel() attributes {nvvm.kernel}
    // becomes
    llvm.func @kernel() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 1024>}
    ```
  }];
  let dependentDialects = ["::mlir::NVVM::NVVMDialect"];
}

def SplitAddressesPass : Pass<"rmsnorm-split-addresses", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Computes in 32 bits what of an address depends on the thread";
  let description = [{
    An address is 64 bits wide, but the part of it that differs within a block is
    short, and the same for every buffer of a row: it is computed once and takes
    one instruction to add, as does the part of the block.

    ```mlir
    %row = llvm.add %block, %y : i64        // %y and %x: numbers of this thread
    %first = llvm.mul %row, %c1024 : i64
    %column = llvm.mul %x, %c8 : i64
    %index = llvm.add %first, %column : i64
    %p = llvm.getelementptr %buffer[%index] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    // becomes
    %0 = llvm.mul %block, %c1024 : i64
    %1 = llvm.getelementptr %buffer[%0] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %2 = llvm.mul %y32, %c1024_i32 : i32
    %3 = llvm.mul %x32, %c8_i32 : i32
    %4 = llvm.add %2, %3 : i32
    %5 = llvm.zext nneg %4 : i32 to i64
    %p = llvm.getelementptr %1[%5] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def SerializePass : Pass<"rmsnorm-serialize", "::mlir::ModuleOp"> {
  let summary = "Compiles the kernels to bitcode or PTX";
  let description = [{
    `format` is `llvm` (bitcode), or one that takes PTX: `isa` for the driver to
    compile, `bin` and `fatbin` for `rmsnorm-assemble`. There is an object for each
    target. What is still a call of libdevice needs that of a toolkit.

    ```mlir
    gpu.module @kernel [#nvvm.target<chip = "sm_90">] { llvm.func @kernel(...) ... }
    // becomes, with format = isa
    gpu.binary @kernel [#gpu.object<#nvvm.target<chip = "sm_90">, assembly = "...">]
    ```
  }];
  let options = [
    Option<"format", "format", "std::string", "\"isa\"",
           "What a gpu.binary will hold: isa, bin, fatbin or llvm">
  ];
}

def AssemblePass : Pass<"rmsnorm-assemble", "::mlir::ModuleOp"> {
  let summary = "Makes machine code of PTX";
  let description = [{
    `format` is `bin`, a cubin for one chip, or `fatbin`: a cubin for each chip,
    and PTX for those that come after the last one. That takes `ptxas` and
    `fatbinary`, from the toolkit that CUDA_HOME, CUDA_PATH or CUDA_ROOT names,
    else from /usr/local/cuda, beside a `ptxas` on PATH, or from PyPI's
    nvidia-cuda-nvcc in the Python environment.

    ```mlir
    gpu.binary @kernel [#gpu.object<#nvvm.target<chip = "sm_80">, assembly = "...">,
                        #gpu.object<#nvvm.target<chip = "sm_90">, assembly = "...">]
    // becomes, with format = fatbin
    gpu.binary @kernel [#gpu.object<#nvvm.target<chip = "sm_90">, "...">]
    ```
  }];
  let options = [
    Option<"format", "format", "std::string", "\"fatbin\"",
           "What a gpu.binary holds: bin or fatbin">
  ];
}

def TakeStreamPass : Pass<"rmsnorm-take-stream", "::mlir::ModuleOp"> {
  let summary = "Has functions work in a stream that their caller gives";
  let description = [{
    Every function takes a stream as its last argument and puts all its work
    there, without waiting for any of it. It returns a status, which
    `rmsnormReportStatus` gives: 0, or the driver's code of the first call that
    failed.

    ```mlir
    func.func @main(%x: memref<8xf32>) {
      %0 = gpu.wait async
      %1 = gpu.launch_func async [%0] @kernels::@kernel blocks in ...
      gpu.wait [%1]
      return
    }
    // becomes
    func.func @main(%x: memref<8xf32>, %stream: !gpu.async.token) -> i32 {
      %1 = gpu.launch_func async [%stream] @kernels::@kernel blocks in ...
      %status = call @rmsnormReportStatus() : () -> i32
      return %status : i32
    }
    ```
  }];
  let dependentDialects = ["::mlir::func::FuncDialect", "::mlir::gpu::GPUDialect"];
}

#endif // RMSNORM_NVVM_PASSES_TD
