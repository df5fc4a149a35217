// A norm, its result quantised to f8E4M3FN with a scale for each row.
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

func.func @quantise(%x: tensor<?x160xbf16>) -> (tensor<?x160xf8E4M3FN>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %x, %c0 : tensor<?x160xbf16>
  %limit = arith.constant 448.0 : f32
  %low = arith.constant -448.0 : f32
  %least = arith.constant 1.0e-12 : f32
  %none = arith.constant 0.0 : f32
  %es = tensor.empty(%m) : tensor<?xf32>
  %eq = tensor.empty(%m) : tensor<?x160xf8E4M3FN>
  %zero = linalg.fill ins(%none : f32) outs(%es : tensor<?xf32>) -> tensor<?xf32>
  %top = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x160xbf16>) outs(%zero : tensor<?xf32>) {
  ^bb0(%a: bf16, %o: f32):
    %0 = arith.extf %a : bf16 to f32
    %1 = math.absf %0 : f32
    %2 = arith.maximumf %o, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<?xf32>
  %scale = linalg.generic {indexing_maps = [affine_map<(m) -> (m)>, affine_map<(m) -> (m)>], iterator_types = ["parallel"]} ins(%top : tensor<?xf32>) outs(%es : tensor<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.divf %a, %limit : f32
    %1 = arith.maximumf %0, %least : f32
    linalg.yield %1 : f32
  } -> tensor<?xf32>
  %q = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %scale : tensor<?x160xbf16>, tensor<?xf32>) outs(%eq : tensor<?x160xf8E4M3FN>) {
  ^bb0(%a: bf16, %b: f32, %o: f8E4M3FN):
    %0 = arith.extf %a : bf16 to f32
    %2 = arith.divf %0, %b : f32
    %4 = arith.maximumf %2, %low : f32
    %5 = arith.minimumf %4, %limit : f32
    %6 = arith.truncf %5 : f32 to f8E4M3FN
    linalg.yield %6 : f8E4M3FN
  } -> tensor<?x160xf8E4M3FN>
  return %q, %scale : tensor<?x160xf8E4M3FN>, tensor<?xf32>
}

func.func @main(%x: tensor<?x160xbf16>, %w: tensor<160xbf16>) -> (tensor<?x160xf8E4M3FN>, tensor<?xf32>) {
  %n = func.call @norm(%x, %w) : (tensor<?x160xbf16>, tensor<160xbf16>) -> (tensor<?x160xbf16>)
  %q:2 = func.call @quantise(%n) : (tensor<?x160xbf16>) -> (tensor<?x160xf8E4M3FN>, tensor<?xf32>)
  return %q#0, %q#1 : tensor<?x160xf8E4M3FN>, tensor<?xf32>
}
