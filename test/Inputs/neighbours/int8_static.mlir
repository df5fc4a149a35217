// A norm, quantised with one scale that is given.
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

func.func @quantise(%x: tensor<?x160xbf16>, %scale: tensor<f32>) -> tensor<?x160xi8> {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %x, %c0 : tensor<?x160xbf16>
  %limit = arith.constant 127.0 : f32
  %low = arith.constant -128.0 : f32
  %e = tensor.empty(%m) : tensor<?x160xi8>
  %q = linalg.generic {indexing_maps = [#id, affine_map<(m, n) -> ()>, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %scale : tensor<?x160xbf16>, tensor<f32>) outs(%e : tensor<?x160xi8>) {
  ^bb0(%a: bf16, %b: f32, %o: i8):
    %0 = arith.extf %a : bf16 to f32
    %2 = arith.divf %0, %b : f32
    %3 = math.roundeven %2 : f32
    %4 = arith.maximumf %3, %low : f32
    %5 = arith.minimumf %4, %limit : f32
    %6 = arith.fptosi %5 : f32 to i8
    linalg.yield %6 : i8
  } -> tensor<?x160xi8>
  return %q : tensor<?x160xi8>
}

func.func @main(%x: tensor<?x160xbf16>, %w: tensor<160xbf16>, %scale: tensor<f32>) -> (tensor<?x160xi8>) {
  %n = func.call @norm(%x, %w) : (tensor<?x160xbf16>, tensor<160xbf16>) -> (tensor<?x160xbf16>)
  %q = func.call @quantise(%n, %scale) : (tensor<?x160xbf16>, tensor<f32>) -> (tensor<?x160xi8>)
  return %q : tensor<?x160xi8>
}
