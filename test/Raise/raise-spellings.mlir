// RUN: rmsnorm-opt %s --rmsnorm-raise --split-input-file | FileCheck %s

// Rarer ways to write the parts of a norm.

// -----

// Squares that are scaled before they are summed.

// CHECK-LABEL: func @scaled_squares(
// CHECK: rmsnorm.norm ins(%arg0 : tensor<8x4xf32>) outs(%{{.*}}) {epsilon = 1.250000e-01 : f64}
// CHECK-NEXT: return
func.func @scaled_squares(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %two = arith.constant dense<2.0> : tensor<8x4xf32>
  %half = arith.constant dense<0.5> : tensor<8x4xf32>
  %eps = arith.constant dense<0.125> : tensor<8xf32>
  %e = tensor.empty() : tensor<8x4xf32>
  %sq = arith.mulf %x, %x : tensor<8x4xf32>
  %h = arith.mulf %half, %sq : tensor<8x4xf32>
  %q = arith.divf %h, %two : tensor<8x4xf32>
  %mean = linalg.reduce {arith.addf} ins(%q : tensor<8x4xf32>) outs(%zero : tensor<8xf32>) dimensions = [1]
  %v = arith.addf %mean, %eps : tensor<8xf32>
  %r = math.rsqrt %v : tensor<8xf32>
  %b = linalg.broadcast ins(%r : tensor<8xf32>) outs(%e : tensor<8x4xf32>) dimensions = [1]
  %n = arith.mulf %x, %b : tensor<8x4xf32>
  return %n : tensor<8x4xf32>
}

// -----

// Scaled with something else than the number of elements.

// CHECK-LABEL: func @wrongly_scaled_squares(
// CHECK-NOT: rmsnorm.norm
func.func @wrongly_scaled_squares(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %half = arith.constant dense<0.5> : tensor<8x4xf32>
  %e = tensor.empty() : tensor<8x4xf32>
  %sq = arith.mulf %x, %x : tensor<8x4xf32>
  %h = arith.mulf %half, %sq : tensor<8x4xf32>
  %mean = linalg.reduce {arith.addf} ins(%h : tensor<8x4xf32>) outs(%zero : tensor<8xf32>) dimensions = [1]
  %r = math.rsqrt %mean : tensor<8xf32>
  %b = linalg.broadcast ins(%r : tensor<8xf32>) outs(%e : tensor<8x4xf32>) dimensions = [1]
  %n = arith.mulf %x, %b : tensor<8x4xf32>
  return %n : tensor<8x4xf32>
}

// -----

// The number of elements as an unsigned 32-bit integer, inverted.

// CHECK-LABEL: func @unsigned_extent(
// CHECK: rmsnorm.norm ins(%arg0 : tensor<8x?xf32>) outs(%{{.*}}) {epsilon = 0.000000e+00 : f64}
// CHECK-NEXT: return
func.func @unsigned_extent(%x: tensor<8x?xf32>) -> tensor<8x?xf32> {
  %c1 = arith.constant 1 : index
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %one = arith.constant 1.0 : f32
  %k = tensor.dim %x, %c1 : tensor<8x?xf32>
  %k64 = arith.index_castui %k : index to i64
  %k32 = arith.trunci %k64 : i64 to i32
  %kf = arith.uitofp %k32 : i32 to f32
  %inv = arith.divf %one, %kf : f32
  %invs = tensor.splat %inv : tensor<8xf32>
  %e = tensor.empty(%k) : tensor<8x?xf32>
  %sq = arith.mulf %x, %x : tensor<8x?xf32>
  %sum = linalg.reduce {arith.addf} ins(%sq : tensor<8x?xf32>) outs(%zero : tensor<8xf32>) dimensions = [1]
  %mean = arith.mulf %sum, %invs : tensor<8xf32>
  %r = math.rsqrt %mean : tensor<8xf32>
  %b = linalg.broadcast ins(%r : tensor<8xf32>) outs(%e : tensor<8x?xf32>) dimensions = [1]
  %n = arith.mulf %x, %b : tensor<8x?xf32>
  return %n : tensor<8x?xf32>
}

