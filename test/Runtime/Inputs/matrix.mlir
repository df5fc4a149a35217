func.func @main(%x: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %one = arith.constant dense<1.0> : tensor<3x4xf32>
  %e = tensor.empty() : tensor<3x4xf32>
  %y = linalg.add ins(%x, %one : tensor<3x4xf32>, tensor<3x4xf32>) outs(%e : tensor<3x4xf32>) -> tensor<3x4xf32>
  return %y : tensor<3x4xf32>
}
