//--- f32.mlir
func.func @norm(%x: tensor<?x4096xf32>, %w: tensor<4096xf32>) -> tensor<?x4096xf32> {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %x, %c0 : tensor<?x4096xf32>
  %e = tensor.empty(%m) : tensor<?x4096xf32>
  %y = rmsnorm.norm ins(%x : tensor<?x4096xf32>) weight(%w : tensor<4096xf32>) outs(%e : tensor<?x4096xf32>) {epsilon = 1.0e-06 : f64} -> tensor<?x4096xf32>
  return %y : tensor<?x4096xf32>
}

//--- bf16.mlir
func.func @norm(%x: tensor<?x4096xbf16>, %w: tensor<4096xbf16>) -> tensor<?x4096xbf16> {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %x, %c0 : tensor<?x4096xbf16>
  %e = tensor.empty(%m) : tensor<?x4096xbf16>
  %y = rmsnorm.norm ins(%x : tensor<?x4096xbf16>) weight(%w : tensor<4096xbf16>) outs(%e : tensor<?x4096xbf16>) {epsilon = 1.0e-06 : f64} -> tensor<?x4096xbf16>
  return %y : tensor<?x4096xbf16>
}

//--- f16.mlir
func.func @norm(%x: tensor<?x4096xf16>, %w: tensor<4096xf16>) -> tensor<?x4096xf16> {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %x, %c0 : tensor<?x4096xf16>
  %e = tensor.empty(%m) : tensor<?x4096xf16>
  %y = rmsnorm.norm ins(%x : tensor<?x4096xf16>) weight(%w : tensor<4096xf16>) outs(%e : tensor<?x4096xf16>) {epsilon = 1.0e-06 : f64} -> tensor<?x4096xf16>
  return %y : tensor<?x4096xf16>
}
