// RUN: rmsnorm-opt %s --rmsnorm-decompose --rmsnorm-emit-rows --canonicalize --cse | FileCheck %s
// RUN: rmsnorm-opt %s --rmsnorm-cpu-pipeline="stop-after=buffers" | FileCheck %s --check-prefix=BUFFERS

// Nothing is allocated, nothing copied.
// BUFFERS-NOT: memref.alloc
// BUFFERS-NOT: memref.copy

// A norm of rows whose dimensions the function puts together and takes apart
// again writes its result where it is returned.
// CHECK-LABEL: func @flattened_rows
//       CHECK: %[[INIT:.*]] = tensor.empty(%[[B:.*]], %[[T:.*]]) : tensor<?x?x64xf32>
//       CHECK: %[[FLAT:.*]] = tensor.collapse_shape %[[INIT]] {{\[\[}}0, 1], [2]] : tensor<?x?x64xf32> into tensor<?x64xf32>
//       CHECK: %[[Y:.*]] = scf.forall {{.*}} shared_outs(%{{.*}} = %[[FLAT]]) -> (tensor<?x64xf32>)
//       CHECK: %[[R:.*]] = tensor.expand_shape %[[Y]] {{.*}} output_shape [%[[B]], %[[T]], 64]
//       CHECK: return %[[R]]
func.func @flattened_rows(%x: tensor<?x?x64xf32>) -> tensor<?x?x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = tensor.dim %x, %c0 : tensor<?x?x64xf32>
  %t = tensor.dim %x, %c1 : tensor<?x?x64xf32>
  %flat = tensor.collapse_shape %x [[0, 1], [2]] : tensor<?x?x64xf32> into tensor<?x64xf32>
  %m = tensor.dim %flat, %c0 : tensor<?x64xf32>
  %init = tensor.empty(%m) : tensor<?x64xf32>
  %y = rmsnorm.norm ins(%flat : tensor<?x64xf32>) outs(%init : tensor<?x64xf32>) {epsilon = 1.0e-06 : f64} -> tensor<?x64xf32>
  %r = tensor.expand_shape %y [[0, 1], [2]] output_shape [%b, %t, 64] : tensor<?x64xf32> into tensor<?x?x64xf32>
  return %r : tensor<?x?x64xf32>
}

// The scale is used in the loop too.
// CHECK-LABEL: func @per_token
//       CHECK: %[[FLAT:.*]] = tensor.empty() : tensor<4xf32>
//       CHECK: %[[KEPT:.*]] = tensor.expand_shape %[[FLAT]] {{\[\[}}0, 1]] output_shape [4, 1] : tensor<4xf32> into tensor<4x1xf32>
//       CHECK: %[[L:.*]]:2 = scf.forall {{.*}} shared_outs(%{{.*}} = %[[KEPT]], %{{.*}})
//       CHECK: %[[S:.*]] = tensor.collapse_shape %[[L]]#0
//       CHECK: return %[[L]]#1, %[[S]]
func.func @per_token(%x: tensor<4x64xf32>) -> (tensor<4x64xf32>, tensor<4xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x1xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<4x1xf32>) -> tensor<4x1xf32>
  %top = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, 0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x64xf32>) outs(%init : tensor<4x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.maximumf %a, %o : f32
    linalg.yield %m : f32
  } -> tensor<4x1xf32>
  %q = tensor.empty() : tensor<4x64xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, 0)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %top : tensor<4x64xf32>, tensor<4x1xf32>) outs(%q : tensor<4x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.divf %a, %b : f32
    linalg.yield %d : f32
  } -> tensor<4x64xf32>
  %s = tensor.collapse_shape %top [[0, 1]] : tensor<4x1xf32> into tensor<4xf32>
  return %y, %s : tensor<4x64xf32>, tensor<4xf32>
}

// What is returned as it is, too, stays so.
// CHECK-LABEL: @returned_twice
//       CHECK: %[[Y:.*]] = scf.forall
//       CHECK: %[[R:.*]] = tensor.expand_shape %[[Y]]
//       CHECK: return %[[Y]], %[[R]]
func.func private @returned_twice(%x: tensor<8x64xf32>) -> (tensor<8x64xf32>, tensor<2x4x64xf32>) {
  %init = tensor.empty() : tensor<8x64xf32>
  %y = rmsnorm.norm ins(%x : tensor<8x64xf32>) outs(%init : tensor<8x64xf32>) {epsilon = 1.0e-06 : f64} -> tensor<8x64xf32>
  %r = tensor.expand_shape %y [[0, 1], [2]] output_shape [2, 4, 64] : tensor<8x64xf32> into tensor<2x4x64xf32>
  return %y, %r : tensor<8x64xf32>, tensor<2x4x64xf32>
}
