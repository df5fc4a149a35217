// RUN: rmsnorm-opt %s --rmsnorm-attach-target=chips=sm_90 | FileCheck %s
// RUN: rmsnorm-opt %s --rmsnorm-attach-target="chips=sm_100a" | FileCheck %s --check-prefix=SM100A
// RUN: rmsnorm-opt %s --rmsnorm-attach-target="chips=sm_80,sm_90" | FileCheck %s --check-prefix=TWO
// RUN: not rmsnorm-opt %s --rmsnorm-attach-target="chips=sm_9999" 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not rmsnorm-opt %s --rmsnorm-attach-target="chips=foo" 2>&1 | FileCheck %s --check-prefix=ERROR

//  CHECK: gpu.module @k [#nvvm.target<O = 3, chip = "sm_90", features = "+ptx78">]
// SM100A: gpu.module @k [#nvvm.target<O = 3, chip = "sm_100a", features = "+ptx86">]
//    TWO: gpu.module @k [#nvvm.target<O = 3, chip = "sm_80", features = "+ptx70">, #nvvm.target<O = 3, chip = "sm_90", features = "+ptx78">]
//  ERROR: error: unknown chip '{{sm_9999|foo}}'; choose one of sm_75, sm_80,
gpu.module @k {
}
