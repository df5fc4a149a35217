// REQUIRES: ptxas
// RUN: rmsnorm-opt %s --rmsnorm-serialize="format=bin" | FileCheck %s --check-prefix=BIN
// RUN: rmsnorm-opt %s --rmsnorm-serialize="format=fatbin" | FileCheck %s --check-prefix=FATBIN

//    BIN: gpu.binary @kernels [#gpu.object<{{.*}}bin = "\7FELF
// FATBIN: gpu.binary @kernels [#gpu.object<{{.*}}, "P\EDU\BA
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
