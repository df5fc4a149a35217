// RUN: rmsnorm-opt %s --rmsnorm-raise --split-input-file | FileCheck %s --check-prefixes=CHECK,EXACT
// RUN: rmsnorm-opt %s --rmsnorm-raise=allow-widening --split-input-file | FileCheck %s --check-prefixes=CHECK,WIDE

// Norms that round to 16 bits at each step.

// -----

// Rounded at each step, as the op computes in 16 bits.

// CHECK-LABEL: func @steps(
// CHECK: rmsnorm.norm ins(%arg0 : tensor<8x4xbf16>) weight(%{{.*}} : tensor<4xbf16>)
// EXACT-SAME: {accumulator_type = f32, compute_type = bf16, epsilon = 1.250000e-01 : f64, root = #rmsnorm.root<reciprocal>}
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
// EXACT-SAME: {accumulator_type = f32, compute_type = bf16, epsilon = 1.250000e-01 : f64, root = #rmsnorm.root<reciprocal>}
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
// EXACT-SAME: {accumulator_type = f32, compute_type = bf16, epsilon = 1.250000e-01 : f64, root = #rmsnorm.root<reciprocal>, statistic = #rmsnorm.statistic<reciprocal_mean>}
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
// EXACT-SAME: {accumulator_type = f32, compute_type = bf16, epsilon = 1.250000e-01 : f64, root = #rmsnorm.root<reciprocal>}
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
// EXACT: %[[N:.*]]:2 = rmsnorm.norm ins(%arg0 : tensor<8x4xbf16>) outs(%{{.*}} : tensor<8x4xbf16>) rstd(%{{.*}} : tensor<8xbf16>) {accumulator_type = f32, compute_type = bf16, epsilon = 0.000000e+00 : f64, root = #rmsnorm.root<reciprocal>, statistic = #rmsnorm.statistic<sum>}
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
// EXACT-SAME: {accumulator_type = f32, center, compute_type = bf16, epsilon = 1.250000e-01 : f64, root = #rmsnorm.root<reciprocal>}
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

// -----

// Added up in 16 bits, as linalg does without a wider accumulator.

// CHECK-LABEL: func @sum_in_16_bits(
// CHECK: rmsnorm.norm ins(%arg0 : tensor<8x4xbf16>)
// EXACT-SAME: {compute_type = bf16, epsilon = 1.250000e-01 : f64, root = #rmsnorm.root<reciprocal>}
// WIDE-SAME: {epsilon = 1.250000e-01 : f64}
#map = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0, 0)>
func.func @sum_in_16_bits(%x: tensor<8x4xbf16>) -> tensor<8x4xbf16> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %zero = arith.constant dense<0.0> : tensor<8x1xbf16>
  %four = arith.constant dense<4.0> : tensor<8x1xbf16>
  %eps = arith.constant dense<0.125> : tensor<8x1xbf16>
  %u = linalg.generic {indexing_maps = [#map, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<8x4xbf16>) outs(%zero : tensor<8x1xbf16>) {
  ^bb0(%in: bf16, %out: bf16):
    %0 = arith.mulf %in, %in : bf16
    %1 = arith.addf %out, %0 : bf16
    linalg.yield %1 : bf16
  } -> tensor<8x1xbf16>
  %m = arith.divf %u, %four : tensor<8x1xbf16>
  %v = arith.addf %m, %eps : tensor<8x1xbf16>
  %r = math.rsqrt %v : tensor<8x1xbf16>
  %y = tosa.mul %x, %r, %s : (tensor<8x4xbf16>, tensor<8x1xbf16>, tensor<1xi8>) -> tensor<8x4xbf16>
  return %y : tensor<8x4xbf16>
}

// -----

// tosa.reduce_sum of f16 is lowered so, too.

// CHECK-LABEL: func @sum_of_f16(
// CHECK: rmsnorm.norm ins(%arg0 : tensor<8x4xf16>)
// EXACT-SAME: {compute_type = f16, epsilon = 1.250000e-01 : f64, root = #rmsnorm.root<reciprocal>, statistic = #rmsnorm.statistic<sum>}
func.func @sum_of_f16(%x: tensor<8x4xf16>) -> tensor<8x4xf16> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %eps = arith.constant dense<0.125> : tensor<8x1xf16>
  %sq = tosa.mul %x, %x, %s : (tensor<8x4xf16>, tensor<8x4xf16>, tensor<1xi8>) -> tensor<8x4xf16>
  %u = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xf16>) -> tensor<8x1xf16>
  %v = arith.addf %u, %eps : tensor<8x1xf16>
  %r = math.rsqrt %v : tensor<8x1xf16>
  %y = tosa.mul %x, %r, %s : (tensor<8x4xf16>, tensor<8x1xf16>, tensor<1xi8>) -> tensor<8x4xf16>
  return %y : tensor<8x4xf16>
}

