// RUN: rmsnorm-opt %s --rmsnorm-raise --split-input-file | FileCheck %s --check-prefixes=CHECK,EXACT
// RUN: rmsnorm-opt %s --rmsnorm-raise=allow-widening --split-input-file | FileCheck %s --check-prefixes=CHECK,WIDE

// Norms that round to 16 bits at each step.

// -----

// Rounded at each step, as the op computes in 16 bits.

// CHECK-LABEL: func @steps(
// CHECK: rmsnorm.norm ins(%arg0 : tensor<8x4xbf16>) weight(%{{.*}} : tensor<4xbf16>)
// EXACT-SAME: {compute_type = bf16, epsilon = 1.250000e-01 : f64}
// WIDE-SAME: {epsilon = 1.250000e-01 : f64}
// CHECK-NEXT: return
func.func @steps(%x: tensor<8x4xbf16>, %w: tensor<1x4xbf16>) -> tensor<8x4xbf16> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.25> : tensor<1x1xbf16>}> : () -> tensor<1x1xbf16>
  %eps = "tosa.const"() <{values = dense<0.125> : tensor<1x1xbf16>}> : () -> tensor<1x1xbf16>
  %sq = tosa.mul %x, %x, %s : (tensor<8x4xbf16>, tensor<8x4xbf16>, tensor<1xi8>) -> tensor<8x4xbf16>
  %u = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xbf16>) -> tensor<8x1xbf16>
  %mean = tosa.mul %u, %inv, %s : (tensor<8x1xbf16>, tensor<1x1xbf16>, tensor<1xi8>) -> tensor<8x1xbf16>
  %v = tosa.add %mean, %eps : (tensor<8x1xbf16>, tensor<1x1xbf16>) -> tensor<8x1xbf16>
  %r = tosa.rsqrt %v : (tensor<8x1xbf16>) -> tensor<8x1xbf16>
  %n = tosa.mul %x, %r, %s : (tensor<8x4xbf16>, tensor<8x1xbf16>, tensor<1xi8>) -> tensor<8x4xbf16>
  %y = tosa.mul %n, %w, %s : (tensor<8x4xbf16>, tensor<1x4xbf16>, tensor<1xi8>) -> tensor<8x4xbf16>
  return %y : tensor<8x4xbf16>
}

// -----

// A division by N that is no power of two.

// CHECK-LABEL: func @quotient(
// CHECK: rmsnorm.norm ins(%arg0 : tensor<8x3xbf16>)
// EXACT-SAME: {compute_type = bf16, epsilon = 1.250000e-01 : f64}
func.func @quotient(%x: tensor<8x3xbf16>) -> tensor<8x3xbf16> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.25> : tensor<1x1xbf16>}> : () -> tensor<1x1xbf16>
  %eps = "tosa.const"() <{values = dense<0.125> : tensor<1x1xbf16>}> : () -> tensor<1x1xbf16>
  %three = arith.constant dense<3.0> : tensor<8x1xbf16>
  %sq = tosa.mul %x, %x, %s : (tensor<8x3xbf16>, tensor<8x3xbf16>, tensor<1xi8>) -> tensor<8x3xbf16>
  %u = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x3xbf16>) -> tensor<8x1xbf16>
  %mean = arith.divf %u, %three : tensor<8x1xbf16>
  %v = tosa.add %mean, %eps : (tensor<8x1xbf16>, tensor<1x1xbf16>) -> tensor<8x1xbf16>
  %r = tosa.rsqrt %v : (tensor<8x1xbf16>) -> tensor<8x1xbf16>
  %y = tosa.mul %x, %r, %s : (tensor<8x3xbf16>, tensor<8x1xbf16>, tensor<1xi8>) -> tensor<8x3xbf16>
  return %y : tensor<8x3xbf16>
}

// -----

// A product with 1/3 is not the quotient, but an attribute of its own.

