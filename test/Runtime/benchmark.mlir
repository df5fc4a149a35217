// One line that tells time, bandwidth and the share of a copy's.
//
// RUN: %python -c "import numpy; numpy.save('%t.npy', numpy.ones((64, 4096), 'f4'))"
// RUN: rmsnorm-run %s --input=%t.npy --benchmark | FileCheck %s
// CHECK: {{^[0-9.]+}} us per call (median of {{[0-9]+}}), {{[0-9.]+}} GB/s, {{[0-9.]+}} of a streaming copy ({{[0-9.]+}} GB/s)
// CHECK-NOT: {{.}}
func.func @main(%x: tensor<64x4096xf32>) -> tensor<64x4096xf32> {
  %e = tensor.empty() : tensor<64x4096xf32>
  %y = rmsnorm.norm ins(%x : tensor<64x4096xf32>) outs(%e : tensor<64x4096xf32>) {epsilon = 1.0e-06 : f64} -> tensor<64x4096xf32>
  return %y : tensor<64x4096xf32>
}
