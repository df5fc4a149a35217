// RUN: rmsnorm-opt %s --rmsnorm-normalize-payloads | FileCheck %s

// CHECK-LABEL: func @square
// CHECK-SAME: %[[X:.*]]: f32
// CHECK: %[[Y:.*]] = arith.mulf %[[X]], %[[X]] : f32
// CHECK: return %[[Y]]
func.func @square(%x : f32) -> f32 {
  %c2 = arith.constant 2 : i64
  %y = math.fpowi %x, %c2 : f32, i64
  return %y : f32
}

// CHECK-LABEL: func @inverse_root
// CHECK: math.rsqrt
func.func @inverse_root(%x : f32) -> f32 {
  %c = arith.constant -0.5 : f32
  %y = math.powf %x, %c : f32
  return %y : f32
}

// In 16 bits the root is rounded, and then its reciprocal; a power rounds once.
// CHECK-LABEL: func @narrow_roots
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1.000000e+00 : bf16
// CHECK-DAG: %[[ROOT:.*]] = math.sqrt %arg0 : bf16
// CHECK: arith.divf %[[ONE]], %[[ROOT]] : bf16
// CHECK: math.rsqrt %arg1 : vector<2xf16>
func.func @narrow_roots(%x : bf16, %y : vector<2xf16>) -> (bf16, vector<2xf16>) {
  %r = math.rsqrt %x : bf16
  %c = arith.constant dense<-0.5> : vector<2xf16>
  %p = math.powf %y, %c : vector<2xf16>
  return %r, %p : bf16, vector<2xf16>
}

// CHECK-LABEL: func @maximum_without_its_index
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<4xf32>)
// CHECK:   arith.maximumf
// CHECK-NOT: arith.select
// CHECK: return
func.func @maximum_without_its_index(%x : tensor<4x8xf32>, %m : tensor<4xf32>, %i : tensor<4xi64>) -> tensor<4xf32> {
  %r:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xf32>) outs(%m, %i : tensor<4xf32>, tensor<4xi64>) {
  ^bb0(%in : f32, %max : f32, %at : i64):
    %j = linalg.index 1 : index
    %k = arith.index_cast %j : index to i64
    %new = arith.maximumf %in, %max : f32
    %larger = arith.cmpf ogt, %in, %max : f32
    %where = arith.select %larger, %k, %at : i64
    linalg.yield %new, %where : f32, i64
  } -> (tensor<4xf32>, tensor<4xi64>)
  return %r#0 : tensor<4xf32>
}

// CHECK-LABEL: func @rounded_constant
// CHECK: %[[C:.*]] = arith.constant 1.001360e-05 : bf16
// CHECK: return %[[C]]
func.func @rounded_constant() -> bf16 {
  %c = arith.constant 1.0e-05 : f64
  %r = arith.truncf %c : f64 to bf16
  return %r : bf16
}

// A power of a tensor of twos is a product too.
// CHECK-LABEL: func @splat
//       CHECK: ins(%{{[^,]*}} : tensor<4xf32>)
//       CHECK:   %[[SQUARE:.*]] = arith.mulf %[[X:.*]], %[[X]] : f32
//       CHECK:   linalg.yield %[[SQUARE]]
func.func @splat(%x: tensor<4xf32>) -> tensor<4xf32> {
  %two = arith.constant dense<2.0> : tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(d) -> (d)>, affine_map<(d) -> (d)>, affine_map<(d) -> (d)>], iterator_types = ["parallel"]}
      ins(%x, %two : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = math.powf %a, %b : f32
    linalg.yield %p : f32
  } -> tensor<4xf32>
  return %y : tensor<4xf32>
}
