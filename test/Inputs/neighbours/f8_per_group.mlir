// A norm, its result quantised to f8E4M3FN with a scale for each group of 64,
// which keeps the dimension that was reduced.
#id3 = affine_map<(m, n, g) -> (m, n, g)>
#grp = affine_map<(m, n, g) -> (m, n, 0)>
func.func @norm(%x: tensor<?x320xbf16>, %w: tensor<320xbf16>) -> tensor<?x320xbf16> {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %x, %c0 : tensor<?x320xbf16>
  %i = tensor.empty(%m) : tensor<?x320xbf16>
  %y = rmsnorm.norm ins(%x : tensor<?x320xbf16>) weight(%w : tensor<320xbf16>) outs(%i : tensor<?x320xbf16>) {epsilon = 1.0e-06 : f64} -> tensor<?x320xbf16>
  return %y : tensor<?x320xbf16>
}

func.func @quantise(%x: tensor<?x320xbf16>) -> (tensor<?x320xf8E4M3FN>, tensor<?x5x1xf32>) {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %x, %c0 : tensor<?x320xbf16>
  %limit = arith.constant 448.0 : f32
  %nlimit = arith.constant -448.0 : f32
  %low = arith.constant -128.0 : f32
  %least = arith.constant 1.0e-12 : f32
  %none = arith.constant 0.0 : f32
  %y3 = tensor.expand_shape %x [[0], [1, 2]] output_shape [%m, 5, 64] : tensor<?x320xbf16> into tensor<?x5x64xbf16>
  %es = tensor.empty(%m) : tensor<?x5x1xf32>
  %eq = tensor.empty(%m) : tensor<?x5x64xf8E4M3FN>
  %zero = linalg.fill ins(%none : f32) outs(%es : tensor<?x5x1xf32>) -> tensor<?x5x1xf32>
  %top = linalg.generic {indexing_maps = [#id3, #grp], iterator_types = ["parallel", "parallel", "reduction"]} ins(%y3 : tensor<?x5x64xbf16>) outs(%zero : tensor<?x5x1xf32>) {
  ^bb0(%a: bf16, %o: f32):
    %0 = arith.extf %a : bf16 to f32
    %1 = math.absf %0 : f32
    %2 = arith.maximumf %o, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<?x5x1xf32>
  %scale = linalg.generic {indexing_maps = [affine_map<(m, n, o) -> (m, n, o)>, affine_map<(m, n, o) -> (m, n, o)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%top : tensor<?x5x1xf32>) outs(%es : tensor<?x5x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.divf %a, %limit : f32
    %1 = arith.maximumf %0, %least : f32
    linalg.yield %1 : f32
  } -> tensor<?x5x1xf32>
  %q = linalg.generic {indexing_maps = [#id3, #grp, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%y3, %scale : tensor<?x5x64xbf16>, tensor<?x5x1xf32>) outs(%eq : tensor<?x5x64xf8E4M3FN>) {
  ^bb0(%a: bf16, %b: f32, %o: f8E4M3FN):
    %0 = arith.extf %a : bf16 to f32
    %2 = arith.divf %0, %b : f32
    %4 = arith.maximumf %2, %nlimit : f32
    %5 = arith.minimumf %4, %limit : f32
    %6 = arith.truncf %5 : f32 to f8E4M3FN
    linalg.yield %6 : f8E4M3FN
  } -> tensor<?x5x64xf8E4M3FN>
  %q2 = tensor.collapse_shape %q [[0], [1, 2]] : tensor<?x5x64xf8E4M3FN> into tensor<?x320xf8E4M3FN>
  return %q2, %scale : tensor<?x320xf8E4M3FN>, tensor<?x5x1xf32>
}

func.func @main(%x: tensor<?x320xbf16>, %w: tensor<320xbf16>) -> (tensor<?x320xf8E4M3FN>, tensor<?x5x1xf32>) {
  %n = func.call @norm(%x, %w) : (tensor<?x320xbf16>, tensor<320xbf16>) -> tensor<?x320xbf16>
  %q:2 = func.call @quantise(%n) : (tensor<?x320xbf16>) -> (tensor<?x320xf8E4M3FN>, tensor<?x5x1xf32>)
  return %q#0, %q#1 : tensor<?x320xf8E4M3FN>, tensor<?x5x1xf32>
}
