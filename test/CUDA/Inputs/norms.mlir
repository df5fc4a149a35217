func.func @main(%x: tensor<?x96xf32>, %w: tensor<96xf32>) -> tensor<?x96xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?x96xf32>
  %e = tensor.empty(%d) : tensor<?x96xf32>
  %y = rmsnorm.norm ins(%x : tensor<?x96xf32>) weight(%w : tensor<96xf32>) outs(%e : tensor<?x96xf32>) {epsilon = 1.0e-06 : f64} -> tensor<?x96xf32>
  return %y : tensor<?x96xf32>
}
// Rows of other lengths take kernels of their own, and memory between them.
func.func @twice(%x: tensor<4x96xf32>) -> tensor<8x48xf32> {
  %e = tensor.empty() : tensor<4x96xf32>
  %y = rmsnorm.norm ins(%x : tensor<4x96xf32>) outs(%e : tensor<4x96xf32>) {epsilon = 1.0e-06 : f64} -> tensor<4x96xf32>
  %f = tensor.collapse_shape %y [[0, 1]] : tensor<4x96xf32> into tensor<384xf32>
  %g = tensor.expand_shape %f [[0, 1]] output_shape [8, 48] : tensor<384xf32> into tensor<8x48xf32>
  %h = tensor.empty() : tensor<8x48xf32>
  %z = rmsnorm.norm ins(%g : tensor<8x48xf32>) outs(%h : tensor<8x48xf32>) {epsilon = 1.0e-06 : f64} -> tensor<8x48xf32>
  return %z : tensor<8x48xf32>
}
