// What a loop over rows could not take in is said by a remark, with the reason.
// RUN: rmsnorm-opt %s --split-input-file --rmsnorm-emit-rows --remarks-filter=rmsnorm -o /dev/null 2>&1 | FileCheck %s

#id = affine_map<(m, n) -> (m, n)>
#row = affine_map<(m, n) -> (m)>

// CHECK: :[[@LINE+5]]:8: remark: [Passed] fuse | Category:rmsnorm | Remark="one loop over rows", ops=2
// CHECK-NOT: Missed
func.func @all_in(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %i = tensor.empty() : tensor<4xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x8xf32>) outs(%i : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.addf %a, %o : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<4x8xf32>, tensor<4xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}

// -----

#id = affine_map<(m, n) -> (m, n)>
#row = affine_map<(m, n) -> (m)>

// A product of matrices, what needs all rows and what waits for that, a transposed use.
// CHECK: [Passed] fuse | Category:rmsnorm | Remark="one loop over rows", ops=1
// CHECK-DAG: :[[@LINE+8]]:8: remark: [Missed] fuse | Category:rmsnorm | Reason="it does not go through the rows one by one", Remark="not in the loop over rows beside it"
// CHECK-DAG: :[[@LINE+13]]:8: remark: [Missed] fuse | Category:rmsnorm | Reason="it does not go through the rows one by one"
// CHECK-DAG: :[[@LINE+16]]:8: remark: [Missed] fuse | Category:rmsnorm | Reason="it waits for an op outside of the loop"
// CHECK-DAG: :[[@LINE+22]]:8: remark: [Missed] fuse | Category:rmsnorm | Reason="a row is not contiguous in one of its tensors"
func.func @left_out(%p: tensor<4x3xf32>, %q: tensor<3x8xf32>) -> (f32, tensor<4x8xf32>, tensor<8x4xf32>) {
  %e = tensor.empty() : tensor<4x8xf32>
  %i = tensor.empty() : tensor<4xf32>
  %scalar = tensor.empty() : tensor<f32>
  %x = linalg.matmul ins(%p, %q : tensor<4x3xf32>, tensor<3x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x8xf32>) outs(%i : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.addf %a, %o : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  %t = linalg.reduce { arith.addf } ins(%s : tensor<4xf32>) outs(%scalar : tensor<f32>) dimensions = [0]
  %f = tensor.extract %t[] : tensor<f32>
  %all = tensor.splat %f : tensor<4x8xf32>

  %y = linalg.generic {indexing_maps = [#id, #id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %all, %s : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.mulf %0, %c : f32
    linalg.yield %1 : f32
  } -> tensor<4x8xf32>
  %e2 = tensor.empty() : tensor<8x4xf32>
  %z = linalg.transpose ins(%x : tensor<4x8xf32>) outs(%e2 : tensor<8x4xf32>) permutation = [1, 0]
  return %f, %y, %z : f32, tensor<4x8xf32>, tensor<8x4xf32>
}
