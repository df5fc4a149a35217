// RUN: rmsnorm-opt %s --pass-pipeline='builtin.module(func.func(rmsnorm-separate-results))' | FileCheck %s

// CHECK-LABEL: func @twice
// CHECK-SAME: %[[Y:.*]]: tensor<4xf32> {bufferization.writable = false}, %[[Z:.*]]: tensor<4xf32> {bufferization.writable = false}
// CHECK: %[[COPY:.*]] = bufferization.alloc_tensor() copy(%[[Y]]) : tensor<4xf32>
// CHECK: return %[[Y]], %[[COPY]], %[[Z]]
func.func @twice(%y : tensor<4xf32>, %z : tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  return %y, %y, %z : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// What two results are computed into, in another shape than they leave in.
// CHECK-LABEL: func @destinations
// CHECK: %[[E:.*]] = tensor.empty() : tensor<2x4xf32>
// CHECK: %[[F:.*]] = tensor.empty() : tensor<2x4xf32>
// CHECK-DAG: %[[V:.*]] = tensor.collapse_shape %[[E]]
// CHECK-DAG: %[[W:.*]] = tensor.collapse_shape %[[F]]
// CHECK-DAG: linalg.{{exp|log}} {{.*}} outs(%[[V]]
// CHECK-DAG: linalg.{{exp|log}} {{.*}} outs(%[[W]]
func.func @destinations(%x : tensor<8xf32>) -> (tensor<2x4xf32>, tensor<2x4xf32>) {
  %e = tensor.empty() : tensor<2x4xf32>
  %v = tensor.collapse_shape %e [[0, 1]] : tensor<2x4xf32> into tensor<8xf32>
  %y = linalg.exp ins(%x : tensor<8xf32>) outs(%v : tensor<8xf32>) -> tensor<8xf32>
  %z = linalg.log ins(%x : tensor<8xf32>) outs(%v : tensor<8xf32>) -> tensor<8xf32>
  %p = tensor.expand_shape %y [[0, 1]] output_shape [2, 4] : tensor<8xf32> into tensor<2x4xf32>
  %q = tensor.expand_shape %z [[0, 1]] output_shape [2, 4] : tensor<8xf32> into tensor<2x4xf32>
  return %p, %q : tensor<2x4xf32>, tensor<2x4xf32>
}

// A result without a value is none that another one is computed into.
// CHECK-LABEL: func @undefined
// CHECK: %[[OWN:.*]] = tensor.empty
// CHECK: %[[E:.*]] = tensor.empty
// CHECK: linalg.exp {{.*}} outs(%[[E]]
// CHECK: return %[[OWN]], %{{.*}}
func.func @undefined(%x : tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %y = linalg.exp ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %e, %y : tensor<8xf32>, tensor<8xf32>
}
