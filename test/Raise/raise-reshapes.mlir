// RUN: rmsnorm-opt %s --rmsnorm-raise --split-input-file | FileCheck %s

// Rows that have other dimensions where they are summed than where they are
// multiplied: stock passes move reshapes through elementwise ops.

// -----

// QK-norm over all heads: the sum is one dimension, the result has two.

// CHECK-LABEL: func @split_after_sum(
// CHECK: %[[W:.*]] = tensor.expand_shape %arg1
// CHECK: %[[X:.*]] = tensor.expand_shape %arg0
// CHECK: %[[N:.*]] = rmsnorm.norm ins(%[[X]] : tensor<8x4x16xf32>) weight(%[[W]] : tensor<4x16xf32>)
// CHECK-SAME: {axes = 2 : i64, epsilon = 1.250000e-01 : f64}
// CHECK-NEXT: return %[[N]]
func.func @split_after_sum(%x: tensor<8x64xf32>, %w: tensor<64xf32>) -> tensor<8x4x16xf32> {
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<8x64xf32>) outs(%zero : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %in : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<8xf32>
  %wh = tensor.expand_shape %w [[0, 1]] output_shape [4, 16] : tensor<64xf32> into tensor<4x16xf32>
  %xh = tensor.expand_shape %x [[0], [1, 2]] output_shape [8, 4, 16] : tensor<8x64xf32> into tensor<8x4x16xf32>
  %e = tensor.empty() : tensor<8x4x16xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%xh, %s, %wh : tensor<8x4x16xf32>, tensor<8xf32>, tensor<4x16xf32>) outs(%e : tensor<8x4x16xf32>) {
  ^bb0(%in: f32, %sum: f32, %weight: f32, %out: f32):
    %n = arith.constant 64.0 : f32
    %eps = arith.constant 0.125 : f32
    %0 = arith.divf %sum, %n : f32
    %1 = arith.addf %0, %eps : f32
    %2 = math.rsqrt %1 : f32
    %3 = arith.mulf %in, %2 : f32
    %4 = arith.mulf %3, %weight : f32
    linalg.yield %4 : f32
  } -> tensor<8x4x16xf32>
  return %y : tensor<8x4x16xf32>
}

// -----

// The sum is over two dimensions, the result has one; its rows are numbered by
// one dimension there, by two in the sum.

// CHECK-LABEL: func @joined_after_sum(
// CHECK: %[[X:.*]] = tensor.collapse_shape %arg0 {{\[\[}}0, 1], [2, 3]]
// CHECK: rmsnorm.norm ins(%[[X]] : tensor<10x64xf32>) outs
// CHECK-SAME: {epsilon = 0.000000e+00 : f64, statistic = #rmsnorm.statistic<sum>}
func.func @joined_after_sum(%x: tensor<2x5x4x16xf32>) -> tensor<10x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<2x5xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%x : tensor<2x5x4x16xf32>) outs(%zero : tensor<2x5xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %in : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<2x5xf32>
  %rows = tensor.collapse_shape %s [[0, 1]] : tensor<2x5xf32> into tensor<10xf32>
  %flat = tensor.collapse_shape %x [[0, 1], [2, 3]] : tensor<2x5x4x16xf32> into tensor<10x64xf32>
  %e = tensor.empty() : tensor<10x64xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%flat, %rows : tensor<10x64xf32>, tensor<10xf32>) outs(%e : tensor<10x64xf32>) {
  ^bb0(%in: f32, %sum: f32, %out: f32):
    %0 = math.rsqrt %sum : f32
    %1 = arith.mulf %in, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<10x64xf32>
  return %y : tensor<10x64xf32>
}

// -----

// The rows are numbered by one dimension for a product of matrices, which gives
// the sum of squares: %x squared and added up over k.

