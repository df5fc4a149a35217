// RUN: rmsnorm-opt %s --rmsnorm-raise --split-input-file | FileCheck %s

// Rows less their mean: LayerNorm.

// -----

// The mean is computed once.

// CHECK-LABEL: func @layer_norm(
// CHECK: rmsnorm.norm ins(%arg0 : tensor<8x4xf32>) outs
// CHECK-SAME: {center, epsilon = 1.250000e-01 : f64}
// CHECK-NEXT: return
func.func @layer_norm(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.25> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %eps = "tosa.const"() <{values = dense<0.125> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %t = tosa.reduce_sum %x {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %m = tosa.mul %t, %inv, %s : (tensor<8x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  %d = tosa.sub %x, %m : (tensor<8x4xf32>, tensor<8x1xf32>) -> tensor<8x4xf32>
  %sq = tosa.mul %d, %d, %s : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %u = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %var = tosa.mul %u, %inv, %s : (tensor<8x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  %v = tosa.add %var, %eps : (tensor<8x1xf32>, tensor<1x1xf32>) -> tensor<8x1xf32>
  %r = tosa.rsqrt %v : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %n = tosa.mul %d, %r, %s : (tensor<8x4xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  return %n : tensor<8x4xf32>
}

// -----

// A sum of squares is never negative.

// CHECK-LABEL: func @idle_max(
// CHECK: rmsnorm.norm ins(%arg0 : tensor<8x4xf32>) outs
// CHECK-SAME: {center, epsilon = 1.250000e-01 : f64}
// CHECK-NEXT: return
func.func @idle_max(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.25> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %eps = "tosa.const"() <{values = dense<0.125> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %t = tosa.reduce_sum %x {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %m = tosa.mul %t, %inv, %s : (tensor<8x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  %d = tosa.sub %x, %m : (tensor<8x4xf32>, tensor<8x1xf32>) -> tensor<8x4xf32>
  %sq = tosa.mul %d, %d, %s : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %u = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %var = tosa.mul %u, %inv, %s : (tensor<8x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %max = tosa.maximum %var, %zero : (tensor<8x1xf32>, tensor<1x1xf32>) -> tensor<8x1xf32>
  %v = tosa.add %max, %eps : (tensor<8x1xf32>, tensor<1x1xf32>) -> tensor<8x1xf32>
  %r = tosa.rsqrt %v : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %n = tosa.mul %d, %r, %s : (tensor<8x4xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  return %n : tensor<8x4xf32>
}

// -----

// With a weight and a bias.

// CHECK-LABEL: func @weight_and_bias(
// CHECK: rmsnorm.norm ins(%arg0 : tensor<8x4xf32>) weight(%{{.*}} : tensor<4xf32>) bias(%{{.*}} : tensor<4xf32>) outs
// CHECK-SAME: {center, epsilon = 1.250000e-01 : f64}
// CHECK-NEXT: return
func.func @weight_and_bias(%x: tensor<8x4xf32>, %w: tensor<1x4xf32>, %b: tensor<1x4xf32>) -> tensor<8x4xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.25> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %eps = "tosa.const"() <{values = dense<0.125> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %t = tosa.reduce_sum %x {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %m = tosa.mul %t, %inv, %s : (tensor<8x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  %d = tosa.sub %x, %m : (tensor<8x4xf32>, tensor<8x1xf32>) -> tensor<8x4xf32>
  %sq = tosa.mul %d, %d, %s : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %u = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %var = tosa.mul %u, %inv, %s : (tensor<8x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  %v = tosa.add %var, %eps : (tensor<8x1xf32>, tensor<1x1xf32>) -> tensor<8x1xf32>
  %r = tosa.rsqrt %v : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %n = tosa.mul %d, %r, %s : (tensor<8x4xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %nw = tosa.mul %n, %w, %s : (tensor<8x4xf32>, tensor<1x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %y = tosa.add %nw, %b : (tensor<8x4xf32>, tensor<1x4xf32>) -> tensor<8x4xf32>
  return %y : tensor<8x4xf32>
}

// -----

// The variance as a difference of means.

// CHECK-LABEL: func @difference(
// CHECK: rmsnorm.norm ins(%arg0 : tensor<8x4xf32>) outs
// CHECK-SAME: {center, epsilon = 1.250000e-01 : f64}
// CHECK-NEXT: return
func.func @difference(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.25> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %eps = "tosa.const"() <{values = dense<0.125> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %t = tosa.reduce_sum %x {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %m = tosa.mul %t, %inv, %s : (tensor<8x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  %sq = tosa.mul %x, %x, %s : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %u = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %e2 = tosa.mul %u, %inv, %s : (tensor<8x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  %mm = tosa.mul %m, %m, %s : (tensor<8x1xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  %var = tosa.sub %e2, %mm : (tensor<8x1xf32>, tensor<8x1xf32>) -> tensor<8x1xf32>
  %d = tosa.sub %x, %m : (tensor<8x4xf32>, tensor<8x1xf32>) -> tensor<8x4xf32>
  %v = tosa.add %var, %eps : (tensor<8x1xf32>, tensor<1x1xf32>) -> tensor<8x1xf32>
  %r = tosa.rsqrt %v : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %n = tosa.mul %d, %r, %s : (tensor<8x4xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  return %n : tensor<8x4xf32>
}

// -----

// The same, kept from being negative.

// CHECK-LABEL: func @difference_max(
// CHECK: rmsnorm.norm ins(%arg0 : tensor<8x4xf32>) outs
// CHECK-SAME: {center, epsilon = 1.250000e-01 : f64}
// CHECK-NEXT: return
func.func @difference_max(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.25> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %eps = "tosa.const"() <{values = dense<0.125> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %t = tosa.reduce_sum %x {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %m = tosa.mul %t, %inv, %s : (tensor<8x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  %sq = tosa.mul %x, %x, %s : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %u = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %e2 = tosa.mul %u, %inv, %s : (tensor<8x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  %mm = tosa.mul %m, %m, %s : (tensor<8x1xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %raw = tosa.sub %e2, %mm : (tensor<8x1xf32>, tensor<8x1xf32>) -> tensor<8x1xf32>
  %var = tosa.maximum %raw, %zero : (tensor<8x1xf32>, tensor<1x1xf32>) -> tensor<8x1xf32>
  %d = tosa.sub %x, %m : (tensor<8x4xf32>, tensor<8x1xf32>) -> tensor<8x4xf32>
  %v = tosa.add %var, %eps : (tensor<8x1xf32>, tensor<1x1xf32>) -> tensor<8x1xf32>
  %r = tosa.rsqrt %v : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %n = tosa.mul %d, %r, %s : (tensor<8x4xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  return %n : tensor<8x4xf32>
}

// -----

// torch-mlir computes variances in f64; the compute type does as well, where
// nothing is rounded to 16 bits on the way.

// CHECK-LABEL: func @f64_variance(
// CHECK: rmsnorm.norm ins(%arg0 : tensor<8x4xbf16>) outs
// CHECK-SAME: {center, epsilon = 1.250000e-01 : f64}
// CHECK-NEXT: return
func.func @f64_variance(%h: tensor<8x4xbf16>) -> tensor<8x4xbf16> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.25> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %eps = "tosa.const"() <{values = dense<0.125> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %invd = "tosa.const"() <{values = dense<0.25> : tensor<1x1xf64>}> : () -> tensor<1x1xf64>
  %x = tosa.cast %h : (tensor<8x4xbf16>) -> tensor<8x4xf32>
  %xd = tosa.cast %x : (tensor<8x4xf32>) -> tensor<8x4xf64>
  %td = tosa.reduce_sum %xd {axis = 1 : i32} : (tensor<8x4xf64>) -> tensor<8x1xf64>
  %md = tosa.mul %td, %invd, %s : (tensor<8x1xf64>, tensor<1x1xf64>, tensor<1xi8>) -> tensor<8x1xf64>
  %dd = tosa.sub %xd, %md : (tensor<8x4xf64>, tensor<8x1xf64>) -> tensor<8x4xf64>
  %sq = tosa.mul %dd, %dd, %s : (tensor<8x4xf64>, tensor<8x4xf64>, tensor<1xi8>) -> tensor<8x4xf64>
  %u = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xf64>) -> tensor<8x1xf64>
  %vd = tosa.mul %u, %invd, %s : (tensor<8x1xf64>, tensor<1x1xf64>, tensor<1xi8>) -> tensor<8x1xf64>
  %var = tosa.cast %vd : (tensor<8x1xf64>) -> tensor<8x1xf32>
  %t = tosa.reduce_sum %x {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %m = tosa.mul %t, %inv, %s : (tensor<8x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  %d = tosa.sub %x, %m : (tensor<8x4xf32>, tensor<8x1xf32>) -> tensor<8x4xf32>
  %v = tosa.add %var, %eps : (tensor<8x1xf32>, tensor<1x1xf32>) -> tensor<8x1xf32>
  %r = tosa.rsqrt %v : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %n = tosa.mul %d, %r, %s : (tensor<8x4xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %y = tosa.cast %n : (tensor<8x4xf32>) -> tensor<8x4xbf16>
  return %y : tensor<8x4xbf16>
}

// -----

// The sum of squares less the squared mean is no variance.

// CHECK-LABEL: func @sum_difference(
// CHECK-NOT: rmsnorm.norm
func.func @sum_difference(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.25> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %eps = "tosa.const"() <{values = dense<0.125> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %t = tosa.reduce_sum %x {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %m = tosa.mul %t, %inv, %s : (tensor<8x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  %sq = tosa.mul %x, %x, %s : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %u = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %e2 = tosa.mul %u, %inv, %s : (tensor<8x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  %mm = tosa.mul %m, %m, %s : (tensor<8x1xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  %var = tosa.sub %u, %mm : (tensor<8x1xf32>, tensor<8x1xf32>) -> tensor<8x1xf32>
  %d = tosa.sub %x, %m : (tensor<8x4xf32>, tensor<8x1xf32>) -> tensor<8x4xf32>
  %v = tosa.add %var, %eps : (tensor<8x1xf32>, tensor<1x1xf32>) -> tensor<8x1xf32>
  %r = tosa.rsqrt %v : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %n = tosa.mul %d, %r, %s : (tensor<8x4xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  return %n : tensor<8x4xf32>
}

// -----

// The row is scaled with its deviation, but not centred.

// CHECK-LABEL: func @uncentred_result(
// CHECK-NOT: rmsnorm.norm
func.func @uncentred_result(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.25> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %eps = "tosa.const"() <{values = dense<0.125> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %t = tosa.reduce_sum %x {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %m = tosa.mul %t, %inv, %s : (tensor<8x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  %d = tosa.sub %x, %m : (tensor<8x4xf32>, tensor<8x1xf32>) -> tensor<8x4xf32>
  %sq = tosa.mul %d, %d, %s : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %u = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %var = tosa.mul %u, %inv, %s : (tensor<8x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  %v = tosa.add %var, %eps : (tensor<8x1xf32>, tensor<1x1xf32>) -> tensor<8x1xf32>
  %r = tosa.rsqrt %v : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %n = tosa.mul %x, %r, %s : (tensor<8x4xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  return %n : tensor<8x4xf32>
}

// -----

// The row is centred, but scaled with its mean square.

// CHECK-LABEL: func @centred_result(
// CHECK-NOT: rmsnorm.norm
func.func @centred_result(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.25> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %eps = "tosa.const"() <{values = dense<0.125> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %t = tosa.reduce_sum %x {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %m = tosa.mul %t, %inv, %s : (tensor<8x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  %d = tosa.sub %x, %m : (tensor<8x4xf32>, tensor<8x1xf32>) -> tensor<8x4xf32>
  %sq = tosa.mul %x, %x, %s : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %u = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %var = tosa.mul %u, %inv, %s : (tensor<8x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  %v = tosa.add %var, %eps : (tensor<8x1xf32>, tensor<1x1xf32>) -> tensor<8x1xf32>
  %r = tosa.rsqrt %v : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %n = tosa.mul %d, %r, %s : (tensor<8x4xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  return %n : tensor<8x4xf32>
}

// -----

// A variance of N - 1.

// CHECK-LABEL: func @unbiased(
// CHECK-NOT: rmsnorm.norm
func.func @unbiased(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.25> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %eps = "tosa.const"() <{values = dense<0.125> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %third = "tosa.const"() <{values = dense<0.333333343> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %t = tosa.reduce_sum %x {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %m = tosa.mul %t, %inv, %s : (tensor<8x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  %d = tosa.sub %x, %m : (tensor<8x4xf32>, tensor<8x1xf32>) -> tensor<8x4xf32>
  %sq = tosa.mul %d, %d, %s : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %u = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %var = tosa.mul %u, %third, %s : (tensor<8x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  %v = tosa.add %var, %eps : (tensor<8x1xf32>, tensor<1x1xf32>) -> tensor<8x1xf32>
  %r = tosa.rsqrt %v : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %n = tosa.mul %d, %r, %s : (tensor<8x4xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  return %n : tensor<8x4xf32>
}

// -----

// Rows of any length.

// CHECK-LABEL: func @dynamic_row(
// CHECK: rmsnorm.norm ins(%arg0 : tensor<8x?xf32>) outs
// CHECK-SAME: {center, epsilon = 0.000000e+00 : f64}
// CHECK-NEXT: return
func.func @dynamic_row(%x: tensor<8x?xf32>) -> tensor<8x?xf32> {
  %c1 = arith.constant 1 : index
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %k = tensor.dim %x, %c1 : tensor<8x?xf32>
  %ki = arith.index_cast %k : index to i64
  %kf = arith.sitofp %ki : i64 to f32
  %ks = tensor.splat %kf : tensor<8xf32>
  %e = tensor.empty(%k) : tensor<8x?xf32>
  %s0 = linalg.reduce {arith.addf} ins(%x : tensor<8x?xf32>) outs(%zero : tensor<8xf32>) dimensions = [1]
  %m = arith.divf %s0, %ks : tensor<8xf32>
  %mb = linalg.broadcast ins(%m : tensor<8xf32>) outs(%e : tensor<8x?xf32>) dimensions = [1]
  %d = arith.subf %x, %mb : tensor<8x?xf32>
  %sq = arith.mulf %d, %d : tensor<8x?xf32>
  %sum = linalg.reduce {arith.addf} ins(%sq : tensor<8x?xf32>) outs(%zero : tensor<8xf32>) dimensions = [1]
  %mean = arith.divf %sum, %ks : tensor<8xf32>
  %r = math.rsqrt %mean : tensor<8xf32>
  %b = linalg.broadcast ins(%r : tensor<8xf32>) outs(%e : tensor<8x?xf32>) dimensions = [1]
  %n = arith.mulf %d, %b : tensor<8x?xf32>
  return %n : tensor<8x?xf32>
}

// -----

// The negated mean is added.

// CHECK-LABEL: func @negated_mean(
// CHECK: rmsnorm.norm ins(%arg0 : tensor<8x4xf32>) outs
// CHECK-SAME: {center, epsilon = 0.000000e+00 : f64}
// CHECK-NEXT: return
func.func @negated_mean(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %four = arith.constant dense<4.0> : tensor<8xf32>
  %e = tensor.empty() : tensor<8x4xf32>
  %s0 = linalg.reduce {arith.addf} ins(%x : tensor<8x4xf32>) outs(%zero : tensor<8xf32>) dimensions = [1]
  %m = arith.divf %s0, %four : tensor<8xf32>
  %negated = arith.negf %m : tensor<8xf32>
  %mb = linalg.broadcast ins(%negated : tensor<8xf32>) outs(%e : tensor<8x4xf32>) dimensions = [1]
  %d = arith.addf %mb, %x : tensor<8x4xf32>
  %sq = arith.mulf %d, %d : tensor<8x4xf32>
  %sum = linalg.reduce {arith.addf} ins(%sq : tensor<8x4xf32>) outs(%zero : tensor<8xf32>) dimensions = [1]
  %mean = arith.divf %sum, %four : tensor<8xf32>
  %r = math.rsqrt %mean : tensor<8xf32>
  %b = linalg.broadcast ins(%r : tensor<8xf32>) outs(%e : tensor<8x4xf32>) dimensions = [1]
  %n = arith.mulf %d, %b : tensor<8x4xf32>
  return %n : tensor<8x4xf32>
}

// -----

// One sequence, whose rows are added to what was computed from them: in another
// shape without its unit dimension that is still no bias.

// CHECK-LABEL: func @residual_of_one_sequence(
// CHECK: %[[N:.*]] = rmsnorm.norm ins(%arg0 : tensor<1x8x4xf32>) outs
// CHECK-NOT: rmsnorm.norm
// CHECK: linalg.matmul ins(%{{.*}}, %arg1
// CHECK: linalg.generic {{.*}} ins(%[[N]], %{{.*}} : tensor<1x8x4xf32>, tensor<8x4xf32>)
func.func @residual_of_one_sequence(%x: tensor<1x8x4xf32>, %w: tensor<4x4xf32>) -> tensor<1x8x4xf32> {
  %zero = arith.constant dense<0.0> : tensor<1x8xf32>
  %init = arith.constant dense<0.0> : tensor<8x4xf32>
  %e = tensor.empty() : tensor<1x8x4xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x : tensor<1x8x4xf32>) outs(%zero : tensor<1x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %in : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<1x8xf32>
  %n = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %s : tensor<1x8x4xf32>, tensor<1x8xf32>) outs(%e : tensor<1x8x4xf32>) {
  ^bb0(%in: f32, %sq: f32, %out: f32):
    %0 = math.rsqrt %sq : f32
    %1 = arith.mulf %in, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<1x8x4xf32>
  %rows = tensor.collapse_shape %n [[0, 1], [2]] : tensor<1x8x4xf32> into tensor<8x4xf32>
  %h = linalg.matmul ins(%rows, %w : tensor<8x4xf32>, tensor<4x4xf32>) outs(%init : tensor<8x4xf32>) -> tensor<8x4xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%n, %h : tensor<1x8x4xf32>, tensor<8x4xf32>) outs(%e : tensor<1x8x4xf32>) {
  ^bb0(%in: f32, %residual: f32, %out: f32):
    %0 = arith.addf %in, %residual : f32
    linalg.yield %0 : f32
  } -> tensor<1x8x4xf32>
  return %y : tensor<1x8x4xf32>
}

// -----

// A row that is scaled before: its mean is the one of what is scaled.

// CHECK-LABEL: func @scaled_row(
// CHECK: %[[X:.*]] = arith.mulf %arg0
// CHECK: rmsnorm.norm ins(%[[X]] : tensor<8x4xf32>) outs
// CHECK-SAME: {center, epsilon = 1.250000e-01 : f64}
func.func @scaled_row(%a: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.25> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %eps = "tosa.const"() <{values = dense<0.125> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %eight = arith.constant dense<8.0> : tensor<8x4xf32>
  %x = arith.mulf %a, %eight : tensor<8x4xf32>
  %sum = tosa.reduce_sum %x {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %mean = tosa.mul %sum, %inv, %s : (tensor<8x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  %d = tosa.sub %x, %mean : (tensor<8x4xf32>, tensor<8x1xf32>) -> tensor<8x4xf32>
  %sq = tosa.mul %d, %d, %s : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %u = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %var = tosa.mul %u, %inv, %s : (tensor<8x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  %v = tosa.add %var, %eps : (tensor<8x1xf32>, tensor<1x1xf32>) -> tensor<8x1xf32>
  %r = tosa.rsqrt %v : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %n = tosa.mul %d, %r, %s : (tensor<8x4xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  return %n : tensor<8x4xf32>
}

// -----

// Rows that a product of matrices makes: their mean is no sum of its products. A
// variance of the mean less the row.

// CHECK-LABEL: func @rows_of_matmul(
// CHECK: %[[X:.*]] = linalg.matmul ins(%arg0, %arg1
// CHECK: rmsnorm.norm ins(%[[X]] : tensor<8x4xf32>) outs(%{{.*}}) {center, epsilon = 1.250000e-01 : f64}
// CHECK-NEXT: return
func.func @rows_of_matmul(%a: tensor<8x3xf32>, %b: tensor<3x4xf32>) -> tensor<8x4xf32> {
  %e = tensor.empty() : tensor<8x4xf32>
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %zeros = arith.constant dense<0.0> : tensor<8x4xf32>
  %four = arith.constant dense<4.0> : tensor<8xf32>
  %eps = arith.constant dense<0.125> : tensor<8xf32>
  %x = linalg.matmul ins(%a, %b : tensor<8x3xf32>, tensor<3x4xf32>) outs(%zeros : tensor<8x4xf32>) -> tensor<8x4xf32>
  %t = linalg.reduce {arith.addf} ins(%x : tensor<8x4xf32>) outs(%zero : tensor<8xf32>) dimensions = [1]
  %m = arith.divf %t, %four : tensor<8xf32>
  %mb = linalg.broadcast ins(%m : tensor<8xf32>) outs(%e : tensor<8x4xf32>) dimensions = [1]
  %d = arith.subf %x, %mb : tensor<8x4xf32>
  %md = arith.subf %mb, %x : tensor<8x4xf32>
  %sq = arith.mulf %md, %md : tensor<8x4xf32>
  %u = linalg.reduce {arith.addf} ins(%sq : tensor<8x4xf32>) outs(%zero : tensor<8xf32>) dimensions = [1]
  %v = arith.divf %u, %four : tensor<8xf32>
  %ve = arith.addf %v, %eps : tensor<8xf32>
  %r = math.rsqrt %ve : tensor<8xf32>
  %rb = linalg.broadcast ins(%r : tensor<8xf32>) outs(%e : tensor<8x4xf32>) dimensions = [1]
  %y = arith.mulf %d, %rb : tensor<8x4xf32>
  return %y : tensor<8x4xf32>
}
