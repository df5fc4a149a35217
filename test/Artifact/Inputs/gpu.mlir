//--- one.mlir
func.func @main(%x: tensor<?x4096xbf16>) -> tensor<?x4096xbf16> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?x4096xbf16>
  %e = tensor.empty(%d) : tensor<?x4096xbf16>
  %y = rmsnorm.norm ins(%x : tensor<?x4096xbf16>) outs(%e : tensor<?x4096xbf16>) {epsilon = 1.0e-06 : f64} -> tensor<?x4096xbf16>
  return %y : tensor<?x4096xbf16>
}
//--- two.mlir
func.func @a(%x: tensor<4x64xf32>) -> tensor<4x64xf32> {
  %e = tensor.empty() : tensor<4x64xf32>
  %y = rmsnorm.norm ins(%x : tensor<4x64xf32>) outs(%e : tensor<4x64xf32>) {epsilon = 1.0e-06 : f64} -> tensor<4x64xf32>
  return %y : tensor<4x64xf32>
}
func.func @b(%x: tensor<4x32xf32>) -> tensor<4x32xf32> {
  %e = tensor.empty() : tensor<4x32xf32>
  %y = rmsnorm.norm ins(%x : tensor<4x32xf32>) outs(%e : tensor<4x32xf32>) {epsilon = 1.0e-06 : f64} -> tensor<4x32xf32>
  return %y : tensor<4x32xf32>
}
//--- none.mlir
func.func @main(%n: index) {
  return
}
