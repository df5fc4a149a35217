// A norm times the sigmoid of a gate.
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

func.func @gate(%x: tensor<?x160xbf16>, %z: tensor<?x160xbf16>) -> tensor<?x160xbf16> {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %x, %c0 : tensor<?x160xbf16>
  %one = arith.constant 1.0 : f32
  %half = arith.constant 0.5 : f32
  %root = arith.constant 0.70710678118654752 : f32
  %e = tensor.empty(%m) : tensor<?x160xbf16>
  %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %z : tensor<?x160xbf16>, tensor<?x160xbf16>) outs(%e : tensor<?x160xbf16>) {
  ^bb0(%a: bf16, %b: bf16, %o: bf16):
    %0 = arith.extf %a : bf16 to f32
    %1 = arith.extf %b : bf16 to f32
    %n = arith.negf %1 : f32
    %ex = math.exp %n : f32
    %d = arith.addf %ex, %one : f32
    %g = arith.divf %one, %d : f32
    %2 = arith.mulf %0, %g : f32
    %3 = arith.truncf %2 : f32 to bf16
    linalg.yield %3 : bf16
  } -> tensor<?x160xbf16>
  return %y : tensor<?x160xbf16>
}

func.func @main(%x: tensor<?x160xbf16>, %w: tensor<160xbf16>, %z: tensor<?x160xbf16>) -> (tensor<?x160xbf16>) {
  %n = func.call @norm(%x, %w) : (tensor<?x160xbf16>, tensor<160xbf16>) -> (tensor<?x160xbf16>)
  %y = func.call @gate(%n, %z) : (tensor<?x160xbf16>, tensor<?x160xbf16>) -> (tensor<?x160xbf16>)
  return %y : tensor<?x160xbf16>
}
