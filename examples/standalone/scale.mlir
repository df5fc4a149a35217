func.func @main(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %y = scale.by_norm %x rounding <before_weight> : tensor<4x8xf32> -> tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}
