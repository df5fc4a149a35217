// A module without functions.
//
// RUN: rmsnorm-opt %s --rmsnorm-take-stream | FileCheck %s
// CHECK: func.func private @rmsnormReportStatus() -> i32
gpu.module @kernels {
  gpu.func @kernel() kernel {
    gpu.return
  }
}