// CHECK-LABEL: func @product(
// CHECK: rmsnorm.norm ins(%arg0 : tensor<8x3xbf16>)
// EXACT-SAME: {compute_type = bf16, epsilon = 1.250000e-01 : f64, statistic = #rmsnorm.statistic<reciprocal_mean>}
func.func @product(%x: tensor<8x3xbf16>) -> tensor<8x3xbf16> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.25> : tensor<1x1xbf16>}> : () -> tensor<1x1xbf16>
  %eps = "tosa.const"() <{values = dense<0.125> : tensor<1x1xbf16>}> : () -> tensor<1x1xbf16>
  %third = "tosa.const"() <{values = dense<0.333984> : tensor<1x1xbf16>}> : () -> tensor<1x1xbf16>
  %sq = tosa.mul %x, %x, %s : (tensor<8x3xbf16>, tensor<8x3xbf16>, tensor<1xi8>) -> tensor<8x3xbf16>
  %u = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x3xbf16>) -> tensor<8x1xbf16>
  %mean = tosa.mul %u, %third, %s : (tensor<8x1xbf16>, tensor<1x1xbf16>, tensor<1xi8>) -> tensor<8x1xbf16>
  %v = tosa.add %mean, %eps : (tensor<8x1xbf16>, tensor<1x1xbf16>) -> tensor<8x1xbf16>
  %r = tosa.rsqrt %v : (tensor<8x1xbf16>) -> tensor<8x1xbf16>
  %y = tosa.mul %x, %r, %s : (tensor<8x3xbf16>, tensor<8x1xbf16>, tensor<1xi8>) -> tensor<8x3xbf16>
  return %y : tensor<8x3xbf16>
}

// -----

// Neither the quotient nor the rounded reciprocal.

// CHECK-LABEL: func @other_factor(
// CHECK-NOT: rmsnorm.norm
func.func @other_factor(%x: tensor<8x3xbf16>) -> tensor<8x3xbf16> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.25> : tensor<1x1xbf16>}> : () -> tensor<1x1xbf16>
  %eps = "tosa.const"() <{values = dense<0.125> : tensor<1x1xbf16>}> : () -> tensor<1x1xbf16>
  %third = "tosa.const"() <{values = dense<0.332031> : tensor<1x1xbf16>}> : () -> tensor<1x1xbf16>
  %sq = tosa.mul %x, %x, %s : (tensor<8x3xbf16>, tensor<8x3xbf16>, tensor<1xi8>) -> tensor<8x3xbf16>
  %u = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x3xbf16>) -> tensor<8x1xbf16>
  %mean = tosa.mul %u, %third, %s : (tensor<8x1xbf16>, tensor<1x1xbf16>, tensor<1xi8>) -> tensor<8x1xbf16>
  %v = tosa.add %mean, %eps : (tensor<8x1xbf16>, tensor<1x1xbf16>) -> tensor<8x1xbf16>
  %r = tosa.rsqrt %v : (tensor<8x1xbf16>) -> tensor<8x1xbf16>
  %y = tosa.mul %x, %r, %s : (tensor<8x3xbf16>, tensor<8x1xbf16>, tensor<1xi8>) -> tensor<8x3xbf16>
  return %y : tensor<8x3xbf16>
}

// -----

// The weight is multiplied with the root first.

// CHECK-LABEL: func @grouped(
// CHECK-NOT: rmsnorm.norm ins({{.*}} weight
func.func @grouped(%x: tensor<8x4xbf16>, %w: tensor<1x4xbf16>) -> tensor<8x4xbf16> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.25> : tensor<1x1xbf16>}> : () -> tensor<1x1xbf16>
  %eps = "tosa.const"() <{values = dense<0.125> : tensor<1x1xbf16>}> : () -> tensor<1x1xbf16>
  %sq = tosa.mul %x, %x, %s : (tensor<8x4xbf16>, tensor<8x4xbf16>, tensor<1xi8>) -> tensor<8x4xbf16>
  %u = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xbf16>) -> tensor<8x1xbf16>
  %mean = tosa.mul %u, %inv, %s : (tensor<8x1xbf16>, tensor<1x1xbf16>, tensor<1xi8>) -> tensor<8x1xbf16>
  %v = tosa.add %mean, %eps : (tensor<8x1xbf16>, tensor<1x1xbf16>) -> tensor<8x1xbf16>
  %r = tosa.rsqrt %v : (tensor<8x1xbf16>) -> tensor<8x1xbf16>
  %rw = tosa.mul %r, %w, %s : (tensor<8x1xbf16>, tensor<1x4xbf16>, tensor<1xi8>) -> tensor<8x4xbf16>
  %y = tosa.mul %x, %rw, %s : (tensor<8x4xbf16>, tensor<8x4xbf16>, tensor<1xi8>) -> tensor<8x4xbf16>
  return %y : tensor<8x4xbf16>
}