// -----

// Terms of 16 bits that are added up in f32; the sum is rounded, then divided.

// CHECK-LABEL: func @sum_in_f32(
// CHECK: rmsnorm.norm ins(%arg0 : tensor<8x3xf16>)
// EXACT-SAME: {accumulator_type = f32, compute_type = f16, epsilon = 1.250000e-01 : f64, root = #rmsnorm.root<reciprocal>}
// WIDE-SAME: {epsilon = 1.250000e-01 : f64}
#map = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0, 0)>
func.func @sum_in_f32(%x: tensor<8x3xf16>) -> tensor<8x3xf16> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %zero = arith.constant dense<0.0> : tensor<8x1xf32>
  %three = arith.constant dense<3.0> : tensor<8x1xf16>
  %eps = arith.constant dense<0.125> : tensor<8x1xf16>
  %t = linalg.generic {indexing_maps = [#map, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<8x3xf16>) outs(%zero : tensor<8x1xf32>) {
  ^bb0(%in: f16, %out: f32):
    %0 = arith.mulf %in, %in : f16
    %1 = arith.extf %0 : f16 to f32
    %2 = arith.addf %out, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<8x1xf32>
  %u = arith.truncf %t : tensor<8x1xf32> to tensor<8x1xf16>
  %m = arith.divf %u, %three : tensor<8x1xf16>
  %v = arith.addf %m, %eps : tensor<8x1xf16>
  %r = math.rsqrt %v : tensor<8x1xf16>
  %y = tosa.mul %x, %r, %s : (tensor<8x3xf16>, tensor<8x1xf16>, tensor<1xi8>) -> tensor<8x3xf16>
  return %y : tensor<8x3xf16>
}

// -----

// Divided, then rounded: means as JAX takes them, here of a LayerNorm.

// CHECK-LABEL: func @wide_means(
// CHECK: rmsnorm.norm ins(%arg0 : tensor<8x3xbf16>) outs
// EXACT-SAME: {accumulator_type = f32, center, compute_type = bf16, epsilon = 1.250000e-01 : f64, root = #rmsnorm.root<reciprocal>, statistic = #rmsnorm.statistic<wide_mean>}
// WIDE-SAME: {center, epsilon = 1.250000e-01 : f64}
func.func @wide_means(%x: tensor<8x3xbf16>) -> tensor<8x3xbf16> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %three = arith.constant dense<3.0> : tensor<8x1xf32>
  %eps = arith.constant dense<0.125> : tensor<8x1xbf16>
  %xw = tosa.cast %x : (tensor<8x3xbf16>) -> tensor<8x3xf32>
  %t = tosa.reduce_sum %xw {axis = 1 : i32} : (tensor<8x3xf32>) -> tensor<8x1xf32>
  %mw = arith.divf %t, %three : tensor<8x1xf32>
  %m = tosa.cast %mw : (tensor<8x1xf32>) -> tensor<8x1xbf16>
  %d = tosa.sub %x, %m : (tensor<8x3xbf16>, tensor<8x1xbf16>) -> tensor<8x3xbf16>
  %sq = tosa.mul %d, %d, %s : (tensor<8x3xbf16>, tensor<8x3xbf16>, tensor<1xi8>) -> tensor<8x3xbf16>
  %sqw = tosa.cast %sq : (tensor<8x3xbf16>) -> tensor<8x3xf32>
  %u = tosa.reduce_sum %sqw {axis = 1 : i32} : (tensor<8x3xf32>) -> tensor<8x1xf32>
  %vw = arith.divf %u, %three : tensor<8x1xf32>
  %v = tosa.cast %vw : (tensor<8x1xf32>) -> tensor<8x1xbf16>
  %e = tosa.add %v, %eps : (tensor<8x1xbf16>, tensor<8x1xbf16>) -> tensor<8x1xbf16>
  %r = tosa.rsqrt %e : (tensor<8x1xbf16>) -> tensor<8x1xbf16>
  %n = tosa.mul %d, %r, %s : (tensor<8x3xbf16>, tensor<8x1xbf16>, tensor<1xi8>) -> tensor<8x3xbf16>
  return %n : tensor<8x3xbf16>
}

// -----

// The statistic in f32, rounded once.

