// Two norms of one x with weights of their own.
#id = affine_map<(m, n) -> (m, n)>
#row = affine_map<(m, n) -> (m)>
#col = affine_map<(m, n) -> (n)>
func.func @norm(%x: tensor<?x160xbf16>, %w: tensor<160xbf16>) -> tensor<?x160xbf16> {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %x, %c0 : tensor<?x160xbf16>
  %y_init = tensor.empty(%m) : tensor<?x160xbf16>
  %y = rmsnorm.norm ins(%x : tensor<?x160xbf16>) weight(%w : tensor<160xbf16>) outs(%y_init : tensor<?x160xbf16>) {epsilon = 1.0e-06 : f64} -> tensor<?x160xbf16>
  return %y : tensor<?x160xbf16>
}

func.func @main(%x: tensor<?x160xbf16>, %w1: tensor<160xbf16>, %w2: tensor<160xbf16>) -> (tensor<?x160xbf16>, tensor<?x160xbf16>) {
  %a = func.call @norm(%x, %w1) : (tensor<?x160xbf16>, tensor<160xbf16>) -> (tensor<?x160xbf16>)
  %b = func.call @norm(%x, %w2) : (tensor<?x160xbf16>, tensor<160xbf16>) -> (tensor<?x160xbf16>)
  return %a, %b : tensor<?x160xbf16>, tensor<?x160xbf16>
}
