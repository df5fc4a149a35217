// RUN: rmsnorm-opt %s --rmsnorm-gpu-pipeline=stop-after=kernels | FileCheck %s

// A row whose bytes can't be counted is not kept.
// CHECK-LABEL: gpu.func @longest_kernel
//   CHECK-NOT:   workgroup
func.func @longest(%x: tensor<?x9223372036854775807xbf16>) -> tensor<?x9223372036854775807xbf16> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?x9223372036854775807xbf16>
  %e = tensor.empty(%d) : tensor<?x9223372036854775807xbf16>
  %y = rmsnorm.norm ins(%x : tensor<?x9223372036854775807xbf16>) outs(%e : tensor<?x9223372036854775807xbf16>) {epsilon = 0.0 : f64} -> tensor<?x9223372036854775807xbf16>
  return %y : tensor<?x9223372036854775807xbf16>
}