// CHECK-LABEL: func @statistic_in_f32(
// CHECK: rmsnorm.norm ins(%arg0 : tensor<8x3xf16>)
// EXACT-SAME: {compute_type = f16, epsilon = 1.250000e-01 : f64, root = #rmsnorm.root<reciprocal>, statistic_type = f32}
// WIDE-SAME: {epsilon = 1.250000e-01 : f64}
func.func @statistic_in_f32(%x: tensor<8x3xf16>) -> tensor<8x3xf16> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %three = arith.constant dense<3.0> : tensor<8x1xf32>
  %eps = arith.constant dense<0.125> : tensor<8x1xf16>
  %xw = tosa.cast %x : (tensor<8x3xf16>) -> tensor<8x3xf32>
  %sq = tosa.mul %xw, %xw, %s : (tensor<8x3xf32>, tensor<8x3xf32>, tensor<1xi8>) -> tensor<8x3xf32>
  %u = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x3xf32>) -> tensor<8x1xf32>
  %vw = arith.divf %u, %three : tensor<8x1xf32>
  %v = tosa.cast %vw : (tensor<8x1xf32>) -> tensor<8x1xf16>
  %e = tosa.add %v, %eps : (tensor<8x1xf16>, tensor<8x1xf16>) -> tensor<8x1xf16>
  %r = tosa.rsqrt %e : (tensor<8x1xf16>) -> tensor<8x1xf16>
  %n = tosa.mul %x, %r, %s : (tensor<8x3xf16>, tensor<8x1xf16>, tensor<1xi8>) -> tensor<8x3xf16>
  return %n : tensor<8x3xf16>
}

// -----

// x.mean() and x.var(): the variance in f64, about a mean of its own.

// CHECK-LABEL: func @variance_in_f64(
// CHECK: rmsnorm.norm ins(%arg0 : tensor<8x3xbf16>) outs
// EXACT-SAME: {accumulator_type = f32, center, compute_type = bf16, epsilon = 1.250000e-01 : f64, root = #rmsnorm.root<reciprocal>, statistic = #rmsnorm.statistic<reciprocal_mean>, statistic_type = f32}
// WIDE-SAME: {center, epsilon = 1.250000e-01 : f64
// CHECK-NEXT: return
func.func @variance_in_f64(%x: tensor<8x3xbf16>) -> tensor<8x3xbf16> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %third = arith.constant dense<0.333984> : tensor<8x1xbf16>
  %thirdw = arith.constant dense<0.3333333333333333> : tensor<8x1xf64>
  %eps = arith.constant dense<0.125> : tensor<8x1xbf16>
  %t = tosa.reduce_sum %x {axis = 1 : i32} : (tensor<8x3xbf16>) -> tensor<8x1xbf16>
  %m = arith.mulf %t, %third : tensor<8x1xbf16>
  %xw = tosa.cast %x : (tensor<8x3xbf16>) -> tensor<8x3xf64>
  %tw = tosa.reduce_sum %xw {axis = 1 : i32} : (tensor<8x3xf64>) -> tensor<8x1xf64>
  %mw = arith.mulf %tw, %thirdw : tensor<8x1xf64>
  %dw = tosa.sub %xw, %mw : (tensor<8x3xf64>, tensor<8x1xf64>) -> tensor<8x3xf64>
  %sq = tosa.mul %dw, %dw, %s : (tensor<8x3xf64>, tensor<8x3xf64>, tensor<1xi8>) -> tensor<8x3xf64>
  %u = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x3xf64>) -> tensor<8x1xf64>
  %vw = arith.mulf %u, %thirdw : tensor<8x1xf64>
  %v = tosa.cast %vw : (tensor<8x1xf64>) -> tensor<8x1xbf16>
  %d = tosa.sub %x, %m : (tensor<8x3xbf16>, tensor<8x1xbf16>) -> tensor<8x3xbf16>
  %e = tosa.add %v, %eps : (tensor<8x1xbf16>, tensor<8x1xbf16>) -> tensor<8x1xbf16>
  %r = tosa.rsqrt %e : (tensor<8x1xbf16>) -> tensor<8x1xbf16>
  %n = tosa.mul %d, %r, %s : (tensor<8x3xbf16>, tensor<8x1xbf16>, tensor<1xi8>) -> tensor<8x3xbf16>
  return %n : tensor<8x3xbf16>
}

// -----

// A variance of rows that are rounded when their mean is subtracted is the
// statistic of these.

