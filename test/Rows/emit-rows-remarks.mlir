// What a loop over rows could not take in is said by a remark, with the reason.
// RUN: rmsnorm-opt %s --split-input-file --rmsnorm-emit-rows --remarks-filter=rmsnorm -o /dev/null 2>&1 | FileCheck %s
// RUN: rmsnorm-opt %s --split-input-file --rmsnorm-emit-rows="chunk=8 scalable register-bits=1048576 max-group=256 group-bits=81920" --remarks-filter=rmsnorm -o /dev/null 2>&1 | FileCheck %s --check-prefix=LANES

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

// -----

// Groups in rows of groups, and groups of two sizes.
// CHECK: [Passed] fuse | Category:rmsnorm | Remark="one loop over rows", ops=4
// CHECK-DAG: :[[@LINE+6]]:8: remark: [Missed] fuse | Category:rmsnorm | Reason="its groups have another size than those in the loop"
// CHECK-DAG: :[[@LINE+8]]:8: remark: [Missed] fuse | Category:rmsnorm | Reason="it combines values of several groups"
func.func @two_sizes(%x: tensor<4x512xf32>, %e: tensor<4x512xf32>, %i: tensor<4xf32>, %j: tensor<4x8xf32>, %k: tensor<4x4xf32>) -> (tensor<4xf32>, tensor<4x4xf32>, tensor<4xf32>) {
  %s = linalg.reduce { arith.addf } ins(%x : tensor<4x512xf32>) outs(%i : tensor<4xf32>) dimensions = [1]
  %y = linalg.add ins(%x, %x : tensor<4x512xf32>, tensor<4x512xf32>) outs(%e : tensor<4x512xf32>) -> tensor<4x512xf32>
  %g = tensor.expand_shape %y [[0], [1, 2]] output_shape [4, 8, 64] : tensor<4x512xf32> into tensor<4x8x64xf32>
  %h = tensor.expand_shape %y [[0], [1, 2]] output_shape [4, 4, 128] : tensor<4x512xf32> into tensor<4x4x128xf32>
  %a = linalg.reduce { arith.maximumf } ins(%g : tensor<4x8x64xf32>) outs(%j : tensor<4x8xf32>) dimensions = [2]
  %b = linalg.reduce { arith.maximumf } ins(%h : tensor<4x4x128xf32>) outs(%k : tensor<4x4xf32>) dimensions = [2]
  %c = linalg.reduce { arith.maximumf } ins(%a : tensor<4x8xf32>) outs(%i : tensor<4xf32>) dimensions = [1]
  return %s, %b, %c : tensor<4xf32>, tensor<4x4xf32>, tensor<4xf32>
}

// -----

#id3 = affine_map<(m, n, g) -> (m, n, g)>
#group = affine_map<(m, n, g) -> (m, n)>

