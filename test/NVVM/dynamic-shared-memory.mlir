// RUN: rmsnorm-opt %s --rmsnorm-dynamic-shared-memory | FileCheck %s

gpu.module @kernels {
  // CHECK: llvm.mlir.global external @__dynamic_shmem__0() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
  llvm.mlir.global internal @__dynamic_shmem__0() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
  // CHECK: llvm.mlir.global internal @slots()
  llvm.mlir.global internal @slots() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<4 x f32>
  // CHECK: llvm.mlir.global internal @nothing()
  llvm.mlir.global internal @nothing() : !llvm.array<0 x i8>
}