// CHECK-LABEL: func @statistic_of_centred(
// CHECK: %[[D:.*]] = tosa.sub
// EXACT: rmsnorm.norm ins(%[[D]] : tensor<8x4xbf16>) outs
// EXACT-SAME: {compute_type = bf16, epsilon = 1.250000e-01 : f64, root = #rmsnorm.root<reciprocal>, statistic_type = f32}
func.func @statistic_of_centred(%x: tensor<8x4xbf16>, %m: tensor<8x1xbf16>) -> tensor<8x4xbf16> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %four = arith.constant dense<4.0> : tensor<8x1xf32>
  %eps = arith.constant dense<0.125> : tensor<8x1xbf16>
  %d = tosa.sub %x, %m : (tensor<8x4xbf16>, tensor<8x1xbf16>) -> tensor<8x4xbf16>
  %dw = tosa.cast %d : (tensor<8x4xbf16>) -> tensor<8x4xf32>
  %sq = tosa.mul %dw, %dw, %s : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %u = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %vw = arith.divf %u, %four : tensor<8x1xf32>
  %v = tosa.cast %vw : (tensor<8x1xf32>) -> tensor<8x1xbf16>
  %e = tosa.add %v, %eps : (tensor<8x1xbf16>, tensor<8x1xbf16>) -> tensor<8x1xbf16>
  %r = tosa.rsqrt %e : (tensor<8x1xbf16>) -> tensor<8x1xbf16>
  %n = tosa.mul %d, %r, %s : (tensor<8x4xbf16>, tensor<8x1xbf16>, tensor<1xi8>) -> tensor<8x4xbf16>
  return %n : tensor<8x4xbf16>
}

// -----

// Squares that are not rounded, of a sum that is, before it is divided.

// CHECK-LABEL: func @sum_rounded_between(
// CHECK-NOT: rmsnorm.norm
func.func @sum_rounded_between(%x: tensor<8x3xbf16>) -> tensor<8x3xbf16> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %three = arith.constant dense<3.0> : tensor<8x1xbf16>
  %xw = tosa.cast %x : (tensor<8x3xbf16>) -> tensor<8x3xf32>
  %sq = tosa.mul %xw, %xw, %s : (tensor<8x3xf32>, tensor<8x3xf32>, tensor<1xi8>) -> tensor<8x3xf32>
  %uw = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x3xf32>) -> tensor<8x1xf32>
  %u = tosa.cast %uw : (tensor<8x1xf32>) -> tensor<8x1xbf16>
  %v = arith.divf %u, %three : tensor<8x1xbf16>
  %r = tosa.rsqrt %v : (tensor<8x1xbf16>) -> tensor<8x1xbf16>
  %n = tosa.mul %x, %r, %s : (tensor<8x3xbf16>, tensor<8x1xbf16>, tensor<1xi8>) -> tensor<8x3xbf16>
  return %n : tensor<8x3xbf16>
}

// -----

// In 16 bits the order of a sum counts: rows first, then columns is not the
// order of the tensor. In f32 it is free.

