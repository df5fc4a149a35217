// RUN: env CUDA_HOME=%t.none not rmsnorm-opt %s --rmsnorm-serialize="format=isa" 2>&1 | FileCheck %s

// Bitcode keeps the call.
// RUN: env CUDA_HOME=%t.none rmsnorm-opt %s --rmsnorm-serialize="format=llvm" | FileCheck %s --check-prefix=LLVM

// CHECK: error: no libdevice found, which has __nv_expf: point CUDA_HOME, which is '{{.*}}.none', to a CUDA toolkit that has it, or unset it
//  LLVM: gpu.binary @kernels
module attributes {gpu.container_module} {
  gpu.module @kernels [#nvvm.target<chip = "sm_90", features = "+ptx78">] {
    llvm.func @__nv_expf(f32) -> f32
    llvm.func @kernel(%p: !llvm.ptr) attributes {gpu.kernel, nvvm.kernel} {
      %x = llvm.load %p : !llvm.ptr -> f32
      %y = llvm.call @__nv_expf(%x) : (f32) -> f32
      llvm.store %y, %p : f32, !llvm.ptr
      llvm.return
    }
  }
}
