// RUN: rmsnorm-opt %s --rmsnorm-tile-leftovers | FileCheck %s

// CHECK-LABEL: func @elementwise
// CHECK: scf.forall (%{{.*}}, %{{.*}}) in (4, 8) shared_outs
// CHECK:   linalg.exp ins(%{{.*}} : tensor<1x1xf32>) outs(%{{.*}} : tensor<1x1xf32>)
// CHECK:   tensor.parallel_insert_slice
// CHECK: {mapping = [#gpu.block<linear_dim_0>, #gpu.block<linear_dim_1>]}
func.func @elementwise(%x : tensor<4x8xf32>, %init : tensor<4x8xf32>) -> tensor<4x8xf32> {
  %y = linalg.exp ins(%x : tensor<4x8xf32>) outs(%init : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}

// A reduced dimension stays whole.
// CHECK-LABEL: func @matmul
// CHECK: scf.forall (%{{.*}}, %{{.*}}) in (4, 16)
// CHECK:   linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<1x8xf32>, tensor<8x1xf32>)
func.func @matmul(%a : tensor<4x8xf32>, %b : tensor<8x16xf32>, %init : tensor<4x16xf32>) -> tensor<4x16xf32> {
  %c = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%init : tensor<4x16xf32>) -> tensor<4x16xf32>
  return %c : tensor<4x16xf32>
}
