// A fat binary is for several chips, and what can't be assembled says why.
//
// REQUIRES: ptxas
// RUN: rmsnorm-opt %s --rmsnorm-serialize --rmsnorm-assemble | FileCheck %s
// RUN: not rmsnorm-opt %s --rmsnorm-serialize --rmsnorm-assemble="format=bin" 2>&1 | FileCheck %s --check-prefix=BIN
// RUN: not rmsnorm-opt %s --rmsnorm-serialize --rmsnorm-assemble="format=elf" 2>&1 | FileCheck %s --check-prefix=FORMAT
// RUN: rmsnorm-opt %s --rmsnorm-serialize | sed "s/[.]target sm_80/.nonsense/" | not rmsnorm-opt --rmsnorm-assemble 2>&1 | FileCheck %s --check-prefix=PTX

//  CHECK: gpu.binary @kernels [#gpu.object<#nvvm.target<chip = "sm_90"{{.*}}"P\EDU\BA{{.*}}">]
//    BIN: error: a cubin is for one chip, not for 2: name one, or make a fat binary
// FORMAT: error: unknown format 'elf'; choose bin or fatbin
//    PTX: error: {{.*}}ptxas failed: {{.*}}
module attributes {gpu.container_module} {
  gpu.module @kernels [#nvvm.target<chip = "sm_80", features = "+ptx70">, #nvvm.target<chip = "sm_90", features = "+ptx78">] {
    llvm.func @kernel() attributes {gpu.kernel, nvvm.kernel} {
      llvm.return
    }
  }
}
