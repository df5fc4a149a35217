func.func @main(%x: tensor<?x96xf32>, %w: tensor<96xf32>) -> tensor<?x96xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?x96xf32>
  %e = tensor.empty(%d) : tensor<?x96xf32>
  %y = rmsnorm.norm ins(%x : tensor<?x96xf32>) weight(%w : tensor<96xf32>) outs(%e : tensor<?x96xf32>) {epsilon = 1.0e-06 : f64} -> tensor<?x96xf32>
  return %y : tensor<?x96xf32>
}
