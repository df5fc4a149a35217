func.func @main(%x: tensor<?x96xf16>, %w: tensor<96xf16>) -> (tensor<?x96xf16>, tensor<f32>) {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?x96xf16>
  %e = tensor.empty(%d) : tensor<?x96xf16>
  %y = rmsnorm.norm ins(%x : tensor<?x96xf16>) weight(%w : tensor<96xf16>) outs(%e : tensor<?x96xf16>) {epsilon = 1.0e-06 : f64} -> tensor<?x96xf16>
  %n = arith.constant dense<5.0> : tensor<f32>
  return %y, %n : tensor<?x96xf16>, tensor<f32>
}

// What is called is compiled in, and the caller's own name is no C identifier.
func.func private @twice(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %y = linalg.add ins(%x, %x : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
func.func @"odd.name"(%x: tensor<4xf32>, %s: f32, %n: index, %b: i1) -> tensor<4xf32> {
  %y = call @twice(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%s : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %z = linalg.add ins(%y, %f : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %z : tensor<4xf32>
}
