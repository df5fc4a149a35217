//--- extern.mlir
func.func private @elsewhere(tensor<4xf32>) -> tensor<4xf32>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = func.call @elsewhere(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
//--- types.mlir
func.func @main(%x: tensor<*xf32>) {
  return
}
//--- result.mlir
func.func @main(%x: f32) -> f32 {
  return %x : f32
}