// CHECK-LABEL: func @batch_matmul(
// CHECK: rmsnorm.norm ins(%arg0 : tensor<2x5x16xf32>) outs
func.func @batch_matmul(%x: tensor<2x5x16xf32>) -> tensor<2x5x16xf32> {
  %zero = arith.constant dense<0.0> : tensor<10x1x1xf32>
  %a = tensor.expand_shape %x [[0], [1, 2], [3]] output_shape [2, 5, 1, 16] : tensor<2x5x16xf32> into tensor<2x5x1x16xf32>
  %l = tensor.collapse_shape %a [[0, 1], [2], [3]] : tensor<2x5x1x16xf32> into tensor<10x1x16xf32>
  %b = tensor.expand_shape %x [[0], [1], [2, 3]] output_shape [2, 5, 16, 1] : tensor<2x5x16xf32> into tensor<2x5x16x1xf32>
  %r = tensor.collapse_shape %b [[0, 1], [2], [3]] : tensor<2x5x16x1xf32> into tensor<10x16x1xf32>
  %p = linalg.batch_matmul ins(%l, %r : tensor<10x1x16xf32>, tensor<10x16x1xf32>) outs(%zero : tensor<10x1x1xf32>) -> tensor<10x1x1xf32>
  %s = tensor.expand_shape %p [[0, 1], [2], [3]] output_shape [2, 5, 1, 1] : tensor<10x1x1xf32> into tensor<2x5x1x1xf32>
  %rows = tensor.collapse_shape %s [[0], [1, 2, 3]] : tensor<2x5x1x1xf32> into tensor<2x5xf32>
  %e = tensor.empty() : tensor<2x5x16xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %rows : tensor<2x5x16xf32>, tensor<2x5xf32>) outs(%e : tensor<2x5x16xf32>) {
  ^bb0(%in: f32, %sum: f32, %out: f32):
    %n = arith.constant 16.0 : f32
    %0 = arith.divf %sum, %n : f32
    %1 = math.rsqrt %0 : f32
    %2 = arith.mulf %in, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<2x5x16xf32>
  return %y : tensor<2x5x16xf32>
}

// -----

// A norm of groups: the last dimension of the sum is two of the result.

// CHECK-LABEL: func @group(
// CHECK: rmsnorm.norm ins(%arg0 : tensor<2x12x4x5xf32>) outs
// CHECK-SAME: {axes = 3 : i64, epsilon = 0.000000e+00 : f64, statistic = #rmsnorm.statistic<sum>}
func.func @group(%x: tensor<2x12x4x5xf32>) -> tensor<2x12x4x5xf32> {
  %zero = arith.constant dense<0.0> : tensor<2xf32>
  %flat = tensor.collapse_shape %x [[0], [1], [2, 3]] : tensor<2x12x4x5xf32> into tensor<2x12x20xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0)>], iterator_types = ["parallel", "reduction", "reduction"]} ins(%flat : tensor<2x12x20xf32>) outs(%zero : tensor<2xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %in : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<2xf32>
  %e = tensor.empty() : tensor<2x12x4x5xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%x, %s : tensor<2x12x4x5xf32>, tensor<2xf32>) outs(%e : tensor<2x12x4x5xf32>) {
  ^bb0(%in: f32, %sum: f32, %out: f32):
    %0 = math.rsqrt %sum : f32
    %1 = arith.mulf %in, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<2x12x4x5xf32>
  return %y : tensor<2x12x4x5xf32>
}

// -----

// Rows of two dimensions that are summed over other 64 elements than those that
// are multiplied: the transposed ones.

// CHECK-LABEL: func @other_order(
// CHECK-NOT: rmsnorm.norm
func.func @other_order(%x: tensor<8x16x4xf32>) -> tensor<8x4x16xf32> {
  %zero = arith.constant dense<0.0> : tensor<8x4xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>], iterator_types = ["parallel", "reduction", "parallel"]} ins(%x : tensor<8x16x4xf32>) outs(%zero : tensor<8x4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %in : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<8x4xf32>
  %flat = tensor.collapse_shape %x [[0], [1, 2]] : tensor<8x16x4xf32> into tensor<8x64xf32>
  %xh = tensor.expand_shape %flat [[0], [1, 2]] output_shape [8, 4, 16] : tensor<8x64xf32> into tensor<8x4x16xf32>
  %e = tensor.empty() : tensor<8x4x16xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%xh, %s : tensor<8x4x16xf32>, tensor<8x4xf32>) outs(%e : tensor<8x4x16xf32>) {
  ^bb0(%in: f32, %sum: f32, %out: f32):
    %0 = math.rsqrt %sum : f32
    %1 = arith.mulf %in, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<8x4x16xf32>
  return %y : tensor<8x4x16xf32>
}

