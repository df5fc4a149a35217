// REQUIRES: ptxas
// RUN: rmsnorm-opt %s --rmsnorm-serialize --rmsnorm-assemble="format=bin" | FileCheck %s --check-prefix=BIN
// RUN: rmsnorm-opt %s --rmsnorm-serialize --rmsnorm-assemble="format=fatbin" | FileCheck %s --check-prefix=FATBIN

//    BIN: gpu.binary @one [#gpu.object<#nvvm.target<chip = "sm_90"{{.*}}, bin = "\7FELF
// FATBIN: gpu.binary @one [#gpu.object<#nvvm.target<chip = "sm_90"{{.*}}, properties = {section = ".nv_fatbin"}, "P\EDU\BA
module attributes {gpu.container_module} {
  gpu.module @one [#nvvm.target<chip = "sm_90", features = "+ptx78">] {
    llvm.func @__nv_expf(f32) -> f32
    llvm.func @kernel(%p: !llvm.ptr) attributes {gpu.kernel, nvvm.kernel} {
      %x = llvm.load %p : !llvm.ptr -> f32
      %y = llvm.call @__nv_expf(%x) : (f32) -> f32
      llvm.store %y, %p : f32, !llvm.ptr
      llvm.return
    }
  }
}