// -----

// TOSA has no square root: it is the reciprocal of the reciprocal root.

// CHECK-LABEL: func @root_by_reciprocals(
// CHECK: rmsnorm.norm ins(%arg0 : tensor<8x4xf32>) outs(%{{.*}}) {epsilon = 1.250000e-01 : f64, epsilon_position = #rmsnorm.epsilon_position<outside>}
// CHECK-NEXT: return
func.func @root_by_reciprocals(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.25> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %eps = "tosa.const"() <{values = dense<0.125> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %sq = tosa.mul %x, %x, %s : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %sum = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %mean = tosa.mul %sum, %inv, %s : (tensor<8x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  %r0 = tosa.rsqrt %mean : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %root = tosa.reciprocal %r0 : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %v = tosa.add %root, %eps : (tensor<8x1xf32>, tensor<1x1xf32>) -> tensor<8x1xf32>
  %r = tosa.reciprocal %v : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %n = tosa.mul %x, %r, %s : (tensor<8x4xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  return %n : tensor<8x4xf32>
}

// -----

// A constant, and a factor for every element, that are multiplied with the root
// first: weights. (What is multiplied last stays an op of its own.)

// CHECK-LABEL: func @factors_of_the_root(
// CHECK: %[[C:.*]] = arith.constant dense<3.000000e+00> : tensor<4xf32>
// CHECK: %[[A:.*]] = rmsnorm.norm ins(%arg0 : tensor<8x4xf32>) weight(%[[C]] : tensor<4xf32>) outs
// CHECK: %[[B:.*]] = rmsnorm.norm ins(%arg0 : tensor<8x4xf32>) weight(%arg1 : tensor<8x4xf32>) outs
// CHECK-NEXT: return %[[A]], %[[B]]
func.func @factors_of_the_root(%x: tensor<8x4xf32>, %g: tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>) {
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %four = arith.constant dense<4.0> : tensor<8xf32>
  %three = arith.constant dense<3.0> : tensor<8xf32>
  %e = tensor.empty() : tensor<8x4xf32>
  %sq = arith.mulf %x, %x : tensor<8x4xf32>
  %sum = linalg.reduce {arith.addf} ins(%sq : tensor<8x4xf32>) outs(%zero : tensor<8xf32>) dimensions = [1]
  %mean = arith.divf %sum, %four : tensor<8xf32>
  %r = math.rsqrt %mean : tensor<8xf32>
  %r3 = arith.mulf %r, %three : tensor<8xf32>
  %b3 = linalg.broadcast ins(%r3 : tensor<8xf32>) outs(%e : tensor<8x4xf32>) dimensions = [1]
  %y = arith.mulf %x, %b3 : tensor<8x4xf32>
  %b = linalg.broadcast ins(%r : tensor<8xf32>) outs(%e : tensor<8x4xf32>) dimensions = [1]
  %rg = arith.mulf %b, %g : tensor<8x4xf32>
  %z = arith.mulf %x, %rg : tensor<8x4xf32>
  return %y, %z : tensor<8x4xf32>, tensor<8x4xf32>
}

// -----

// Rows that are stored without the unit dims of the result, and whose extents
// are taken from a value that the norm replaces.

// CHECK-LABEL: func @unit_dims(
// CHECK: %[[X:.*]] = tensor.expand_shape %arg0 {{.*}} : tensor<?x4xf32> into tensor<1x?x4xf32>
// CHECK: %[[N:.*]] = rmsnorm.norm ins(%[[X]] : tensor<1x?x4xf32>) outs
// CHECK-NOT: math
// CHECK: return
func.func @unit_dims(%x: tensor<?x4xf32>) -> (tensor<1x?x4xf32>, index) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %m = tensor.dim %x, %c0 : tensor<?x4xf32>
  %e = tensor.empty(%m) : tensor<?xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %sq = arith.mulf %x, %x : tensor<?x4xf32>
  %sum = linalg.reduce {arith.addf} ins(%sq : tensor<?x4xf32>) outs(%init : tensor<?xf32>) dimensions = [1]
  %r = math.rsqrt %sum : tensor<?xf32>
  %rm = tensor.dim %r, %c0 : tensor<?xf32>
  %xe = tensor.expand_shape %x [[0, 1], [2]] output_shape [1, %m, 4] : tensor<?x4xf32> into tensor<1x?x4xf32>
  %re = tensor.expand_shape %r [[0, 1, 2]] output_shape [1, %m, 1] : tensor<?xf32> into tensor<1x?x1xf32>
  %ye = tensor.empty(%rm) : tensor<1x?x4xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%xe, %re : tensor<1x?x4xf32>, tensor<1x?x1xf32>) outs(%ye : tensor<1x?x4xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.mulf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<1x?x4xf32>
  return %y, %rm : tensor<1x?x4xf32>, index
}

// -----

// Rows in f32 that are normalised in f64.

// CHECK-LABEL: func @f64_over_f32(
// CHECK: rmsnorm.norm ins(%arg0 : tensor<8x4xf32>) outs(%{{.*}} : tensor<8x4xf32>) {compute_type = f64, epsilon = 1.250000e-01 : f64}
// CHECK-NEXT: return
func.func @f64_over_f32(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %zero = arith.constant dense<0.0> : tensor<8xf64>
  %four = arith.constant dense<4.0> : tensor<8xf64>
  %eps = arith.constant dense<0.125> : tensor<8xf64>
  %e = tensor.empty() : tensor<8x4xf64>
  %xd = arith.extf %x : tensor<8x4xf32> to tensor<8x4xf64>
  %sq = arith.mulf %xd, %xd : tensor<8x4xf64>
  %sum = linalg.reduce {arith.addf} ins(%sq : tensor<8x4xf64>) outs(%zero : tensor<8xf64>) dimensions = [1]
  %mean = arith.divf %sum, %four : tensor<8xf64>
  %v = arith.addf %mean, %eps : tensor<8xf64>
  %r = math.rsqrt %v : tensor<8xf64>
  %b = linalg.broadcast ins(%r : tensor<8xf64>) outs(%e : tensor<8x4xf64>) dimensions = [1]
  %n = arith.mulf %xd, %b : tensor<8x4xf64>
  %y = arith.truncf %n : tensor<8x4xf64> to tensor<8x4xf32>
  return %y : tensor<8x4xf32>
}

// -----

// A dynamic broadcast of TOSA, lowered: rows of which there may be one.

// CHECK-LABEL: func @lowered_broadcast(
// CHECK-NOT: scf.if
// CHECK: rmsnorm.norm ins(%arg0 : tensor<?x4xf32>) outs
// CHECK-NEXT: return
#map = affine_map<(d0, d1) -> (d0, d1)>
func.func @lowered_broadcast(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %m = tensor.dim %x, %c0 : tensor<?x4xf32>
  %is_one = arith.cmpi eq, %m, %c1 : index
  %xb = scf.if %is_one -> (tensor<?x4xf32>) {
    %0 = tensor.empty(%m) : tensor<?x4xf32>
    %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (0, d1)>, #map], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<?x4xf32>) outs(%0 : tensor<?x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4xf32>
    scf.yield %1 : tensor<?x4xf32>
  } else {
    scf.yield %x : tensor<?x4xf32>
  }
  %e = tensor.empty(%m) : tensor<?xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %sq = arith.mulf %xb, %xb : tensor<?x4xf32>
  %sum = linalg.reduce {arith.addf} ins(%sq : tensor<?x4xf32>) outs(%init : tensor<?xf32>) dimensions = [1]
  %r = math.rsqrt %sum : tensor<?xf32>
  %ye = tensor.empty(%m) : tensor<?x4xf32>
  %b = linalg.broadcast ins(%r : tensor<?xf32>) outs(%ye : tensor<?x4xf32>) dimensions = [1]
  %n = arith.mulf %xb, %b : tensor<?x4xf32>
  return %n : tensor<?x4xf32>
}

// -----

// The mean and the epsilon by one multiply-add. (A bias that is added by one
// stays: the op rounds the product.)

// CHECK-LABEL: func @fused_epsilon(
// CHECK: %[[N:.*]] = rmsnorm.norm ins(%arg0 : tensor<8x4xf32>) outs(%{{.*}}) {epsilon = 1.250000e-01 : f64}
// CHECK-NEXT: %[[Y:.*]] = math.fma %[[N]], %arg1, %arg2
// CHECK-NEXT: return %[[Y]]
func.func @fused_epsilon(%x: tensor<8x4xf32>, %w: tensor<8x4xf32>, %b: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %quarter = arith.constant dense<0.25> : tensor<8xf32>
  %eps = arith.constant dense<0.125> : tensor<8xf32>
  %e = tensor.empty() : tensor<8x4xf32>
  %sq = arith.mulf %x, %x : tensor<8x4xf32>
  %sum = linalg.reduce {arith.addf} ins(%sq : tensor<8x4xf32>) outs(%zero : tensor<8xf32>) dimensions = [1]
  %v = math.fma %sum, %quarter, %eps : tensor<8xf32>
  %r = math.rsqrt %v : tensor<8xf32>
  %rb = linalg.broadcast ins(%r : tensor<8xf32>) outs(%e : tensor<8x4xf32>) dimensions = [1]
  %n = arith.mulf %x, %rb : tensor<8x4xf32>
  %y = math.fma %n, %w, %b : tensor<8x4xf32>
  return %y : tensor<8x4xf32>
}

// -----

// The product in a multiply-add is in no tensor: what is added to it is no part
// of the row.

// CHECK-LABEL: func @fused_row(
// CHECK-NOT: rmsnorm.norm
func.func @fused_row(%x: tensor<8x4xf32>, %w: tensor<8x4xf32>, %b: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %e = tensor.empty() : tensor<8x4xf32>
  %xw = arith.mulf %x, %w : tensor<8x4xf32>
  %sq = arith.mulf %xw, %xw : tensor<8x4xf32>
  %sum = linalg.reduce {arith.addf} ins(%sq : tensor<8x4xf32>) outs(%zero : tensor<8xf32>) dimensions = [1]
  %r = math.rsqrt %sum : tensor<8xf32>
  %rb = linalg.broadcast ins(%r : tensor<8xf32>) outs(%e : tensor<8x4xf32>) dimensions = [1]
  %f = math.fma %x, %w, %b : tensor<8x4xf32>
  %n = arith.mulf %f, %rb : tensor<8x4xf32>
  return %n : tensor<8x4xf32>
}

// -----

// Rows that are stored as columns.

// CHECK-LABEL: func @columns(
// CHECK: %[[X:.*]] = linalg.transpose ins(%arg0 : tensor<4x?xf32>) outs(%{{.*}} : tensor<?x4xf32>) permutation = [1, 0]
// CHECK: rmsnorm.norm ins(%[[X]] : tensor<?x4xf32>) outs
// CHECK-NEXT: return
#columns = affine_map<(d0, d1) -> (d1, d0)>
#rows = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @columns(%x: tensor<4x?xf32>, %zero: tensor<?x4xf32>, %e: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %c1 = arith.constant 1 : index
  %f0 = arith.constant 0.0 : f32
  %m = tensor.dim %x, %c1 : tensor<4x?xf32>
  %e0 = tensor.empty(%m) : tensor<?xf32>
  %init = linalg.fill ins(%f0 : f32) outs(%e0 : tensor<?xf32>) -> tensor<?xf32>
  %sum = linalg.generic {indexing_maps = [#columns, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x?xf32>) outs(%init : tensor<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %in : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<?xf32>
  %y = linalg.generic {indexing_maps = [#columns, #row, #rows], iterator_types = ["parallel", "parallel"]} ins(%x, %sum : tensor<4x?xf32>, tensor<?xf32>) outs(%e : tensor<?x4xf32>) {
  ^bb0(%in: f32, %s: f32, %out: f32):
    %0 = math.rsqrt %s : f32
    %1 = arith.mulf %in, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// -----

// TOSA's way to write a dot product of each row with itself.

// CHECK-LABEL: func @products_of_matrices(
// CHECK: rmsnorm.norm ins(%arg0 : tensor<8x1x4xf32>) outs
// CHECK-NEXT: return
func.func @products_of_matrices(%x: tensor<8x1x4xf32>) -> tensor<8x1x4xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %shape = tosa.const_shape {values = dense<[8, 4, 1]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %xt = tosa.reshape %x, %shape : (tensor<8x1x4xf32>, !tosa.shape<3>) -> tensor<8x4x1xf32>
  %u = tosa.matmul %x, %xt, %zp, %zp : (tensor<8x1x4xf32>, tensor<8x4x1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<8x1x1xf32>
  %r = tosa.rsqrt %u : (tensor<8x1x1xf32>) -> tensor<8x1x1xf32>
  %n = tosa.mul %x, %r, %s : (tensor<8x1x4xf32>, tensor<8x1x1xf32>, tensor<1xi8>) -> tensor<8x1x4xf32>
  return %n : tensor<8x1x4xf32>
}

// -----

// The product of two different rows.

// CHECK-LABEL: func @other_product_of_matrices(
// CHECK-NOT: rmsnorm.norm
func.func @other_product_of_matrices(%x: tensor<8x1x4xf32>, %z: tensor<8x4x1xf32>) -> tensor<8x1x4xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %u = tosa.matmul %x, %z, %zp, %zp : (tensor<8x1x4xf32>, tensor<8x4x1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<8x1x1xf32>
  %r = tosa.rsqrt %u : (tensor<8x1x1xf32>) -> tensor<8x1x1xf32>
  %n = tosa.mul %x, %r, %s : (tensor<8x1x4xf32>, tensor<8x1x1xf32>, tensor<1xi8>) -> tensor<8x1x4xf32>
  return %n : tensor<8x1x4xf32>
}

// -----

// A weight that is computed where it is multiplied with the root: no tensor holds
// it, until the op needs one.

// CHECK-LABEL: func @computed_weight(
// CHECK: %[[W:.*]] = linalg.generic {{.*}} ins(%arg1 : tensor<4xf32>) outs(%{{.*}} : tensor<4xf32>)
// CHECK: arith.subf
// CHECK: %[[N:.*]] = rmsnorm.norm ins(%arg0 : tensor<8x4xf32>) weight(%[[W]] : tensor<4xf32>) outs
// CHECK-NEXT: return %[[N]]
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#column = affine_map<(d0, d1) -> (d1)>
func.func @computed_weight(%x: tensor<8x4xf32>, %w: tensor<4xf32>) -> tensor<8x4xf32> {
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<8x4xf32>
  %sq = arith.mulf %x, %x : tensor<8x4xf32>
  %u = linalg.reduce {arith.addf} ins(%sq : tensor<8x4xf32>) outs(%zero : tensor<8xf32>) dimensions = [1]
  %y = linalg.generic {indexing_maps = [#id, #row, #column, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %u, %w : tensor<8x4xf32>, tensor<8xf32>, tensor<4xf32>) outs(%e : tensor<8x4xf32>) {
  ^bb0(%a: f32, %s: f32, %b: f32, %out: f32):
    %r = math.rsqrt %s : f32
    %c = arith.subf %one, %b : f32
    %rw = arith.mulf %r, %c : f32
    %n = arith.mulf %a, %rw : f32
    linalg.yield %n : f32
  } -> tensor<8x4xf32>
  return %y : tensor<8x4xf32>
}

// -----

// Scaled squares that are summed over one axis after the other.

// CHECK-LABEL: func @scaled_squares_of_two_axes(
// CHECK: rmsnorm.norm ins(%arg0 : tensor<8x2x4xf32>) outs(%{{.*}}) {axes = 2 : i64, epsilon = 0.000000e+00 : f64}
// CHECK-NEXT: return
func.func @scaled_squares_of_two_axes(%x: tensor<8x2x4xf32>) -> tensor<8x2x4xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %eighth = arith.constant dense<0.125> : tensor<8x2x4xf32>
  %xs = arith.mulf %x, %eighth : tensor<8x2x4xf32>
  %sq = arith.mulf %x, %xs : tensor<8x2x4xf32>
  %t = tosa.reduce_sum %sq {axis = 2 : i32} : (tensor<8x2x4xf32>) -> tensor<8x2x1xf32>
  %u = tosa.reduce_sum %t {axis = 1 : i32} : (tensor<8x2x1xf32>) -> tensor<8x1x1xf32>
  %r = tosa.rsqrt %u : (tensor<8x1x1xf32>) -> tensor<8x1x1xf32>
  %n = tosa.mul %x, %r, %s : (tensor<8x2x4xf32>, tensor<8x1x1xf32>, tensor<1xi8>) -> tensor<8x2x4xf32>
  return %n : tensor<8x2x4xf32>
}

// -----

// An extent of a reshaped value that the norm replaces.

// CHECK-LABEL: func @extent_of_reshape(
// CHECK: %[[X:.*]] = rmsnorm.norm ins(%arg0 : tensor<?x4xf32>) outs(%{{.*}} : tensor<?x4xbf16>)
// CHECK-NOT: rmsnorm.norm
// CHECK: return %[[X]]
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @extent_of_reshape(%x: tensor<?x4xf32>) -> tensor<?x4xbf16> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %dim = tensor.dim %x, %c0 : tensor<?x4xf32>
  %e = tensor.empty(%dim) : tensor<?x4xf32>
  %e1 = tensor.empty(%dim) : tensor<?xf32>
  %i = linalg.fill ins(%z : f32) outs(%e1 : tensor<?xf32>) -> tensor<?xf32>
  %sq = arith.mulf %x, %x : tensor<?x4xf32>
  %u = linalg.reduce {arith.addf} ins(%sq : tensor<?x4xf32>) outs(%i : tensor<?xf32>) dimensions = [1]
  %r = math.rsqrt %u : tensor<?xf32>
  %rb = linalg.broadcast ins(%r : tensor<?xf32>) outs(%e : tensor<?x4xf32>) dimensions = [1]
  %x3 = tensor.expand_shape %x [[0], [1, 2]] output_shape [%dim, 1, 4] : tensor<?x4xf32> into tensor<?x1x4xf32>
  %r3 = tensor.expand_shape %rb [[0], [1, 2]] output_shape [%dim, 1, 4] : tensor<?x4xf32> into tensor<?x1x4xf32>
  %n = arith.mulf %x3, %r3 : tensor<?x1x4xf32>
  %n2 = tensor.collapse_shape %n [[0, 1], [2]] : tensor<?x1x4xf32> into tensor<?x4xf32>
  %dim2 = tensor.dim %n2, %c0 : tensor<?x4xf32>
  %e2 = tensor.empty(%dim2) : tensor<?x4xbf16>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%n2 : tensor<?x4xf32>) outs(%e2 : tensor<?x4xbf16>) {
  ^bb0(%a: f32, %out: bf16):
    %b = arith.truncf %a : f32 to bf16
    linalg.yield %b : bf16
  } -> tensor<?x4xbf16>
  return %y : tensor<?x4xbf16>
}
