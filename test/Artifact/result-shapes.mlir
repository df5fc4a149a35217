// RUN: rmsnorm-opt %s --rmsnorm-result-shapes --canonicalize --cse --split-input-file --verify-diagnostics | FileCheck %s

// A clone of the entry that returns all sizes of all results; only it is public.
// CHECK-LABEL: func.func private @main
// CHECK-LABEL: func.func @main_shapes
// CHECK-SAME:    (%[[X:.*]]: tensor<?x8xf32>) -> tensor<3xindex>
// CHECK:         %[[C8:.*]] = arith.constant 8 : index
// CHECK:         %[[DIM:.*]] = tensor.dim %[[X]]
// CHECK:         %[[SIZES:.*]] = tensor.from_elements %[[DIM]], %[[C8]], %[[DIM]] : tensor<3xindex>
// CHECK:         return %[[SIZES]]
func.func @main(%x: tensor<?x8xf32>) -> (tensor<?x8xf32> {some.attribute}, tensor<f32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?x8xf32>
  %r = tensor.empty(%d) : tensor<?xf32>
  %s = tensor.empty() : tensor<f32>
  return %x, %s, %r : tensor<?x8xf32>, tensor<f32>, tensor<?xf32>
}

// -----

// expected-error @below {{has no function 'main' with a body to take result shapes from}}
module {
  func.func private @main(tensor<?xf32>) -> tensor<?xf32>
}

// -----

// expected-error @below {{result #1 of 'main' has no shape: it is 'f32', not a ranked tensor}}
func.func @main(%x: tensor<?xf32>, %s: f32) -> (tensor<?xf32>, f32) {
  return %x, %s : tensor<?xf32>, f32
}
