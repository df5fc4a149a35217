// RUN: rmsnorm-opt %s --rmsnorm-serialize="format=isa" | FileCheck %s --check-prefix=ISA
// RUN: rmsnorm-opt %s --rmsnorm-serialize="format=llvm" | FileCheck %s --check-prefix=LLVM
// RUN: not rmsnorm-opt %s --rmsnorm-serialize="format=elf" 2>&1 | FileCheck %s --check-prefix=FORMAT
// RUN: env CUDA_HOME=%t.none not rmsnorm-opt %s --rmsnorm-serialize="format=bin" 2>&1 | FileCheck %s --check-prefix=PTXAS

//    ISA: gpu.binary @kernels [#gpu.object<#nvvm.target<chip = "sm_90", features = "+ptx78">, {{.*}}assembly = "{{.*}}.version 7.8{{.*}}.target sm_90
//   LLVM: gpu.binary @kernels [#gpu.object<{{.*}}offload = "BC
// FORMAT: error: unknown format 'elf'; choose llvm, isa, bin or fatbin
//  PTXAS: error: no ptxas found for format=bin; install a CUDA toolkit and point CUDA_HOME to it
module attributes {gpu.container_module} {
  gpu.module @kernels [#nvvm.target<chip = "sm_90", features = "+ptx78">] {
    llvm.func @kernel() attributes {gpu.kernel, nvvm.kernel} {
      llvm.return
    }
  }
}
