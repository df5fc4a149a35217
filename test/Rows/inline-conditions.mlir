// RUN: rmsnorm-opt %s --rmsnorm-inline-conditions --rmsnorm-normalize-payloads --canonicalize | FileCheck %s

#map = affine_map<(d0, d1) -> (d0, d1)>
#column = affine_map<(d0, d1) -> (d1)>

// CHECK-LABEL: func @maximum
// CHECK: linalg.generic {{.*}} ins(%arg0, %arg1 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%{{.*}} : tensor<4x8xf32>)
// CHECK-NEXT: ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:   %[[L:.*]] = arith.cmpf ogt, %[[A]], %[[B]] : f32
// CHECK-NEXT:   %[[S:.*]] = arith.select %[[L]], %[[A]], %[[B]] : f32
// CHECK-NEXT:   linalg.yield %[[S]]
// CHECK-NOT: linalg
func.func @maximum(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %i = tensor.empty() : tensor<4x8xi1>
  %c = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]}
      ins(%x, %y : tensor<4x8xf32>, tensor<4x8xf32>) outs(%i : tensor<4x8xi1>) {
  ^bb0(%a: f32, %b: f32, %o: i1):
    %l = arith.cmpf ogt, %a, %b : f32
    linalg.yield %l : i1
  } -> tensor<4x8xi1>
  %e = tensor.empty() : tensor<4x8xf32>
  %z = linalg.select ins(%c, %x, %y : tensor<4x8xi1>, tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %z : tensor<4x8xf32>
}

// Two users, one of them another condition, which is returned: each has its own.
// CHECK-LABEL: func @two_users
// CHECK: %[[NOT:.*]] = linalg.generic {{.*}} ins(%arg0 : tensor<8xf32>) outs(%{{.*}} : tensor<4x8xi1>)
// CHECK:   %[[C:.*]] = arith.cmpf olt
// CHECK:   arith.xori %[[C]]
// CHECK: %[[Z:.*]] = linalg.generic {{.*}} ins(%arg1, %arg0 : tensor<4x8xf32>, tensor<8xf32>)
// CHECK:   arith.cmpf olt
// CHECK:   arith.select
// CHECK: return %[[NOT]], %[[Z]]
func.func @two_users(%w: tensor<8xf32>, %x: tensor<4x8xf32>) -> (tensor<4x8xi1>, tensor<4x8xf32>) {
  %zero = arith.constant 0.0 : f32
  %true = arith.constant true
  %i = tensor.empty() : tensor<8xi1>
  %c = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%w : tensor<8xf32>) outs(%i : tensor<8xi1>) {
  ^bb0(%a: f32, %o: i1):
    %l = arith.cmpf olt, %a, %zero : f32
    linalg.yield %l : i1
  } -> tensor<8xi1>
  %j = tensor.empty() : tensor<4x8xi1>
  %not = linalg.generic {indexing_maps = [#column, #map], iterator_types = ["parallel", "parallel"]}
      ins(%c : tensor<8xi1>) outs(%j : tensor<4x8xi1>) {
  ^bb0(%a: i1, %o: i1):
    %n = arith.xori %a, %true : i1
    linalg.yield %n : i1
  } -> tensor<4x8xi1>
  %e = tensor.empty() : tensor<4x8xf32>
  %z = linalg.generic {indexing_maps = [#map, #column, #map], iterator_types = ["parallel", "parallel"]}
      ins(%x, %c : tensor<4x8xf32>, tensor<8xi1>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%a: f32, %b: i1, %o: f32):
    %s = arith.select %b, %zero, %a : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  return %not, %z : tensor<4x8xi1>, tensor<4x8xf32>
}

// A condition from outside is read as it is.
// CHECK-LABEL: func @given
// CHECK: linalg.generic {{.*}} ins(%arg0, %arg1, %arg2 : tensor<8xi1>, tensor<8xf32>, tensor<8xf32>)
func.func @given(%c: tensor<8xi1>, %x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %z = linalg.select ins(%c, %x, %y : tensor<8xi1>, tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %z : tensor<8xf32>
}