// The elements of a sum over all groups would meet other lanes: groups of 40 are no
// whole vectors.
// CHECK-DAG: :[[@LINE+8]]:11: remark: [Missed] fuse | Category:rmsnorm | Reason="a sum of the whole row would be added up in another order"
func.func @order(%x: tensor<4x5x40xf32>, %e: tensor<4x5x40xf32>, %i: tensor<4xf32>, %j: tensor<4x5xf32>) -> tensor<4xf32> {
  %m = linalg.reduce { arith.maximumf } ins(%x : tensor<4x5x40xf32>) outs(%j : tensor<4x5xf32>) dimensions = [2]
  %y = linalg.generic {indexing_maps = [#id3, #group, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %m : tensor<4x5x40xf32>, tensor<4x5xf32>) outs(%e : tensor<4x5x40xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.divf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<4x5x40xf32>
  %flat = tensor.collapse_shape %y [[0], [1, 2]] : tensor<4x5x40xf32> into tensor<4x200xf32>
  %s = linalg.reduce { arith.addf } ins(%flat : tensor<4x200xf32>) outs(%i : tensor<4xf32>) dimensions = [1]
  return %s : tensor<4xf32>
}

// -----

// The halves of a row change places, and a costly value that several rows share is
// computed once.
// CHECK-DAG: :[[@LINE+5]]:8: remark: [Missed] fuse | Category:rmsnorm | Reason="it takes rows apart or puts them together"
// CHECK-DAG: :[[@LINE+5]]:8: remark: [Missed] fuse | Category:rmsnorm | Reason="several rows share what it computes"
func.func @others(%x: tensor<2x4x8xf32>, %t: tensor<2x8xf32>, %e: tensor<2x4x8xf32>, %f: tensor<2x8xf32>, %i: tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<2x4x8xf32>) {
  %s = linalg.reduce { arith.addf } ins(%x : tensor<2x4x8xf32>) outs(%i : tensor<2x4xf32>) dimensions = [2]
  %y = linalg.exp ins(%x : tensor<2x4x8xf32>) outs(%e : tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  %h = tensor.extract_slice %y[0, 0, 4] [2, 4, 4] [1, 1, 1] : tensor<2x4x8xf32> to tensor<2x4x4xf32>
  %g = linalg.exp ins(%t : tensor<2x8xf32>) outs(%f : tensor<2x8xf32>) -> tensor<2x8xf32>
  %z = linalg.generic {indexing_maps = [affine_map<(b, s, n) -> (b, s, n)>, affine_map<(b, s, n) -> (b, n)>, affine_map<(b, s, n) -> (b, s, n)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%y, %g : tensor<2x4x8xf32>, tensor<2x8xf32>) outs(%e : tensor<2x4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<2x4x8xf32>
  %r = tensor.insert_slice %h into %z[0, 0, 0] [2, 4, 4] [1, 1, 1] : tensor<2x4x4xf32> into tensor<2x4x8xf32>
  return %s, %r : tensor<2x4xf32>, tensor<2x4x8xf32>
}

// -----

#id3 = affine_map<(m, n, g) -> (m, n, g)>
#group = affine_map<(m, n, g) -> (m, n)>

// Lanes that walk a row take its groups side by side: no sum goes on from one to the
// next.
// LANES: :[[@LINE+8]]:11: remark: [Missed] fuse | Category:rmsnorm | Reason="a reduction of the whole row would go from group to group"
func.func @walked(%x: tensor<4x?x40xf32>, %e: tensor<4x?x40xf32>, %i: tensor<4xf32>, %j: tensor<4x?xf32>) -> tensor<4xf32> {
  %m = linalg.reduce { arith.maximumf } ins(%x : tensor<4x?x40xf32>) outs(%j : tensor<4x?xf32>) dimensions = [2]
  %y = linalg.generic {indexing_maps = [#id3, #group, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %m : tensor<4x?x40xf32>, tensor<4x?xf32>) outs(%e : tensor<4x?x40xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.divf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<4x?x40xf32>
  %flat = tensor.collapse_shape %y [[0], [1, 2]] : tensor<4x?x40xf32> into tensor<4x?xf32>
  %s = linalg.reduce { arith.addf } ins(%flat : tensor<4x?xf32>) outs(%i : tensor<4xf32>) dimensions = [1]
  return %s : tensor<4xf32>
}

// -----

// Groups that are long, and those with sums that round at each step.
// LANES-DAG: :[[@LINE+4]]:8: remark: [Missed] fuse | Category:rmsnorm | Reason="groups of this size do not fit into the registers of a warp"
func.func @long_groups(%x: tensor<4x6000xf32>, %e: tensor<4x6000xf32>, %i: tensor<4xf32>, %j: tensor<4x2xf32>) -> (tensor<4xf32>, tensor<4x2xf32>) {
  %s = linalg.reduce { arith.addf } ins(%x : tensor<4x6000xf32>) outs(%i : tensor<4xf32>) dimensions = [1]
  %y = linalg.add ins(%x, %x : tensor<4x6000xf32>, tensor<4x6000xf32>) outs(%e : tensor<4x6000xf32>) -> tensor<4x6000xf32>
  %g = tensor.expand_shape %y [[0], [1, 2]] output_shape [4, 2, 3000] : tensor<4x6000xf32> into tensor<4x2x3000xf32>
  %m = linalg.reduce { arith.maximumf } ins(%g : tensor<4x2x3000xf32>) outs(%j : tensor<4x2xf32>) dimensions = [2]
  return %s, %m : tensor<4xf32>, tensor<4x2xf32>
}

// -----

// LANES-DAG: :[[@LINE+4]]:8: remark: [Missed] fuse | Category:rmsnorm | Reason="the order of its sums is that of the elements"
func.func @sums_in_order(%x: tensor<4x6000xf16>, %e: tensor<4x6000xf16>, %i: tensor<4xf16>, %j: tensor<4x60xf16>) -> (tensor<4xf16>, tensor<4x60xf16>) {
  %s = linalg.reduce { arith.maximumf } ins(%x : tensor<4x6000xf16>) outs(%i : tensor<4xf16>) dimensions = [1]
  %y = linalg.add ins(%x, %x : tensor<4x6000xf16>, tensor<4x6000xf16>) outs(%e : tensor<4x6000xf16>) -> tensor<4x6000xf16>
  %g = tensor.expand_shape %y [[0], [1, 2]] output_shape [4, 60, 100] : tensor<4x6000xf16> into tensor<4x60x100xf16>
  %m = linalg.reduce { arith.addf } ins(%g : tensor<4x60x100xf16>) outs(%j : tensor<4x60xf16>) dimensions = [2]
  return %s, %m : tensor<4xf16>, tensor<4x60xf16>
}

// -----

// CHECK-DAG: :[[@LINE+4]]:8: remark: [Missed] fuse | Category:rmsnorm | Reason="truth values are bytes in memory, not a row of bits"
func.func @mask(%x: tensor<4x64xf32>, %c: tensor<4x64xi1>, %e: tensor<4x64xf32>, %i: tensor<4xf32>) -> (tensor<4xf32>, tensor<4x64xf32>) {
  %s = linalg.reduce { arith.addf } ins(%x : tensor<4x64xf32>) outs(%i : tensor<4xf32>) dimensions = [1]
  %y = linalg.exp ins(%x : tensor<4x64xf32>) outs(%e : tensor<4x64xf32>) -> tensor<4x64xf32>
  %z = linalg.select ins(%c, %y, %x : tensor<4x64xi1>, tensor<4x64xf32>, tensor<4x64xf32>) outs(%e : tensor<4x64xf32>) -> tensor<4x64xf32>
  return %s, %z : tensor<4xf32>, tensor<4x64xf32>
}

// -----

// A sum over a long group has the bits that it has in a loop of its own.
// CHECK-DAG: :[[@LINE+4]]:8: remark: [Missed] fuse | Category:rmsnorm | Reason="a sum of each group is added up in blocks"
func.func @long_groups(%x: tensor<4x10000xf32>, %e: tensor<4x10000xf32>, %i: tensor<4xf32>, %j: tensor<4x2xf32>) -> (tensor<4xf32>, tensor<4x2xf32>) {
  %m = linalg.reduce { arith.maximumf } ins(%x : tensor<4x10000xf32>) outs(%i : tensor<4xf32>) dimensions = [1]
  %y = linalg.exp ins(%x : tensor<4x10000xf32>) outs(%e : tensor<4x10000xf32>) -> tensor<4x10000xf32>
  %g = tensor.expand_shape %y [[0], [1, 2]] output_shape [4, 2, 5000] : tensor<4x10000xf32> into tensor<4x2x5000xf32>
  %s = linalg.reduce { arith.addf } ins(%g : tensor<4x2x5000xf32>) outs(%j : tensor<4x2xf32>) dimensions = [2]
  return %m, %s : tensor<4xf32>, tensor<4x2xf32>
}
