// Groups of 64 are normalised, with one weight for each, and then the whole row.
func.func @groups(%x: tensor<?x320xbf16>, %v: tensor<64xbf16>) -> tensor<?x320xbf16> {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %x, %c0 : tensor<?x320xbf16>
  %g = tensor.expand_shape %x [[0], [1, 2]] output_shape [%m, 5, 64] : tensor<?x320xbf16> into tensor<?x5x64xbf16>
  %i = tensor.empty(%m) : tensor<?x5x64xbf16>
  %n = rmsnorm.norm ins(%g : tensor<?x5x64xbf16>) weight(%v : tensor<64xbf16>) outs(%i : tensor<?x5x64xbf16>) {epsilon = 1.0e-06 : f64} -> tensor<?x5x64xbf16>
  %y = tensor.collapse_shape %n [[0], [1, 2]] : tensor<?x5x64xbf16> into tensor<?x320xbf16>
  return %y : tensor<?x320xbf16>
}

func.func @norm(%x: tensor<?x320xbf16>, %w: tensor<320xbf16>) -> tensor<?x320xbf16> {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %x, %c0 : tensor<?x320xbf16>
  %i = tensor.empty(%m) : tensor<?x320xbf16>
  %y = rmsnorm.norm ins(%x : tensor<?x320xbf16>) weight(%w : tensor<320xbf16>) outs(%i : tensor<?x320xbf16>) {epsilon = 1.0e-06 : f64} -> tensor<?x320xbf16>
  return %y : tensor<?x320xbf16>
}

func.func @main(%x: tensor<?x320xbf16>, %v: tensor<64xbf16>, %w: tensor<320xbf16>) -> tensor<?x320xbf16> {
  %n = func.call @groups(%x, %v) : (tensor<?x320xbf16>, tensor<64xbf16>) -> tensor<?x320xbf16>
  %y = func.call @norm(%n, %w) : (tensor<?x320xbf16>, tensor<320xbf16>) -> tensor<?x320xbf16>
  return %y : tensor<?x320xbf16>
}
