// A row that is walked is read from global memory once, where a block of the chip has
// the shared memory for it: 160000 bytes.
//
// RUN: rmsnorm-opt %s --rmsnorm-nvvm-pipeline="format=isa chip=sm_90" | sed 's/\\0A/\n/g; s/\\09/ /g' | FileCheck %s --check-prefixes=CHECK,KEPT
// RUN: rmsnorm-opt %s --rmsnorm-nvvm-pipeline="format=isa chip=sm_100" | sed 's/\\0A/\n/g; s/\\09/ /g' | FileCheck %s --check-prefixes=CHECK,KEPT
// RUN: rmsnorm-opt %s --rmsnorm-nvvm-pipeline="format=isa chip=sm_80" | sed 's/\\0A/\n/g; s/\\09/ /g' | FileCheck %s --check-prefixes=CHECK,AGAIN
// RUN: rmsnorm-opt %s --rmsnorm-nvvm-pipeline="format=isa chip=sm_120" | sed 's/\\0A/\n/g; s/\\09/ /g' | FileCheck %s --check-prefixes=CHECK,AGAIN
// RUN: rmsnorm-opt %s --rmsnorm-nvvm-pipeline="format=isa chip=sm_75" | sed 's/\\0A/\n/g; s/\\09/ /g' | FileCheck %s --check-prefixes=CHECK,AGAIN --implicit-check-not=cp.async
// RUN: rmsnorm-opt %s --rmsnorm-nvvm-pipeline="format=isa chip=sm_80,sm_90" | sed 's/\\0A/\n/g; s/\\09/ /g' | FileCheck %s --check-prefixes=CHECK,AGAIN

// AGAIN-NOT: .shared .align 16 .b8 {{.*}}[];
//  KEPT: .extern .shared .align 16 .b8 [[MEMORY:.*]][];
// CHECK: .entry norm_kernel(
//  KEPT-NOT: ld.global
//  KEPT: cp.async.cg.shared.global {{.*}}, 16;
//  KEPT-NOT: ld.global
//  KEPT: cp.async.wait_group 0;
//  KEPT-NOT: ld.global
//  KEPT: ld.shared.v
// CHECK: bar.sync
// The weight and the row.
//  KEPT-NOT: ld.global
//  KEPT-COUNT-2: ld.shared.v
//  KEPT-COUNT-2: ld.global.v
//  KEPT-NOT: ld.global
// AGAIN-COUNT-4: ld.global.v
// CHECK: st.global.v
func.func @norm(%x: tensor<?x40000xf32>, %w: tensor<40000xf32>, %e: tensor<?x40000xf32>) -> tensor<?x40000xf32> {
  %y = rmsnorm.norm ins(%x : tensor<?x40000xf32>) weight(%w : tensor<40000xf32>) outs(%e : tensor<?x40000xf32>) {epsilon = 1.0e-06 : f64} -> tensor<?x40000xf32>
  return %y : tensor<?x40000xf32>
}
