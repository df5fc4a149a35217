// RUN: rmsnorm-opt %s --split-input-file --rmsnorm-propagate-reshapes --canonicalize | FileCheck %s

// A weight over all groups becomes one of each group.
// CHECK-LABEL: func @groups
// CHECK-SAME: %[[X:.*]]: tensor<4x2x64xf32>, %[[GATE:.*]]: tensor<4x128xf32>
// CHECK: %[[SUM:.*]] = linalg.reduce
// CHECK: %[[G:.*]] = tensor.expand_shape %[[GATE]] {{\[\[}}0], [1, 2]] output_shape [4, 2, 64]
// CHECK: %[[Y:.*]] = linalg.generic {{.*}} ins(%[[X]], %[[G]] : tensor<4x2x64xf32>, tensor<4x2x64xf32>)
// CHECK: tensor.collapse_shape %[[Y]] {{\[\[}}0], [1, 2]]
func.func @groups(%rows: tensor<4x2x64xf32>, %gate: tensor<4x128xf32>, %i: tensor<4x2xf32>) -> (tensor<4x128xf32>, tensor<4x2xf32>) {
  %sum = linalg.reduce { arith.addf } ins(%rows : tensor<4x2x64xf32>) outs(%i : tensor<4x2xf32>) dimensions = [2]
  %flat = tensor.collapse_shape %rows [[0], [1, 2]] : tensor<4x2x64xf32> into tensor<4x128xf32>
  %init = tensor.empty() : tensor<4x128xf32>
  %y = linalg.mul ins(%flat, %gate : tensor<4x128xf32>, tensor<4x128xf32>) outs(%init : tensor<4x128xf32>) -> tensor<4x128xf32>
  return %y, %sum : tensor<4x128xf32>, tensor<4x2xf32>
}

// -----

// An op with reduced rows of its own stays among them.
// CHECK-LABEL: func @rows_of_its_own
// CHECK: linalg.mul {{.*}} tensor<4x128xf32>
// CHECK: linalg.reduce {{.*}} tensor<4x128xf32>
// CHECK: tensor.expand_shape
func.func @rows_of_its_own(%x: tensor<4x128xf32>, %i: tensor<4xf32>, %j: tensor<4x2xf32>) -> (tensor<4xf32>, tensor<4x2xf32>) {
  %init = tensor.empty() : tensor<4x128xf32>
  %y = linalg.mul ins(%x, %x : tensor<4x128xf32>, tensor<4x128xf32>) outs(%init : tensor<4x128xf32>) -> tensor<4x128xf32>
  %sum = linalg.reduce { arith.addf } ins(%y : tensor<4x128xf32>) outs(%i : tensor<4xf32>) dimensions = [1]
  %groups = tensor.expand_shape %y [[0], [1, 2]] output_shape [4, 2, 64] : tensor<4x128xf32> into tensor<4x2x64xf32>
  %sums = linalg.reduce { arith.addf } ins(%groups : tensor<4x2x64xf32>) outs(%j : tensor<4x2xf32>) dimensions = [2]
  return %sum, %sums : tensor<4xf32>, tensor<4x2xf32>
}

// -----

// Nothing is reduced here.
// CHECK-LABEL: func @no_rows
// CHECK: tensor.collapse_shape
// CHECK: linalg.mul {{.*}} tensor<4x128xf32>
func.func @no_rows(%x: tensor<4x2x64xf32>, %gate: tensor<4x128xf32>) -> tensor<4x128xf32> {
  %flat = tensor.collapse_shape %x [[0], [1, 2]] : tensor<4x2x64xf32> into tensor<4x128xf32>
  %init = tensor.empty() : tensor<4x128xf32>
  %y = linalg.mul ins(%flat, %gate : tensor<4x128xf32>, tensor<4x128xf32>) outs(%init : tensor<4x128xf32>) -> tensor<4x128xf32>
  return %y : tensor<4x128xf32>
}
