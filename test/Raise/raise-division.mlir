// A norm that is divided by a column: after, in the row or in the root, and by a
// constant in the root. The reciprocal roots are 1/2, of the mean, and 1/4, of the sum.
//
// RUN: %python -c "import numpy; numpy.save('%t.x.npy', numpy.array([[2, -2, 2, -2]], dtype='f4')); numpy.save('%t.w.npy', numpy.array([2, 4, 8, 16], dtype='f4'))"
// RUN: rmsnorm-run %s --input=%t.x.npy --input=%t.w.npy | FileCheck %s
// RUN: rmsnorm-run %s --input=%t.x.npy --input=%t.w.npy --target=cuda-emulated | FileCheck %s
// CHECK: {{\[\[}} 0.5 -0.25 0.125 -0.0625]]
// CHECK-NEXT: {{\[\[}} 0.5 -0.25 0.125 -0.0625]]
// CHECK-NEXT: {{\[\[}} 0.5 -0.25 0.125 -0.0625]]
// CHECK-NEXT: {{\[\[}} 0.25 -0.25 0.25 -0.25]]
func.func @main(%x: tensor<1x4xf32>, %w: tensor<4xf32>) -> (tensor<1x4xf32>, tensor<1x4xf32>, tensor<1x4xf32>, tensor<1x4xf32>) {
  %e = tensor.empty() : tensor<1x4xf32>
  %zero = arith.constant dense<0.0> : tensor<1xf32>
  %four = arith.constant dense<4.0> : tensor<1xf32>
  %two = arith.constant dense<2.0> : tensor<1xf32>
  %sq = arith.mulf %x, %x : tensor<1x4xf32>
  %sum = linalg.reduce { arith.addf } ins(%sq : tensor<1x4xf32>) outs(%zero : tensor<1xf32>) dimensions = [1]
  %mean = arith.divf %sum, %four : tensor<1xf32>
  %r = math.rsqrt %mean : tensor<1xf32>
  %rb = linalg.broadcast ins(%r : tensor<1xf32>) outs(%e : tensor<1x4xf32>) dimensions = [1]
  %wb = linalg.broadcast ins(%w : tensor<4xf32>) outs(%e : tensor<1x4xf32>) dimensions = [0]
  %n = arith.mulf %x, %rb : tensor<1x4xf32>
  %after = arith.divf %n, %wb : tensor<1x4xf32>
  %xw = arith.divf %x, %wb : tensor<1x4xf32>
  %row = arith.mulf %xw, %rb : tensor<1x4xf32>
  %rw = arith.divf %rb, %wb : tensor<1x4xf32>
  %root = arith.mulf %x, %rw : tensor<1x4xf32>
  %s = math.rsqrt %sum : tensor<1xf32>
  %half = arith.divf %s, %two : tensor<1xf32>
  %hb = linalg.broadcast ins(%half : tensor<1xf32>) outs(%e : tensor<1x4xf32>) dimensions = [1]
  %constant = arith.mulf %x, %hb : tensor<1x4xf32>
  return %after, %row, %root, %constant : tensor<1x4xf32>, tensor<1x4xf32>, tensor<1x4xf32>, tensor<1x4xf32>
}