// -----

// A root and a reciprocal round twice.

// CHECK-LABEL: func @two_roundings(
// CHECK: rmsnorm.norm ins(%arg0 : tensor<8x4xbf16>)
// EXACT-SAME: {compute_type = bf16, epsilon = 1.250000e-01 : f64, root = #rmsnorm.root<reciprocal>}
func.func @two_roundings(%x: tensor<8x4xbf16>) -> tensor<8x4xbf16> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.25> : tensor<1x1xbf16>}> : () -> tensor<1x1xbf16>
  %eps = "tosa.const"() <{values = dense<0.125> : tensor<1x1xbf16>}> : () -> tensor<1x1xbf16>
  %sq = tosa.mul %x, %x, %s : (tensor<8x4xbf16>, tensor<8x4xbf16>, tensor<1xi8>) -> tensor<8x4xbf16>
  %u = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xbf16>) -> tensor<8x1xbf16>
  %mean = tosa.mul %u, %inv, %s : (tensor<8x1xbf16>, tensor<1x1xbf16>, tensor<1xi8>) -> tensor<8x1xbf16>
  %v = tosa.add %mean, %eps : (tensor<8x1xbf16>, tensor<1x1xbf16>) -> tensor<8x1xbf16>
  %q = math.sqrt %v : tensor<8x1xbf16>
  %r = tosa.reciprocal %q : (tensor<8x1xbf16>) -> tensor<8x1xbf16>
  %y = tosa.mul %x, %r, %s : (tensor<8x4xbf16>, tensor<8x1xbf16>, tensor<1xi8>) -> tensor<8x4xbf16>
  return %y : tensor<8x4xbf16>
}

// -----

// A row over its root.

// CHECK-LABEL: func @divided(
// CHECK: rmsnorm.norm ins(%arg0 : tensor<8x4xf16>) weight(%{{.*}} : tensor<4xf16>)
// EXACT-SAME: {compute_type = f16, epsilon = 0.000000e+00 : f64, root = #rmsnorm.root<divide>}
func.func @divided(%x: tensor<8x4xf16>, %weight: tensor<4xf16>) -> tensor<8x4xf16> {
  %zero = arith.constant dense<0.0> : tensor<8xf16>
  %e = tensor.empty() : tensor<8x4xf16>
  %u = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<8x4xf16>) outs(%zero : tensor<8xf16>) {
  ^bb0(%in: f16, %out: f16):
    %0 = arith.mulf %in, %in : f16
    %1 = arith.addf %0, %out : f16
    linalg.yield %1 : f16
  } -> tensor<8xf16>
  %y = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x, %u, %weight : tensor<8x4xf16>, tensor<8xf16>, tensor<4xf16>) outs(%e : tensor<8x4xf16>) {
  ^bb0(%in: f16, %sum: f16, %scale: f16, %out: f16):
    %n = arith.constant 4.0 : f16
    %0 = arith.divf %sum, %n : f16
    %1 = math.sqrt %0 : f16
    %2 = arith.divf %in, %1 : f16
    %3 = arith.mulf %2, %scale : f16
    linalg.yield %3 : f16
  } -> tensor<8x4xf16>
  return %y : tensor<8x4xf16>
}

// -----

// Where the weight is multiplied with the row first, the root alone is the op's.

// CHECK-LABEL: func @weighted_row(
// EXACT: %[[N:.*]]:2 = rmsnorm.norm ins(%arg0 : tensor<8x4xbf16>) outs(%{{.*}} : tensor<8x4xbf16>) rstd(%{{.*}} : tensor<8xbf16>) {compute_type = bf16, epsilon = 0.000000e+00 : f64, statistic = #rmsnorm.statistic<sum>}
// EXACT: %[[R:.*]] = tensor.expand_shape %[[N]]#1
// EXACT: %[[XW:.*]] = tosa.mul %arg0, %arg1
// EXACT: tosa.mul %[[XW]], %[[R]]
func.func @weighted_row(%x: tensor<8x4xbf16>, %w: tensor<1x4xbf16>) -> tensor<8x4xbf16> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %sq = tosa.mul %x, %x, %s : (tensor<8x4xbf16>, tensor<8x4xbf16>, tensor<1xi8>) -> tensor<8x4xbf16>
  %u = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xbf16>) -> tensor<8x1xbf16>
  %r = tosa.rsqrt %u : (tensor<8x1xbf16>) -> tensor<8x1xbf16>
  %xw = tosa.mul %x, %w, %s : (tensor<8x4xbf16>, tensor<1x4xbf16>, tensor<1xi8>) -> tensor<8x4xbf16>
  %n = tosa.mul %xw, %r, %s : (tensor<8x4xbf16>, tensor<8x1xbf16>, tensor<1xi8>) -> tensor<8x4xbf16>
  return %n : tensor<8x4xbf16>
}

