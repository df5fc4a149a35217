// A diffusion transformer's LayerNorm, scaled and shifted by what all rows of a
// batch share.
#id = affine_map<(b, s, n) -> (b, s, n)>
#batch = affine_map<(b, s, n) -> (b, n)>
#two = affine_map<(b, n) -> (b, n)>
func.func @norm(%x: tensor<?x5x160xbf16>) -> tensor<?x5x160xbf16> {
  %c0 = arith.constant 0 : index
  %b = tensor.dim %x, %c0 : tensor<?x5x160xbf16>
  %e = tensor.empty(%b) : tensor<?x5x160xbf16>
  %n = rmsnorm.norm ins(%x : tensor<?x5x160xbf16>) outs(%e : tensor<?x5x160xbf16>) {center, epsilon = 1.0e-06 : f64} -> tensor<?x5x160xbf16>
  return %n : tensor<?x5x160xbf16>
}

func.func @modulate(%x: tensor<?x5x160xbf16>, %scale: tensor<?x160xbf16>, %shift: tensor<?x160xbf16>) -> tensor<?x5x160xbf16> {
  %c0 = arith.constant 0 : index
  %b = tensor.dim %x, %c0 : tensor<?x5x160xbf16>
  %one = arith.constant 1.0 : bf16
  %e = tensor.empty(%b) : tensor<?x5x160xbf16>
  %e2 = tensor.empty(%b) : tensor<?x160xbf16>
  %factor = linalg.generic {indexing_maps = [#two, #two], iterator_types = ["parallel", "parallel"]} ins(%scale : tensor<?x160xbf16>) outs(%e2 : tensor<?x160xbf16>) {
  ^bb0(%a: bf16, %o: bf16):
    %0 = arith.addf %a, %one : bf16
    linalg.yield %0 : bf16
  } -> tensor<?x160xbf16>
  %y = linalg.generic {indexing_maps = [#id, #batch, #batch, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %factor, %shift : tensor<?x5x160xbf16>, tensor<?x160xbf16>, tensor<?x160xbf16>) outs(%e : tensor<?x5x160xbf16>) {
  ^bb0(%a: bf16, %f: bf16, %s: bf16, %o: bf16):
    %0 = arith.mulf %a, %f : bf16
    %1 = arith.addf %0, %s : bf16
    linalg.yield %1 : bf16
  } -> tensor<?x5x160xbf16>
  return %y : tensor<?x5x160xbf16>
}

func.func @main(%x: tensor<?x5x160xbf16>, %scale: tensor<?x160xbf16>, %shift: tensor<?x160xbf16>) -> tensor<?x5x160xbf16> {
  %n = func.call @norm(%x) : (tensor<?x5x160xbf16>) -> tensor<?x5x160xbf16>
  %y = func.call @modulate(%n, %scale, %shift) : (tensor<?x5x160xbf16>, tensor<?x160xbf16>, tensor<?x160xbf16>) -> tensor<?x5x160xbf16>
  return %y : tensor<?x5x160xbf16>
}
