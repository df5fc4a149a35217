// Qwen3-Next's norm, x * rsqrt(mean(x^2) + eps) * (1 + w), spelled as torch-mlir spells it.
#full = affine_map<(d0, d1) -> (d0, d1)>
#kept = affine_map<(d0, d1) -> (d0, 0)>
#vector = affine_map<(d0) -> (d0)>
#column = affine_map<(d0, d1) -> (d1)>
func.func @main(%x: tensor<?x4096xbf16>, %w: tensor<4096xbf16>) -> tensor<?x4096xbf16> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : i64
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %n = arith.constant 4096.0 : f32
  %eps = arith.constant 1.0e-6 : f64
  %m = tensor.dim %x, %c0 : tensor<?x4096xbf16>
  %full = tensor.empty(%m) : tensor<?x4096xf32>
  %kept = tensor.empty(%m) : tensor<?x1xf32>
  %column = tensor.empty() : tensor<4096xf32>
  %out = tensor.empty(%m) : tensor<?x4096xbf16>
  %0 = linalg.generic {indexing_maps = [#full, #full], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<?x4096xbf16>) outs(%full : tensor<?x4096xf32>) {
  ^bb0(%in: bf16, %o: f32):
    %v = arith.extf %in : bf16 to f32
    linalg.yield %v : f32
  } -> tensor<?x4096xf32>
  %1 = linalg.generic {indexing_maps = [#full, #full], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<?x4096xf32>) outs(%full : tensor<?x4096xf32>) {
  ^bb0(%in: f32, %o: f32):
    %v = math.fpowi %in, %c2 : f32, i64
    linalg.yield %v : f32
  } -> tensor<?x4096xf32>
  %2 = linalg.fill ins(%zero : f32) outs(%kept : tensor<?x1xf32>) -> tensor<?x1xf32>
  %3 = linalg.generic {indexing_maps = [#full, #kept], iterator_types = ["parallel", "reduction"]} ins(%1 : tensor<?x4096xf32>) outs(%2 : tensor<?x1xf32>) {
  ^bb0(%in: f32, %o: f32):
    %v = arith.addf %in, %o : f32
    linalg.yield %v : f32
  } -> tensor<?x1xf32>
  %4 = linalg.generic {indexing_maps = [#full, #full], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<?x1xf32>) outs(%kept : tensor<?x1xf32>) {
  ^bb0(%in: f32, %o: f32):
    %v = arith.divf %in, %n : f32
    linalg.yield %v : f32
  } -> tensor<?x1xf32>
  %5 = linalg.generic {indexing_maps = [#full, #full], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<?x1xf32>) outs(%kept : tensor<?x1xf32>) {
  ^bb0(%in: f32, %o: f32):
    %e = arith.truncf %eps : f64 to f32
    %v = arith.addf %in, %e : f32
    linalg.yield %v : f32
  } -> tensor<?x1xf32>
  %6 = linalg.generic {indexing_maps = [#full, #full], iterator_types = ["parallel", "parallel"]} ins(%5 : tensor<?x1xf32>) outs(%kept : tensor<?x1xf32>) {
  ^bb0(%in: f32, %o: f32):
    %v = math.rsqrt %in : f32
    linalg.yield %v : f32
  } -> tensor<?x1xf32>
  %7 = linalg.generic {indexing_maps = [#full, #kept, #full], iterator_types = ["parallel", "parallel"]} ins(%0, %6 : tensor<?x4096xf32>, tensor<?x1xf32>) outs(%full : tensor<?x4096xf32>) {
  ^bb0(%in: f32, %r: f32, %o: f32):
    %v = arith.mulf %in, %r : f32
    linalg.yield %v : f32
  } -> tensor<?x4096xf32>
  %8 = linalg.generic {indexing_maps = [#vector, #vector], iterator_types = ["parallel"]} ins(%w : tensor<4096xbf16>) outs(%column : tensor<4096xf32>) {
  ^bb0(%in: bf16, %o: f32):
    %v = arith.extf %in : bf16 to f32
    linalg.yield %v : f32
  } -> tensor<4096xf32>
  %9 = linalg.generic {indexing_maps = [#vector, #vector], iterator_types = ["parallel"]} ins(%8 : tensor<4096xf32>) outs(%column : tensor<4096xf32>) {
  ^bb0(%in: f32, %o: f32):
    %v = arith.addf %in, %one : f32
    linalg.yield %v : f32
  } -> tensor<4096xf32>
  %10 = linalg.generic {indexing_maps = [#full, #column, #full], iterator_types = ["parallel", "parallel"]} ins(%7, %9 : tensor<?x4096xf32>, tensor<4096xf32>) outs(%full : tensor<?x4096xf32>) {
  ^bb0(%in: f32, %s: f32, %o: f32):
    %v = arith.mulf %in, %s : f32
    linalg.yield %v : f32
  } -> tensor<?x4096xf32>
  %11 = linalg.generic {indexing_maps = [#full, #full], iterator_types = ["parallel", "parallel"]} ins(%10 : tensor<?x4096xf32>) outs(%out : tensor<?x4096xbf16>) {
  ^bb0(%in: f32, %o: bf16):
    %v = arith.truncf %in : f32 to bf16
    linalg.yield %v : bf16
  } -> tensor<?x4096xbf16>
  return %11 : tensor<?x4096xbf16>
}
