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

// A product with 1/3 is not the quotient.

// CHECK-LABEL: func @product(
// CHECK-NOT: rmsnorm.norm
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
// CHECK-NOT: rmsnorm.norm
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