// -----

// A reshape and a cast of a norm are not norms themselves.

// CHECK-LABEL: func @moved(
// CHECK: %[[N:.*]] = rmsnorm.norm ins(%arg0 : tensor<8x64xbf16>) outs(%{{.*}} : tensor<8x64xbf16>)
// CHECK-NOT: rmsnorm.norm
// CHECK: tosa.reshape %[[N]]
// CHECK: tosa.reshape %[[N]]
// CHECK: arith.extf %[[N]]
func.func @moved(%x: tensor<8x64xbf16>) -> (tensor<8x4x16xbf16>, tensor<2x4x64xbf16>, tensor<8x64xf32>) {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %heads = tosa.const_shape {values = dense<[8, 4, 16]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %batch = tosa.const_shape {values = dense<[2, 4, 64]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %xw = arith.extf %x : tensor<8x64xbf16> to tensor<8x64xf32>
  %sq = tosa.mul %xw, %xw, %s : (tensor<8x64xf32>, tensor<8x64xf32>, tensor<1xi8>) -> tensor<8x64xf32>
  %u = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x64xf32>) -> tensor<8x1xf32>
  %r = tosa.rsqrt %u : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %y = tosa.mul %xw, %r, %s : (tensor<8x64xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x64xf32>
  %n = arith.truncf %y : tensor<8x64xf32> to tensor<8x64xbf16>
  %a = tosa.reshape %n, %heads : (tensor<8x64xbf16>, !tosa.shape<3>) -> tensor<8x4x16xbf16>
  %b = tosa.reshape %n, %batch : (tensor<8x64xbf16>, !tosa.shape<3>) -> tensor<2x4x64xbf16>
  %c = arith.extf %n : tensor<8x64xbf16> to tensor<8x64xf32>
  return %a, %b, %c : tensor<8x4x16xbf16>, tensor<2x4x64xbf16>, tensor<8x64xf32>
}

// -----

// A dot product of each row with itself, through one dimension of all elements,
// and a reshape to a shape that is an operand.

// CHECK-LABEL: func @flattened(
// CHECK: rmsnorm.norm ins(%arg0 : tensor<2x4x16xf32>) outs
// CHECK-NEXT: return
func.func @flattened(%x: tensor<2x4x16xf32>) -> tensor<2x4x16xf32> {
  %zero = arith.constant dense<0.0> : tensor<8x1xf32>
  %shape = arith.constant dense<[2, 4, 1]> : tensor<3xindex>
  %e = tensor.empty() : tensor<2x4x16xf32>
  %flat = tensor.collapse_shape %x [[0, 1, 2]] : tensor<2x4x16xf32> into tensor<128xf32>
  %a = tensor.expand_shape %flat [[0, 1, 2]] output_shape [8, 1, 16] : tensor<128xf32> into tensor<8x1x16xf32>
  %b = tensor.expand_shape %flat [[0, 1]] output_shape [8, 16] : tensor<128xf32> into tensor<8x16xf32>
  %sum = linalg.batch_matvec ins(%a, %b : tensor<8x1x16xf32>, tensor<8x16xf32>) outs(%zero : tensor<8x1xf32>) -> tensor<8x1xf32>
  %r = math.rsqrt %sum : tensor<8x1xf32>
  %kept = tensor.reshape %r(%shape) : (tensor<8x1xf32>, tensor<3xindex>) -> tensor<2x4x1xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %kept : tensor<2x4x16xf32>, tensor<2x4x1xf32>) outs(%e : tensor<2x4x16xf32>) {
  ^bb0(%in: f32, %s: f32, %out: f32):
    %0 = arith.mulf %in, %s : f32
    linalg.yield %0 : f32
  } -> tensor<2x4x16xf32>
  return %y : tensor<2x4x16xf32>
}

// -----

// Windows of an image that are put back in their order: the rows of the result
// have no dimensions in what they were computed from.

// CHECK-LABEL: func @windows(
// CHECK: %[[X:.*]] = tensor.collapse_shape
// CHECK: rmsnorm.norm ins(%[[X]] : tensor<1x16x32xf32>) outs
// CHECK-NEXT: return
func.func @windows(%a: tensor<16x32xf32>) -> tensor<1x16x32xf32> {
  %zero = arith.constant dense<0.0> : tensor<1x16xf32>
  %sum = arith.addf %a, %a : tensor<16x32xf32>
  %e6 = tensor.empty() : tensor<1x2x2x2x2x32xf32>
  %e = tensor.empty() : tensor<1x16x32xf32>
  %six = tensor.expand_shape %sum [[0, 1, 2, 3, 4], [5]] output_shape [1, 2, 2, 2, 2, 32] : tensor<16x32xf32> into tensor<1x2x2x2x2x32xf32>
  %t = linalg.transpose ins(%six : tensor<1x2x2x2x2x32xf32>) outs(%e6 : tensor<1x2x2x2x2x32xf32>) permutation = [0, 1, 3, 2, 4, 5]
  %x = tensor.collapse_shape %t [[0], [1, 2, 3, 4], [5]] : tensor<1x2x2x2x2x32xf32> into tensor<1x16x32xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x : tensor<1x16x32xf32>) outs(%zero : tensor<1x16xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %in : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<1x16xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %s : tensor<1x16x32xf32>, tensor<1x16xf32>) outs(%e : tensor<1x16x32xf32>) {
  ^bb0(%in: f32, %sq: f32, %out: f32):
    %0 = math.rsqrt %sq : f32
    %1 = arith.mulf %in, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<1x16x32xf32>
  return %y : tensor<1x16x32xf32>
}

// -----

// The same with a row that is transposed apart: a quarter of it comes from
// each of four rows.

// CHECK-LABEL: func @shuffled(
// CHECK: %[[T:.*]] = tosa.transpose
// CHECK: %[[X:.*]] = tosa.reshape %[[T]]
// CHECK: rmsnorm.norm ins(%[[X]] : tensor<8x16xf32>) outs
// CHECK-NEXT: return
func.func @shuffled(%a: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %four = tosa.const_shape {values = dense<[2, 4, 4, 4]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %two = tosa.const_shape {values = dense<[8, 16]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %b = tosa.reshape %a, %four : (tensor<8x16xf32>, !tosa.shape<4>) -> tensor<2x4x4x4xf32>
  %t = tosa.transpose %b {perms = array<i32: 0, 2, 1, 3>} : (tensor<2x4x4x4xf32>) -> tensor<2x4x4x4xf32>
  %x = tosa.reshape %t, %two : (tensor<2x4x4x4xf32>, !tosa.shape<2>) -> tensor<8x16xf32>
  %sq = tosa.mul %x, %x, %s : (tensor<8x16xf32>, tensor<8x16xf32>, tensor<1xi8>) -> tensor<8x16xf32>
  %u = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x16xf32>) -> tensor<8x1xf32>
  %r = tosa.rsqrt %u : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %y = tosa.mul %x, %r, %s : (tensor<8x16xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x16xf32>
  return %y : tensor<8x16xf32>
}

// -----

// Near misses: the sums are of other rows than those that are multiplied.

// CHECK-LABEL: func @rows_of_windows(
// CHECK-NOT: rmsnorm.norm
func.func @rows_of_windows(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %x = arith.addf %a, %a : tensor<4x4xf32>
  %e = tensor.empty() : tensor<4x4xf32>
  %e3 = tensor.empty() : tensor<2x2x4xf32>
  %three = tensor.expand_shape %x [[0, 1], [2]] output_shape [2, 2, 4] : tensor<4x4xf32> into tensor<2x2x4xf32>
  %t = linalg.transpose ins(%three : tensor<2x2x4xf32>) outs(%e3 : tensor<2x2x4xf32>) permutation = [1, 0, 2]
  %other = tensor.collapse_shape %t [[0, 1], [2]] : tensor<2x2x4xf32> into tensor<4x4xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%other : tensor<4x4xf32>) outs(%zero : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %in : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<4x4xf32>, tensor<4xf32>) outs(%e : tensor<4x4xf32>) {
  ^bb0(%in: f32, %sq: f32, %out: f32):
    %0 = math.rsqrt %sq : f32
    %1 = arith.mulf %in, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<4x4xf32>
  return %y : tensor<4x4xf32>
}