// -----

// A step in another type.

// CHECK-LABEL: func @cast_between(
// CHECK-NOT: rmsnorm.norm
func.func @cast_between(%x: tensor<8x4xbf16>) -> tensor<8x4xbf16> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.25> : tensor<1x1xbf16>}> : () -> tensor<1x1xbf16>
  %eps = "tosa.const"() <{values = dense<0.125> : tensor<1x1xbf16>}> : () -> tensor<1x1xbf16>
  %wide = tosa.cast %x : (tensor<8x4xbf16>) -> tensor<8x4xf32>
  %sqw = tosa.mul %wide, %wide, %s : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %sq = tosa.cast %sqw : (tensor<8x4xf32>) -> tensor<8x4xbf16>
  %u = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xbf16>) -> tensor<8x1xbf16>
  %mean = tosa.mul %u, %inv, %s : (tensor<8x1xbf16>, tensor<1x1xbf16>, tensor<1xi8>) -> tensor<8x1xbf16>
  %v = tosa.add %mean, %eps : (tensor<8x1xbf16>, tensor<1x1xbf16>) -> tensor<8x1xbf16>
  %r = tosa.rsqrt %v : (tensor<8x1xbf16>) -> tensor<8x1xbf16>
  %y = tosa.mul %x, %r, %s : (tensor<8x4xbf16>, tensor<8x1xbf16>, tensor<1xi8>) -> tensor<8x4xbf16>
  return %y : tensor<8x4xbf16>
}

// -----

// A LayerNorm in 16 bits.

// CHECK-LABEL: func @layer_norm(
// CHECK: rmsnorm.norm ins(%arg0 : tensor<8x4xbf16>) outs
// EXACT-SAME: {center, compute_type = bf16, epsilon = 1.250000e-01 : f64}
// WIDE-SAME: {center, epsilon = 1.250000e-01 : f64}
func.func @layer_norm(%x: tensor<8x4xbf16>) -> tensor<8x4xbf16> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.25> : tensor<1x1xbf16>}> : () -> tensor<1x1xbf16>
  %eps = "tosa.const"() <{values = dense<0.125> : tensor<1x1xbf16>}> : () -> tensor<1x1xbf16>
  %t = tosa.reduce_sum %x {axis = 1 : i32} : (tensor<8x4xbf16>) -> tensor<8x1xbf16>
  %m = tosa.mul %t, %inv, %s : (tensor<8x1xbf16>, tensor<1x1xbf16>, tensor<1xi8>) -> tensor<8x1xbf16>
  %d = tosa.sub %x, %m : (tensor<8x4xbf16>, tensor<8x1xbf16>) -> tensor<8x4xbf16>
  %sq = tosa.mul %d, %d, %s : (tensor<8x4xbf16>, tensor<8x4xbf16>, tensor<1xi8>) -> tensor<8x4xbf16>
  %u = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xbf16>) -> tensor<8x1xbf16>
  %mean = tosa.mul %u, %inv, %s : (tensor<8x1xbf16>, tensor<1x1xbf16>, tensor<1xi8>) -> tensor<8x1xbf16>
  %v = tosa.add %mean, %eps : (tensor<8x1xbf16>, tensor<1x1xbf16>) -> tensor<8x1xbf16>
  %r = tosa.rsqrt %v : (tensor<8x1xbf16>) -> tensor<8x1xbf16>
  %n = tosa.mul %d, %r, %s : (tensor<8x4xbf16>, tensor<8x1xbf16>, tensor<1xi8>) -> tensor<8x4xbf16>
  return %n : tensor<8x4xbf16>
}
