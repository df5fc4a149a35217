// Norms in a loop over layers, whose value is another buffer in each iteration.
//
// RUN: %python -c "import numpy; numpy.save('%t.npy', numpy.array([[1, 2, 2, 4], [0, 0, 0, 5]], dtype='f4'))"
// RUN: rmsnorm-run %s --input=%t.npy | FileCheck %s
// RUN: rmsnorm-run %s --input=%t.npy --target=cuda-emulated | FileCheck %s
// CHECK: {{\[\[}}0.8 1.6 1.6 3.2]
// CHECK-NEXT: [  0   0   0   4]]
func.func @main(%x: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %w = arith.constant dense<2.0> : tensor<4xf32>
  %e = tensor.empty() : tensor<2x4xf32>
  %y = scf.for %i = %c0 to %c3 step %c1 iter_args(%h = %x) -> (tensor<2x4xf32>) {
    %n = rmsnorm.norm ins(%h : tensor<2x4xf32>) weight(%w : tensor<4xf32>) outs(%e : tensor<2x4xf32>) {epsilon = 0.0 : f64} -> tensor<2x4xf32>
    scf.yield %n : tensor<2x4xf32>
  }
  return %y : tensor<2x4xf32>
}
