// A norm over all heads of 64, which then are scaled, each by its own factor, and
// moved in front of the rows, as attention takes them.
func.func @norm(%x: tensor<?x320xbf16>, %w: tensor<320xbf16>) -> tensor<?x320xbf16> {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %x, %c0 : tensor<?x320xbf16>
  %i = tensor.empty(%m) : tensor<?x320xbf16>
  %y = rmsnorm.norm ins(%x : tensor<?x320xbf16>) weight(%w : tensor<320xbf16>) outs(%i : tensor<?x320xbf16>) {epsilon = 1.0e-06 : f64} -> tensor<?x320xbf16>
  return %y : tensor<?x320xbf16>
}

func.func @heads(%x: tensor<?x320xbf16>, %f: tensor<5xf32>) -> tensor<5x?x64xbf16> {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %x, %c0 : tensor<?x320xbf16>
  %h = tensor.expand_shape %x [[0], [1, 2]] output_shape [%m, 5, 64] : tensor<?x320xbf16> into tensor<?x5x64xbf16>
  %i = tensor.empty(%m) : tensor<5x?x64xbf16>
  %y = linalg.generic {indexing_maps = [affine_map<(h, m, d) -> (m, h, d)>, affine_map<(h, m, d) -> (h)>, affine_map<(h, m, d) -> (h, m, d)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%h, %f : tensor<?x5x64xbf16>, tensor<5xf32>) outs(%i : tensor<5x?x64xbf16>) {
  ^bb0(%a: bf16, %b: f32, %o: bf16):
    %0 = arith.extf %a : bf16 to f32
    %1 = arith.mulf %0, %b : f32
    %2 = arith.truncf %1 : f32 to bf16
    linalg.yield %2 : bf16
  } -> tensor<5x?x64xbf16>
  return %y : tensor<5x?x64xbf16>
}

func.func @main(%x: tensor<?x320xbf16>, %w: tensor<320xbf16>, %f: tensor<5xf32>) -> tensor<5x?x64xbf16> {
  %n = func.call @norm(%x, %w) : (tensor<?x320xbf16>, tensor<320xbf16>) -> tensor<?x320xbf16>
  %y = func.call @heads(%n, %f) : (tensor<?x320xbf16>, tensor<5xf32>) -> tensor<5x?x64xbf16>
  return %y : tensor<5x?x64xbf16>
}
