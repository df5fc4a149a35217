// A norm, and functions of it and of the row, as gates and activations have them.
#full = affine_map<(i, j) -> (i, j)>
func.func @main(%x: tensor<3x96xf32>, %w: tensor<96xf32>) -> tensor<3x96xf32> {
  %e = tensor.empty() : tensor<3x96xf32>
  %n = rmsnorm.norm ins(%x : tensor<3x96xf32>) weight(%w : tensor<96xf32>) outs(%e : tensor<3x96xf32>) {epsilon = 1.0e-06 : f64} -> tensor<3x96xf32>
  %y = linalg.generic {indexing_maps = [#full, #full, #full], iterator_types = ["parallel", "parallel"]}
      ins(%n, %x : tensor<3x96xf32>, tensor<3x96xf32>) outs(%e : tensor<3x96xf32>) {
  ^bb0(%v: f32, %g: f32, %o: f32):
    %one = arith.constant 1.0 : f32
    %half = arith.constant 0.5 : f32
    %m = arith.negf %g : f32
    %ex = math.exp %m : f32
    %d = arith.addf %ex, %one : f32
    %sig = arith.divf %g, %d : f32
    %t = math.tanh %v : f32
    %q = math.erf %v : f32
    %ab = math.absf %v : f32
    %p = math.powf %ab, %half : f32
    %l = math.log1p %ab : f32
    %a = arith.addf %t, %q : f32
    %b = arith.addf %p, %l : f32
    %c = arith.addf %a, %b : f32
    %r = arith.mulf %sig, %c : f32
    linalg.yield %r : f32
  } -> tensor<3x96xf32>
  return %y : tensor<3x96xf32>
}
