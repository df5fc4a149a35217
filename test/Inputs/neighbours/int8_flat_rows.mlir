// A norm of batches of rows, which are quantised as the rows of one matrix.
#id = affine_map<(m, n) -> (m, n)>
#row = affine_map<(m, n) -> (m)>
func.func @norm(%x: tensor<?x5x160xbf16>, %w: tensor<160xbf16>) -> tensor<?x160xbf16> {
  %c0 = arith.constant 0 : index
  %b = tensor.dim %x, %c0 : tensor<?x5x160xbf16>
  %e = tensor.empty(%b) : tensor<?x5x160xbf16>
  %n = rmsnorm.norm ins(%x : tensor<?x5x160xbf16>) weight(%w : tensor<160xbf16>) outs(%e : tensor<?x5x160xbf16>) {epsilon = 1.0e-06 : f64} -> tensor<?x5x160xbf16>
  %flat = tensor.collapse_shape %n [[0, 1], [2]] : tensor<?x5x160xbf16> into tensor<?x160xbf16>
  return %flat : tensor<?x160xbf16>
}

func.func @quantise(%x: tensor<?x160xbf16>) -> (tensor<?x160xi8>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %x, %c0 : tensor<?x160xbf16>
  %limit = arith.constant 127.0 : f32
  %low = arith.constant -128.0 : f32
  %least = arith.constant 1.0e-12 : f32
  %none = arith.constant 0.0 : f32
  %es = tensor.empty(%m) : tensor<?xf32>
  %eq = tensor.empty(%m) : tensor<?x160xi8>
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
  %q = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %scale : tensor<?x160xbf16>, tensor<?xf32>) outs(%eq : tensor<?x160xi8>) {
  ^bb0(%a: bf16, %b: f32, %o: i8):
    %0 = arith.extf %a : bf16 to f32
    %2 = arith.divf %0, %b : f32
    %3 = math.roundeven %2 : f32
    %4 = arith.maximumf %3, %low : f32
    %5 = arith.minimumf %4, %limit : f32
    %6 = arith.fptosi %5 : f32 to i8
    linalg.yield %6 : i8
  } -> tensor<?x160xi8>
  return %q, %scale : tensor<?x160xi8>, tensor<?xf32>
}

func.func @main(%x: tensor<?x5x160xbf16>, %w: tensor<160xbf16>) -> (tensor<?x160xi8>, tensor<?xf32>) {
  %n = func.call @norm(%x, %w) : (tensor<?x5x160xbf16>, tensor<160xbf16>) -> tensor<?x160xbf16>
  %q:2 = func.call @quantise(%n) : (tensor<?x160xbf16>) -> (tensor<?x160xi8>, tensor<?xf32>)
  return %q#0, %q#1 : tensor<?x160xi8>, tensor<?xf32>
}
