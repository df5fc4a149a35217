// RUN: rmsnorm-opt %s --rmsnorm-choose-kernels | FileCheck %s

// CHECK-LABEL: func @choice
// CHECK: %[[POINTER:.*]] = memref.extract_aligned_pointer_as_index %{{.*}} : memref<bf16> -> index
// CHECK: %[[REST:.*]] = arith.andi %[[POINTER]], %{{.*}} : index
// CHECK: %[[ALIGNED:.*]] = arith.cmpi eq, %[[REST]], %{{.*}} : index
// CHECK: scf.if %[[ALIGNED]] {
// CHECK-NEXT: gpu.launch_func @kernels::@norm blocks
// CHECK-NOT: rmsnorm.
// CHECK: } else {
// CHECK-NEXT: gpu.launch_func @kernels::@norm_unaligned blocks
// CHECK-NOT: rmsnorm.

// One that has no twin stays as it is.
// CHECK-LABEL: func @no_choice
// CHECK-NOT: scf.if
module attributes {gpu.container_module} {
func.func @choice(%x: memref<bf16>) {
  %c1 = arith.constant 1 : index
  gpu.launch_func @kernels::@norm blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<bf16>)
    {rmsnorm.checked = array<i64: 0>, rmsnorm.unaligned = @kernels::@norm_unaligned}
  return
}
func.func @no_choice(%x: memref<bf16>) {
  %c1 = arith.constant 1 : index
  gpu.launch_func @kernels::@norm blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<bf16>)
  return
}
gpu.module @kernels {
  gpu.func @norm(%x: memref<bf16>) kernel {
    gpu.return
  }
  gpu.func @norm_unaligned(%x: memref<bf16>) kernel {
    gpu.return
  }
}
}