// CHECK-LABEL: func @columns_first(
// CHECK-NOT: rmsnorm.norm
// CHECK-LABEL: func @any_order(
// CHECK: rmsnorm.norm
// EXACT-SAME: {accumulator_type = f32, axes = 2 : i64, compute_type = bf16
#map = affine_map<(d0, d1, d2) -> (d0, d2, d1)>
#row = affine_map<(d0, d1, d2) -> (d0, 0, 0)>
func.func @columns_first(%x: tensor<8x4x2xbf16>) -> tensor<8x4x2xbf16> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %zero = arith.constant dense<0.0> : tensor<8x1x1xbf16>
  %u = linalg.generic {indexing_maps = [#map, #row], iterator_types = ["parallel", "reduction", "reduction"]} ins(%x : tensor<8x4x2xbf16>) outs(%zero : tensor<8x1x1xbf16>) {
  ^bb0(%in: bf16, %out: bf16):
    %0 = arith.mulf %in, %in : bf16
    %1 = arith.addf %out, %0 : bf16
    linalg.yield %1 : bf16
  } -> tensor<8x1x1xbf16>
  %r = math.rsqrt %u : tensor<8x1x1xbf16>
  %y = tosa.mul %x, %r, %s : (tensor<8x4x2xbf16>, tensor<8x1x1xbf16>, tensor<1xi8>) -> tensor<8x4x2xbf16>
  return %y : tensor<8x4x2xbf16>
}
func.func @any_order(%x: tensor<8x4x2xbf16>) -> tensor<8x4x2xbf16> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %zero = arith.constant dense<0.0> : tensor<8x1x1xf32>
  %uw = linalg.generic {indexing_maps = [#map, #row], iterator_types = ["parallel", "reduction", "reduction"]} ins(%x : tensor<8x4x2xbf16>) outs(%zero : tensor<8x1x1xf32>) {
  ^bb0(%in: bf16, %out: f32):
    %0 = arith.mulf %in, %in : bf16
    %1 = arith.extf %0 : bf16 to f32
    %2 = arith.addf %out, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<8x1x1xf32>
  %u = arith.truncf %uw : tensor<8x1x1xf32> to tensor<8x1x1xbf16>
  %r = math.rsqrt %u : tensor<8x1x1xbf16>
  %y = tosa.mul %x, %r, %s : (tensor<8x4x2xbf16>, tensor<8x1x1xbf16>, tensor<1xi8>) -> tensor<8x4x2xbf16>
  return %y : tensor<8x4x2xbf16>
}

// -----

// One axis after the other is one sum where nothing is rounded in between.

// CHECK-LABEL: func @two_sums_in_f32(
// CHECK: rmsnorm.norm
// EXACT-SAME: {accumulator_type = f32, axes = 2 : i64, compute_type = bf16
// CHECK-LABEL: func @two_sums_in_16_bits(
// CHECK-NOT: rmsnorm.norm
func.func @two_sums_in_f32(%x: tensor<8x3x5xbf16>) -> tensor<8x3x5xbf16> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %q = tosa.mul %x, %x, %s : (tensor<8x3x5xbf16>, tensor<8x3x5xbf16>, tensor<1xi8>) -> tensor<8x3x5xbf16>
  %qw = tosa.cast %q : (tensor<8x3x5xbf16>) -> tensor<8x3x5xf32>
  %a = tosa.reduce_sum %qw {axis = 2 : i32} : (tensor<8x3x5xf32>) -> tensor<8x3x1xf32>
  %b = tosa.reduce_sum %a {axis = 1 : i32} : (tensor<8x3x1xf32>) -> tensor<8x1x1xf32>
  %c = tosa.cast %b : (tensor<8x1x1xf32>) -> tensor<8x1x1xbf16>
  %r = tosa.rsqrt %c : (tensor<8x1x1xbf16>) -> tensor<8x1x1xbf16>
  %y = tosa.mul %x, %r, %s : (tensor<8x3x5xbf16>, tensor<8x1x1xbf16>, tensor<1xi8>) -> tensor<8x3x5xbf16>
  return %y : tensor<8x3x5xbf16>
}
func.func @two_sums_in_16_bits(%x: tensor<8x3x5xbf16>) -> tensor<8x3x5xbf16> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %q = tosa.mul %x, %x, %s : (tensor<8x3x5xbf16>, tensor<8x3x5xbf16>, tensor<1xi8>) -> tensor<8x3x5xbf16>
  %a = tosa.reduce_sum %q {axis = 2 : i32} : (tensor<8x3x5xbf16>) -> tensor<8x3x1xbf16>
  %b = tosa.reduce_sum %a {axis = 1 : i32} : (tensor<8x3x1xbf16>) -> tensor<8x1x1xbf16>
  %r = tosa.rsqrt %b : (tensor<8x1x1xbf16>) -> tensor<8x1x1xbf16>
  %y = tosa.mul %x, %r, %s : (tensor<8x3x5xbf16>, tensor<8x1x1xbf16>, tensor<1xi8>) -> tensor<8x3x5xbf16>
  return %y : tensor<8x3x5xbf16>
}

// -----

// The reciprocal of the root as a quotient of one: no weight comes before it.

// CHECK-LABEL: func @quotient_of_one(
// CHECK: rmsnorm.norm ins(%arg0 : tensor<8x4xbf16>) outs
// EXACT-SAME: {compute_type = bf16, epsilon = 0.000000e+00 : f64, root = #rmsnorm.root<reciprocal>}
// CHECK-NEXT: return
func.func @quotient_of_one(%x: tensor<8x4xbf16>) -> tensor<8x4xbf16> {
  %e = tensor.empty() : tensor<8x4xbf16>
  %zero = arith.constant dense<0.0> : tensor<8xbf16>
  %one = arith.constant dense<1.0> : tensor<8xbf16>
  %four = arith.constant dense<4.0> : tensor<8xbf16>
  %sq = arith.mulf %x, %x : tensor<8x4xbf16>
  %u = linalg.reduce {arith.addf} ins(%sq : tensor<8x4xbf16>) outs(%zero : tensor<8xbf16>) dimensions = [1]
  %v = arith.divf %u, %four : tensor<8xbf16>
  %q = math.sqrt %v : tensor<8xbf16>
  %r = arith.divf %one, %q : tensor<8xbf16>
  %rb = linalg.broadcast ins(%r : tensor<8xbf16>) outs(%e : tensor<8x4xbf16>) dimensions = [1]
  %y = arith.mulf %x, %rb : tensor<8x4xbf16>
  return %y : tensor<8x4xbf16>
}
