// RUN: rmsnorm-opt %s --rmsnorm-bound-blocks | FileCheck %s

gpu.module @kernels {
  // CHECK: llvm.func @any() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 1024>}
  llvm.func @any() attributes {nvvm.kernel} {
    llvm.return
  }
  // CHECK: llvm.func @known() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 128, 1, 1>}
  llvm.func @known() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 128, 1, 1>} {
    llvm.return
  }
  // CHECK: llvm.func @called() {
  llvm.func @called() {
    llvm.return
  }
}
