func.func @main(%x: tensor<?x?xf32>, %w: tensor<?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %y = rmsnorm.norm ins(%x : tensor<?x?xf32>) weight(%w : tensor<?xf32>) outs(%e : tensor<?x?xf32>) {epsilon = 1.0e-06 : f64} -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}
