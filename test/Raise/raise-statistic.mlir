// RUN: rmsnorm-opt %s --rmsnorm-raise --split-input-file | FileCheck %s

// Statistics other than the mean square of the last dimension.

// -----

// A sum of squares without their number is an L2 norm.

// CHECK-LABEL: func @l2_norm(
// CHECK: rmsnorm.norm ins(%arg0 : tensor<8x4xf32>) outs
// CHECK-SAME: {epsilon = 1.250000e-01 : f64, statistic = #rmsnorm.statistic<sum>}
// CHECK-NEXT: return
func.func @l2_norm(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %eps = "tosa.const"() <{values = dense<0.125> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %sq = tosa.mul %x, %x, %s : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %sum = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %v = tosa.add %sum, %eps : (tensor<8x1xf32>, tensor<1x1xf32>) -> tensor<8x1xf32>
  %r = tosa.rsqrt %v : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %n = tosa.mul %x, %r, %s : (tensor<8x4xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  return %n : tensor<8x4xf32>
}

// -----

// An epsilon that is added to the root.

// CHECK-LABEL: func @epsilon_outside(
// CHECK: rmsnorm.norm ins(%arg0 : tensor<8x4xf32>) outs
// CHECK-SAME: {epsilon = 1.250000e-01 : f64, epsilon_position = #rmsnorm.epsilon_position<outside>}
// CHECK-NEXT: return
func.func @epsilon_outside(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.25> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %eps = "tosa.const"() <{values = dense<0.125> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %sq = tosa.mul %x, %x, %s : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %sum = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %mean = tosa.mul %sum, %inv, %s : (tensor<8x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  %half = "tosa.const"() <{values = dense<0.5> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %root = tosa.pow %mean, %half : (tensor<8x1xf32>, tensor<1x1xf32>) -> tensor<8x1xf32>
  %c = tosa.add %root, %eps : (tensor<8x1xf32>, tensor<1x1xf32>) -> tensor<8x1xf32>
  %r = tosa.reciprocal %c : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %n = tosa.mul %x, %r, %s : (tensor<8x4xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  return %n : tensor<8x4xf32>
}

// -----

// The norm of a vector times N^-0.5 is the root of the mean; absolute values
// have the same squares.

// CHECK-LABEL: func @scaled_root(
// CHECK: rmsnorm.norm ins(%arg0 : tensor<8x4xf32>) outs
// CHECK-SAME: {epsilon = 1.250000e-01 : f64, epsilon_position = #rmsnorm.epsilon_position<outside>}
// CHECK-NEXT: return
func.func @scaled_root(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %zero = arith.constant dense<0.0> : tensor<8x1xf32>
  %half = arith.constant dense<0.5> : tensor<8x1xf32>
  %eps = arith.constant dense<0.125> : tensor<8x1xf32>
  %two = arith.constant dense<2.0> : tensor<8x4xf32>
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %a = math.absf %x : tensor<8x4xf32>
  %sq = math.powf %a, %two : tensor<8x4xf32>
  %sum = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %root = math.sqrt %sum : tensor<8x1xf32>
  %rms = arith.mulf %root, %half : tensor<8x1xf32>
  %v = arith.addf %rms, %eps : tensor<8x1xf32>
  %r = tosa.reciprocal %v : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %n = tosa.mul %x, %r, %s : (tensor<8x4xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  return %n : tensor<8x4xf32>
}

// -----

// With the epsilon inside, the factor is one of the epsilon, too.

// CHECK-LABEL: func @scaled_root_inside(
// CHECK: rmsnorm.norm ins(%arg0 : tensor<8x4xf32>) outs(%{{.*}}) {epsilon = 3.125000e-02 : f64}
// CHECK-NEXT: return
func.func @scaled_root_inside(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %half = arith.constant dense<0.5> : tensor<8x1xf32>
  %eps = arith.constant dense<0.125> : tensor<8x1xf32>
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %sq = arith.mulf %x, %x : tensor<8x4xf32>
  %sum = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %v = arith.addf %sum, %eps : tensor<8x1xf32>
  %root = math.sqrt %v : tensor<8x1xf32>
  %rms = arith.mulf %root, %half : tensor<8x1xf32>
  %r = tosa.reciprocal %rms : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %n = tosa.mul %x, %r, %s : (tensor<8x4xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  return %n : tensor<8x4xf32>
}

// -----

// A mean over the last two axes.

// CHECK-LABEL: func @two_axes(
// CHECK: rmsnorm.norm ins(%arg0 : tensor<2x4x4xf32>) outs
// CHECK-SAME: {axes = 2 : i64, epsilon = 0.000000e+00 : f64}
// CHECK-NEXT: return
func.func @two_axes(%x: tensor<2x4x4xf32>) -> tensor<2x4x4xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %zero = arith.constant dense<0.0> : tensor<2x1x1xf32>
  %n0 = arith.constant dense<16.0> : tensor<2x1x1xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, 0, 0)>], iterator_types = ["parallel", "reduction", "reduction"]} ins(%x : tensor<2x4x4xf32>) outs(%zero : tensor<2x1x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %in : f32
    %1 = arith.addf %0, %out : f32
    linalg.yield %1 : f32
  } -> tensor<2x1x1xf32>
  %mean = arith.divf %sum, %n0 : tensor<2x1x1xf32>
  %r = math.rsqrt %mean : tensor<2x1x1xf32>
  %n = tosa.mul %x, %r, %s : (tensor<2x4x4xf32>, tensor<2x1x1xf32>, tensor<1xi8>) -> tensor<2x4x4xf32>
  return %n : tensor<2x4x4xf32>
}

// -----

// Two sums of one axis each are a sum over both. A weight of both axes.

// CHECK-LABEL: func @sum_of_sums(
// CHECK: rmsnorm.norm ins(%arg0 : tensor<?x4x4xf32>) weight(%{{.*}} : tensor<4x4xf32>)
// CHECK-SAME: {axes = 2 : i64, epsilon = 1.250000e-01 : f64}
// CHECK-NEXT: return
func.func @sum_of_sums(%x: tensor<?x4x4xf32>, %w: tensor<1x4x4xf32>) -> tensor<?x4x4xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.0625> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
  %eps = "tosa.const"() <{values = dense<0.125> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
  %sq = tosa.mul %x, %x, %s : (tensor<?x4x4xf32>, tensor<?x4x4xf32>, tensor<1xi8>) -> tensor<?x4x4xf32>
  %s0 = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<?x4x4xf32>) -> tensor<?x1x4xf32>
  %s1 = tosa.reduce_sum %s0 {axis = 2 : i32} : (tensor<?x1x4xf32>) -> tensor<?x1x1xf32>
  %mean = tosa.mul %s1, %inv, %s : (tensor<?x1x1xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<?x1x1xf32>
  %v = tosa.add %mean, %eps : (tensor<?x1x1xf32>, tensor<1x1x1xf32>) -> tensor<?x1x1xf32>
  %r = tosa.rsqrt %v : (tensor<?x1x1xf32>) -> tensor<?x1x1xf32>
  %n = tosa.mul %x, %r, %s : (tensor<?x4x4xf32>, tensor<?x1x1xf32>, tensor<1xi8>) -> tensor<?x4x4xf32>
  %y = tosa.mul %n, %w, %s : (tensor<?x4x4xf32>, tensor<1x4x4xf32>, tensor<1xi8>) -> tensor<?x4x4xf32>
  return %y : tensor<?x4x4xf32>
}

// -----

// The statistic of the first elements of each row.

// CHECK-LABEL: func @partial_row(
// CHECK: rmsnorm.norm ins(%arg0 : tensor<8x4xf32>) outs
// CHECK-SAME: {epsilon = 1.250000e-01 : f64, statistic_size = 2 : i64}
// CHECK-NEXT: return
func.func @partial_row(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.5> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %eps = "tosa.const"() <{values = dense<0.125> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %p = tensor.extract_slice %x[0, 0] [8, 2] [1, 1] : tensor<8x4xf32> to tensor<8x2xf32>
  %sq = tosa.mul %p, %p, %s : (tensor<8x2xf32>, tensor<8x2xf32>, tensor<1xi8>) -> tensor<8x2xf32>
  %sum = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x2xf32>) -> tensor<8x1xf32>
  %mean = tosa.mul %sum, %inv, %s : (tensor<8x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  %v = tosa.add %mean, %eps : (tensor<8x1xf32>, tensor<1x1xf32>) -> tensor<8x1xf32>
  %r = tosa.rsqrt %v : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %n = tosa.mul %x, %r, %s : (tensor<8x4xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  return %n : tensor<8x4xf32>
}

// -----

// The last elements are no prefix.

// CHECK-LABEL: func @suffix(
// CHECK-NOT: rmsnorm.norm
func.func @suffix(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.5> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %eps = "tosa.const"() <{values = dense<0.125> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %p = tensor.extract_slice %x[0, 2] [8, 2] [1, 1] : tensor<8x4xf32> to tensor<8x2xf32>
  %sq = tosa.mul %p, %p, %s : (tensor<8x2xf32>, tensor<8x2xf32>, tensor<1xi8>) -> tensor<8x2xf32>
  %sum = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x2xf32>) -> tensor<8x1xf32>
  %mean = tosa.mul %sum, %inv, %s : (tensor<8x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  %v = tosa.add %mean, %eps : (tensor<8x1xf32>, tensor<1x1xf32>) -> tensor<8x1xf32>
  %r = tosa.rsqrt %v : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %n = tosa.mul %x, %r, %s : (tensor<8x4xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  return %n : tensor<8x4xf32>
}

// -----

// One weight per head.

// CHECK-LABEL: func @per_head(
// CHECK: %[[W:.*]] = tensor.collapse_shape %arg1 {{.*}} into tensor<8x4xf32>
// CHECK: rmsnorm.norm ins(%arg0 : tensor<2x8x4xf32>) weight(%[[W]] : tensor<8x4xf32>)
// CHECK-SAME: {epsilon = 1.250000e-01 : f64}
// CHECK-NEXT: return
func.func @per_head(%x: tensor<2x8x4xf32>, %w: tensor<1x8x4xf32>) -> tensor<2x8x4xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.25> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
  %eps = "tosa.const"() <{values = dense<0.125> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
  %sq = tosa.mul %x, %x, %s : (tensor<2x8x4xf32>, tensor<2x8x4xf32>, tensor<1xi8>) -> tensor<2x8x4xf32>
  %sum = tosa.reduce_sum %sq {axis = 2 : i32} : (tensor<2x8x4xf32>) -> tensor<2x8x1xf32>
  %mean = tosa.mul %sum, %inv, %s : (tensor<2x8x1xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<2x8x1xf32>
  %v = tosa.add %mean, %eps : (tensor<2x8x1xf32>, tensor<1x1x1xf32>) -> tensor<2x8x1xf32>
  %r = tosa.rsqrt %v : (tensor<2x8x1xf32>) -> tensor<2x8x1xf32>
  %n = tosa.mul %x, %r, %s : (tensor<2x8x4xf32>, tensor<2x8x1xf32>, tensor<1xi8>) -> tensor<2x8x4xf32>
  %y = tosa.mul %n, %w, %s : (tensor<2x8x4xf32>, tensor<1x8x4xf32>, tensor<1xi8>) -> tensor<2x8x4xf32>
  return %y : tensor<2x8x4xf32>
}

// -----

// Unit dims between the heads and the row are those of the result.

// CHECK-LABEL: func @per_head_unit_dim(
// CHECK: %[[W:.*]] = tensor.expand_shape %arg1 {{.*}} : tensor<8x4xf32> into tensor<8x1x4xf32>
// CHECK: rmsnorm.norm ins(%arg0 : tensor<?x8x1x4xf32>) weight(%[[W]] : tensor<8x1x4xf32>)
func.func @per_head_unit_dim(%x: tensor<?x8x1x4xf32>, %w: tensor<8x4xf32>) -> tensor<?x8x1x4xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.25> : tensor<1x1x1x1xf32>}> : () -> tensor<1x1x1x1xf32>
  %sq = tosa.mul %x, %x, %s : (tensor<?x8x1x4xf32>, tensor<?x8x1x4xf32>, tensor<1xi8>) -> tensor<?x8x1x4xf32>
  %sum = tosa.reduce_sum %sq {axis = 3 : i32} : (tensor<?x8x1x4xf32>) -> tensor<?x8x1x1xf32>
  %mean = tosa.mul %sum, %inv, %s : (tensor<?x8x1x1xf32>, tensor<1x1x1x1xf32>, tensor<1xi8>) -> tensor<?x8x1x1xf32>
  %r = tosa.rsqrt %mean : (tensor<?x8x1x1xf32>) -> tensor<?x8x1x1xf32>
  %n = tosa.mul %x, %r, %s : (tensor<?x8x1x4xf32>, tensor<?x8x1x1xf32>, tensor<1xi8>) -> tensor<?x8x1x4xf32>
  %e = tensor.expand_shape %w [[0, 1, 2], [3]] output_shape [1, 8, 1, 4] : tensor<8x4xf32> into tensor<1x8x1x4xf32>
  %y = tosa.mul %n, %e, %s : (tensor<?x8x1x4xf32>, tensor<1x8x1x4xf32>, tensor<1xi8>) -> tensor<?x8x1x4xf32>
  return %y : tensor<?x8x1x4xf32>
}

// -----

// A prefix of unknown length may be none.

// CHECK-LABEL: func @dynamic_prefix(
// CHECK-NOT: rmsnorm.norm
func.func @dynamic_prefix(%x: tensor<8x?xf32>, %p: index) -> tensor<8x?xf32> {
  %c1 = arith.constant 1 : index
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %k = tensor.dim %x, %c1 : tensor<8x?xf32>
  %e = tensor.empty(%k) : tensor<8x?xf32>
  %xs = tensor.extract_slice %x[0, 0] [8, %p] [1, 1] : tensor<8x?xf32> to tensor<8x?xf32>
  %sq = arith.mulf %xs, %xs : tensor<8x?xf32>
  %sum = linalg.reduce {arith.addf} ins(%sq : tensor<8x?xf32>) outs(%zero : tensor<8xf32>) dimensions = [1]
  %r = math.rsqrt %sum : tensor<8xf32>
  %b = linalg.broadcast ins(%r : tensor<8xf32>) outs(%e : tensor<8x?xf32>) dimensions = [1]
  %n = arith.mulf %x, %b : tensor<8x?xf32>
  return %n : tensor<8x?xf32>
}

// -----

// A prefix of any number of rows.

// CHECK-LABEL: func @prefix_of_rows(
// CHECK: rmsnorm.norm ins(%arg0 : tensor<?x4xf32>) outs
// CHECK-SAME: {epsilon = 0.000000e+00 : f64, statistic = #rmsnorm.statistic<sum>, statistic_size = 2 : i64}
// CHECK-NEXT: return
func.func @prefix_of_rows(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %k = tensor.dim %x, %c0 : tensor<?x4xf32>
  %p = tensor.extract_slice %x[0, 0] [%k, 2] [1, 1] : tensor<?x4xf32> to tensor<?x2xf32>
  %sq = arith.mulf %p, %p : tensor<?x2xf32>
  %sum = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<?x2xf32>) -> tensor<?x1xf32>
  %r = tosa.rsqrt %sum : (tensor<?x1xf32>) -> tensor<?x1xf32>
  %n = tosa.mul %x, %r, %s : (tensor<?x4xf32>, tensor<?x1xf32>, tensor<1xi8>) -> tensor<?x4xf32>
  return %n : tensor<?x4xf32>
}

// -----

// A sum over two axes that aren't the last ones.

// CHECK-LABEL: func @gap(
// CHECK-NOT: rmsnorm.norm
func.func @gap(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.125> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
  %sq = tosa.mul %x, %x, %s : (tensor<2x3x4xf32>, tensor<2x3x4xf32>, tensor<1xi8>) -> tensor<2x3x4xf32>
  %s0 = tosa.reduce_sum %sq {axis = 0 : i32} : (tensor<2x3x4xf32>) -> tensor<1x3x4xf32>
  %s1 = tosa.reduce_sum %s0 {axis = 2 : i32} : (tensor<1x3x4xf32>) -> tensor<1x3x1xf32>
  %m = tosa.mul %s1, %inv, %s : (tensor<1x3x1xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<1x3x1xf32>
  %r = tosa.rsqrt %m : (tensor<1x3x1xf32>) -> tensor<1x3x1xf32>
  %n = tosa.mul %x, %r, %s : (tensor<2x3x4xf32>, tensor<1x3x1xf32>, tensor<1xi8>) -> tensor<2x3x4xf32>
  return %n : tensor<2x3x4xf32>
}

// -----

// A row that ends in a unit dim.

// CHECK-LABEL: func @trailing_unit_dim(
// CHECK: rmsnorm.norm ins(%arg0 : tensor<8x4x1xf32>) weight(%{{.*}} : tensor<4x1xf32>)
// CHECK-SAME: {axes = 2 : i64, epsilon = 0.000000e+00 : f64}
// CHECK-NEXT: return
func.func @trailing_unit_dim(%x: tensor<8x4x1xf32>, %w: tensor<1x4x1xf32>) -> tensor<8x4x1xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.25> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
  %sq = tosa.mul %x, %x, %s : (tensor<8x4x1xf32>, tensor<8x4x1xf32>, tensor<1xi8>) -> tensor<8x4x1xf32>
  %sum = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4x1xf32>) -> tensor<8x1x1xf32>
  %m = tosa.mul %sum, %inv, %s : (tensor<8x1x1xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<8x1x1xf32>
  %r = tosa.rsqrt %m : (tensor<8x1x1xf32>) -> tensor<8x1x1xf32>
  %n = tosa.mul %x, %r, %s : (tensor<8x4x1xf32>, tensor<8x1x1xf32>, tensor<1xi8>) -> tensor<8x4x1xf32>
  %y = tosa.mul %n, %w, %s : (tensor<8x4x1xf32>, tensor<1x4x1xf32>, tensor<1xi8>) -> tensor<8x4x1xf32>
  return %y : tensor<8x4x1xf32>
}

// -----

// A weight that is a slice is read as the slice.

// CHECK-LABEL: func @weight_slice(
// CHECK: %[[W:.*]] = tensor.extract_slice
// CHECK: rmsnorm.norm ins(%arg0 : tensor<8x4xf32>) weight(%[[W]] : tensor<4xf32>)
func.func @weight_slice(%x: tensor<8x4xf32>, %w: tensor<6xf32>) -> tensor<8x4xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %ws = tensor.extract_slice %w[0] [4] [1] : tensor<6xf32> to tensor<4xf32>
  %sh = tosa.const_shape {values = dense<[1, 4]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %wr = tosa.reshape %ws, %sh : (tensor<4xf32>, !tosa.shape<2>) -> tensor<1x4xf32>
  %sq = tosa.mul %x, %x, %s : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %sum = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %r = tosa.rsqrt %sum : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %n = tosa.mul %x, %r, %s : (tensor<8x4xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %y = tosa.mul %n, %wr, %s : (tensor<8x4xf32>, tensor<1x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  return %y : tensor<8x4xf32>
}

// -----

// Squares that are added by a fused multiply-add, one factor of them over N.

// CHECK-LABEL: func @fused_squares(
// CHECK: rmsnorm.norm ins(%arg0 : tensor<8x4xf32>) outs
// CHECK-SAME: {epsilon = 0.000000e+00 : f64}
// CHECK-NEXT: return
func.func @fused_squares(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %e = tensor.empty() : tensor<8x4xf32>
  %u = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<8x4xf32>) outs(%zero : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %n = arith.constant 4.0 : f32
    %0 = arith.divf %in, %n : f32
    %1 = math.fma %0, %in, %out : f32
    linalg.yield %1 : f32
  } -> tensor<8xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x, %u : tensor<8x4xf32>, tensor<8xf32>) outs(%e : tensor<8x4xf32>) {
  ^bb0(%in: f32, %mean: f32, %out: f32):
    %0 = math.rsqrt %mean : f32
    %1 = arith.mulf %in, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<8x4xf32>
  return %y : tensor<8x4xf32>
}

// -----

// A variance from E[x^2] - m^2 that is kept from being negative, as TOSA does.

// CHECK-LABEL: func @clamped_variance(
// CHECK: rmsnorm.norm ins(%arg0 : tensor<8x4xf32>) outs
// CHECK-SAME: {center, epsilon = 1.250000e-01 : f64}
// CHECK-NEXT: return
func.func @clamped_variance(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %quarter = "tosa.const"() <{values = dense<0.25> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %eps = "tosa.const"() <{values = dense<0.125> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %t = tosa.reduce_sum %x {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %m = tosa.mul %t, %quarter, %s : (tensor<8x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  %sq = tosa.mul %x, %x, %s : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %u = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %e = tosa.mul %u, %quarter, %s : (tensor<8x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  %m2 = tosa.mul %m, %m, %s : (tensor<8x1xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  %d = tosa.sub %e, %m2 : (tensor<8x1xf32>, tensor<8x1xf32>) -> tensor<8x1xf32>
  %c = tosa.clamp %d {min_val = 0.0 : f32, max_val = 3.40282347E+38 : f32} : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %v = tosa.add %c, %eps : (tensor<8x1xf32>, tensor<1x1xf32>) -> tensor<8x1xf32>
  %r = tosa.rsqrt %v : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %dx = tosa.sub %x, %m : (tensor<8x4xf32>, tensor<8x1xf32>) -> tensor<8x4xf32>
  %n = tosa.mul %dx, %r, %s : (tensor<8x4xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  return %n : tensor<8x4xf32>
}

// -----

// An epsilon that is added before the mean is taken, and one that the sum starts
// from.

// CHECK-LABEL: func @epsilon_of_sum(
// CHECK: %[[A:.*]] = rmsnorm.norm ins(%arg0 : tensor<8x4xf32>) outs(%{{.*}}) {epsilon = 1.250000e-01 : f64}
// CHECK: %[[B:.*]] = rmsnorm.norm ins(%arg0 : tensor<8x4xf32>) outs(%{{.*}}) {epsilon = 1.250000e-01 : f64}
// CHECK-NEXT: return %[[A]], %[[B]]
func.func @epsilon_of_sum(%x: tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>) {
  %e = tensor.empty() : tensor<8x4xf32>
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %half = arith.constant dense<0.5> : tensor<8xf32>
  %four = arith.constant dense<4.0> : tensor<8xf32>
  %sq = arith.mulf %x, %x : tensor<8x4xf32>
  %u = linalg.reduce {arith.addf} ins(%sq : tensor<8x4xf32>) outs(%zero : tensor<8xf32>) dimensions = [1]
  %us = arith.addf %u, %half : tensor<8xf32>
  %v = arith.divf %us, %four : tensor<8xf32>
  %r = math.rsqrt %v : tensor<8xf32>
  %rb = linalg.broadcast ins(%r : tensor<8xf32>) outs(%e : tensor<8x4xf32>) dimensions = [1]
  %n = arith.mulf %x, %rb : tensor<8x4xf32>
  %ui = linalg.reduce {arith.addf} ins(%sq : tensor<8x4xf32>) outs(%half : tensor<8xf32>) dimensions = [1]
  %vi = arith.divf %ui, %four : tensor<8xf32>
  %ri = math.rsqrt %vi : tensor<8xf32>
  %rbi = linalg.broadcast ins(%ri : tensor<8xf32>) outs(%e : tensor<8x4xf32>) dimensions = [1]
  %ni = arith.mulf %x, %rbi : tensor<8x4xf32>
  return %n, %ni : tensor<8x4xf32>, tensor<8x4xf32>
}

// -----

// Squares show no sign. The row is what is multiplied.

// CHECK-LABEL: func @signs(
// CHECK: %[[N:.*]] = arith.negf %arg0
// CHECK: %[[A:.*]] = rmsnorm.norm ins(%arg0 : tensor<8x4xf32>) outs(%{{.*}}) {epsilon = 0.000000e+00 : f64}
// CHECK: %[[B:.*]] = rmsnorm.norm ins(%[[N]] : tensor<8x4xf32>) outs(%{{.*}}) {epsilon = 0.000000e+00 : f64}
// CHECK-NEXT: return %[[A]], %[[B]]
func.func @signs(%x: tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>) {
  %e = tensor.empty() : tensor<8x4xf32>
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %four = arith.constant dense<4.0> : tensor<8xf32>
  %neg = arith.negf %x : tensor<8x4xf32>
  %sq = arith.mulf %neg, %neg : tensor<8x4xf32>
  %u = linalg.reduce {arith.addf} ins(%sq : tensor<8x4xf32>) outs(%zero : tensor<8xf32>) dimensions = [1]
  %v = arith.divf %u, %four : tensor<8xf32>
  %r = math.rsqrt %v : tensor<8xf32>
  %rb = linalg.broadcast ins(%r : tensor<8xf32>) outs(%e : tensor<8x4xf32>) dimensions = [1]
  %n = arith.mulf %x, %rb : tensor<8x4xf32>
  %m = arith.mulf %neg, %rb : tensor<8x4xf32>
  return %n, %m : tensor<8x4xf32>, tensor<8x4xf32>
}

// -----

// A mean as the number of elements of an operand of the sum that has the rows.

// CHECK-LABEL: func @extent_of_operand(
// CHECK: %[[X:.*]] = arith.addf %arg0, %{{.*}}
// CHECK: rmsnorm.norm ins(%[[X]] : tensor<8x?xf32>) outs
// CHECK-NEXT: return
func.func @extent_of_operand(%a: tensor<8x?xf32>, %b: tensor<8x?xf32>) -> tensor<8x?xf32> {
  %c1 = arith.constant 1 : index
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %n0 = tosa.negate %b, %zp, %zp : (tensor<8x?xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<8x?xf32>
  %x = arith.addf %a, %n0 : tensor<8x?xf32>
  %dim = tensor.dim %b, %c1 : tensor<8x?xf32>
  %int = arith.index_cast %dim : index to i64
  %n = arith.sitofp %int : i64 to f32
  %count = tensor.splat %n : tensor<8xf32>
  %e = tensor.empty(%dim) : tensor<8x?xf32>
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %sq = arith.mulf %x, %x : tensor<8x?xf32>
  %u = linalg.reduce {arith.addf} ins(%sq : tensor<8x?xf32>) outs(%zero : tensor<8xf32>) dimensions = [1]
  %v = arith.divf %u, %count : tensor<8xf32>
  %r = math.rsqrt %v : tensor<8xf32>
  %rb = linalg.broadcast ins(%r : tensor<8xf32>) outs(%e : tensor<8x?xf32>) dimensions = [1]
  %y = arith.mulf %x, %rb : tensor<8x?xf32>
  return %y : tensor<8x?xf32>
}

// -----

// A constant that makes a mean of a sum, beside the root, beside the row and in
// what is squared, and an epsilon that is subtracted.

// CHECK-LABEL: func @constants_beside(
// CHECK: %[[A:.*]] = rmsnorm.norm ins(%arg0 : tensor<8x4xf32>) weight(%arg1 : tensor<8x4xf32>) outs(%{{.*}}) {epsilon = 3.125000e-02 : f64}
// CHECK: %[[B:.*]] = rmsnorm.norm ins(%arg0 : tensor<8x4xf32>) outs(%{{.*}}) {epsilon = 3.125000e-02 : f64}
// CHECK: %[[C:.*]] = rmsnorm.norm ins(%arg0 : tensor<8x4xf32>) outs(%{{.*}}) {epsilon = 1.250000e-01 : f64}
// CHECK-NEXT: return %[[A]], %[[B]], %[[C]]
func.func @constants_beside(%x: tensor<8x4xf32>, %w: tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>) {
  %e = tensor.empty() : tensor<8x4xf32>
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %two = arith.constant dense<2.0> : tensor<8xf32>
  %half = arith.constant dense<0.5> : tensor<8x4xf32>
  %twos = arith.constant dense<2.0> : tensor<8x4xf32>
  %eps = arith.constant dense<-0.125> : tensor<8xf32>
  %sq = arith.mulf %x, %x : tensor<8x4xf32>
  %u = linalg.reduce {arith.addf} ins(%sq : tensor<8x4xf32>) outs(%zero : tensor<8xf32>) dimensions = [1]
  %v = arith.subf %u, %eps : tensor<8xf32>
  %r = math.rsqrt %v : tensor<8xf32>
  %r2 = arith.mulf %r, %two : tensor<8xf32>
  %rb = linalg.broadcast ins(%r2 : tensor<8xf32>) outs(%e : tensor<8x4xf32>) dimensions = [1]
  %rw = arith.mulf %rb, %w : tensor<8x4xf32>
  %a = arith.mulf %x, %rw : tensor<8x4xf32>
  %x2 = arith.mulf %x, %twos : tensor<8x4xf32>
  %r1 = linalg.broadcast ins(%r : tensor<8xf32>) outs(%e : tensor<8x4xf32>) dimensions = [1]
  %b = arith.mulf %x2, %r1 : tensor<8x4xf32>
  %xh = arith.mulf %x, %half : tensor<8x4xf32>
  %qh = arith.mulf %xh, %xh : tensor<8x4xf32>
  %uh = linalg.reduce {arith.addf} ins(%qh : tensor<8x4xf32>) outs(%zero : tensor<8xf32>) dimensions = [1]
  %vh = arith.subf %uh, %eps : tensor<8xf32>
  %rh = math.rsqrt %vh : tensor<8xf32>
  %rhb = linalg.broadcast ins(%rh : tensor<8xf32>) outs(%e : tensor<8x4xf32>) dimensions = [1]
  %c = arith.mulf %x, %rhb : tensor<8x4xf32>
  return %a, %b, %c : tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>
}
