// RUN: rmsnorm-opt %s --pass-pipeline='builtin.module(func.func(rmsnorm-separate-results))' | FileCheck %s

// CHECK-LABEL: func @twice
// CHECK-SAME: %[[Y:.*]]: tensor<4xf32> {bufferization.writable = false}, %[[Z:.*]]: tensor<4xf32> {bufferization.writable = false}
// CHECK: %[[COPY:.*]] = bufferization.alloc_tensor() copy(%[[Y]]) : tensor<4xf32>
// CHECK: return %[[Y]], %[[COPY]], %[[Z]]
func.func @twice(%y : tensor<4xf32>, %z : tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  return %y, %y, %z : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
