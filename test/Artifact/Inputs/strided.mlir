// Norms of buffers: any strides, rows one after the other, one fixed layout, and
// a row over its own input.
func.func @any_f32(%x: memref<?x?xf32, strided<[?, ?], offset: ?>>, %w: memref<?xf32, strided<[?], offset: ?>>, %y: memref<?x?xf32, strided<[?, ?], offset: ?>>) {
  rmsnorm.norm ins(%x : memref<?x?xf32, strided<[?, ?], offset: ?>>) weight(%w : memref<?xf32, strided<[?], offset: ?>>) outs(%y : memref<?x?xf32, strided<[?, ?], offset: ?>>) {epsilon = 0.0 : f64}
  return
}
func.func @rows_f32(%x: memref<?x?xf32, strided<[?, 1], offset: ?>>, %w: memref<?xf32, strided<[1], offset: ?>>, %y: memref<?x?xf32, strided<[?, 1], offset: ?>>) {
  rmsnorm.norm ins(%x : memref<?x?xf32, strided<[?, 1], offset: ?>>) weight(%w : memref<?xf32, strided<[1], offset: ?>>) outs(%y : memref<?x?xf32, strided<[?, 1], offset: ?>>) {epsilon = 0.0 : f64}
  return
}
func.func @any_f16(%x: memref<?x?xf16, strided<[?, ?], offset: ?>>, %w: memref<?xf16, strided<[?], offset: ?>>, %y: memref<?x?xf16, strided<[?, ?], offset: ?>>) {
  rmsnorm.norm ins(%x : memref<?x?xf16, strided<[?, ?], offset: ?>>) weight(%w : memref<?xf16, strided<[?], offset: ?>>) outs(%y : memref<?x?xf16, strided<[?, ?], offset: ?>>) {epsilon = 0.0 : f64}
  return
}
func.func @rows_f16(%x: memref<?x?xf16, strided<[?, 1], offset: ?>>, %w: memref<?xf16, strided<[1], offset: ?>>, %y: memref<?x?xf16, strided<[?, 1], offset: ?>>) {
  rmsnorm.norm ins(%x : memref<?x?xf16, strided<[?, 1], offset: ?>>) weight(%w : memref<?xf16, strided<[1], offset: ?>>) outs(%y : memref<?x?xf16, strided<[?, 1], offset: ?>>) {epsilon = 0.0 : f64}
  return
}
func.func @shifted_64(%x: memref<?x64xf16>, %w: memref<64xf16>, %y: memref<?x64xf16>) {
  rmsnorm.norm ins(%x : memref<?x64xf16>) weight(%w : memref<64xf16>) outs(%y : memref<?x64xf16>) {epsilon = 0.0 : f64}
  return
}
func.func @shifted_128(%x: memref<?x128xf16>, %w: memref<128xf16>, %y: memref<?x128xf16>) {
  rmsnorm.norm ins(%x : memref<?x128xf16>) weight(%w : memref<128xf16>) outs(%y : memref<?x128xf16>) {epsilon = 0.0 : f64}
  return
}
func.func @shifted_8192(%x: memref<?x8192xf16>, %w: memref<8192xf16>, %y: memref<?x8192xf16>) {
  rmsnorm.norm ins(%x : memref<?x8192xf16>) weight(%w : memref<8192xf16>) outs(%y : memref<?x8192xf16>) {epsilon = 0.0 : f64}
  return
}
func.func @every_second(%x: memref<1x4xf32, strided<[8, 2]>>, %y: memref<1x4xf32>) {
  rmsnorm.norm ins(%x : memref<1x4xf32, strided<[8, 2]>>) outs(%y : memref<1x4xf32>) {epsilon = 0.0 : f64}
  return
}
func.func @in_place(%x: memref<?x769xf32>) {
  rmsnorm.norm ins(%x : memref<?x769xf32>) outs(%x : memref<?x769xf32>) {epsilon = 0.0 : f64}
  return
}
