// RUN: rmsnorm-opt %s --rmsnorm-serialize="format=isa" | FileCheck %s --check-prefix=ISA
// RUN: rmsnorm-opt %s --rmsnorm-serialize="format=llvm" | FileCheck %s --check-prefix=LLVM
// RUN: not rmsnorm-opt %s --rmsnorm-serialize="format=elf" 2>&1 | FileCheck %s --check-prefix=FORMAT

//    ISA: gpu.binary @kernels [#gpu.object<#nvvm.target<chip = "sm_90", features = "+ptx78">, {{.*}}assembly = "{{.*}}.version 7.8{{.*}}.target sm_90
//   LLVM: gpu.binary @kernels [#gpu.object<{{.*}}offload = "BC
// FORMAT: error: unknown format 'elf'; choose isa, bin, fatbin or llvm
module attributes {gpu.container_module} {
  gpu.module @kernels [#nvvm.target<chip = "sm_90", features = "+ptx78">] {
    llvm.func @kernel() attributes {gpu.kernel, nvvm.kernel} {
      llvm.return
    }
  }
}
