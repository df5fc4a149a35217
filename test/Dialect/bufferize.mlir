// RUN: rmsnorm-opt %s --split-input-file --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" --canonicalize | FileCheck %s

// CHECK-LABEL: func @into_its_destination
// CHECK-SAME: %[[X:.*]]: memref<4x8xf32>, %[[R:.*]]: memref<4xf32>
// CHECK: %[[Y:.*]] = memref.alloc() {{.*}} : memref<4x8xf32>
// CHECK: rmsnorm.norm ins(%[[X]] : memref<4x8xf32>) outs(%[[Y]] : memref<4x8xf32>) rstd(%[[R]] : memref<4xf32>) {epsilon
// CHECK-NOT: memref.copy
// CHECK: return %[[Y]], %[[R]]
func.func @into_its_destination(%x : tensor<4x8xf32>, %r : tensor<4xf32>) -> (tensor<4x8xf32>, tensor<4xf32>) {
  %init = tensor.empty() : tensor<4x8xf32>
  %y:2 = rmsnorm.norm ins(%x : tensor<4x8xf32>) outs(%init : tensor<4x8xf32>) rstd(%r : tensor<4xf32>) {epsilon = 1.0e-6 : f64} -> tensor<4x8xf32>, tensor<4xf32>
  return %y#0, %y#1 : tensor<4x8xf32>, tensor<4xf32>
}

// -----

// y may take the place of x where nobody reads x afterwards.
// CHECK-LABEL: func @in_place
// CHECK-SAME: %[[X:.*]]: memref<4x8xf32>
// CHECK-NOT: memref.alloc
// CHECK: rmsnorm.norm ins(%[[X]] : memref<4x8xf32>) outs(%[[X]] : memref<4x8xf32>)
// CHECK: return %[[X]]
func.func @in_place(%x : tensor<4x8xf32>) -> tensor<4x8xf32> {
  %y = rmsnorm.norm ins(%x : tensor<4x8xf32>) outs(%x : tensor<4x8xf32>) {epsilon = 1.0e-6 : f64} -> tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}

// -----

// Where somebody does, it may not.
// CHECK-LABEL: func @not_in_place
// CHECK-SAME: %[[X:.*]]: memref<4x8xf32>
// CHECK: %[[Y:.*]] = memref.alloc
// CHECK: rmsnorm.norm ins(%[[X]] : memref<4x8xf32>) outs(%[[Y]] : memref<4x8xf32>)
// CHECK: return %[[X]], %[[Y]]
func.func @not_in_place(%x : tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %y = rmsnorm.norm ins(%x : tensor<4x8xf32>) outs(%x : tensor<4x8xf32>) {epsilon = 1.0e-6 : f64} -> tensor<4x8xf32>
  return %x, %y : tensor<4x8xf32>, tensor<4x8xf32>
}

// -----

// CHECK-LABEL: func @attributes
// CHECK: rmsnorm.norm {{.*}} {accumulator_type = f32, center, compute_type = bf16, epsilon = {{[^,]*}}, statistic_type = f64}
func.func @attributes(%x : tensor<4x8xbf16>) -> tensor<4x8xbf16> {
  %init = tensor.empty() : tensor<4x8xbf16>
  %y = rmsnorm.norm ins(%x : tensor<4x8xbf16>) outs(%init : tensor<4x8xbf16>)
         {accumulator_type = f32, center, compute_type = bf16, epsilon = 1.0e-6 : f64, statistic_type = f64} -> tensor<4x8xbf16>
  return %y : tensor<4x8xbf16>
}
