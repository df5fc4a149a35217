// RUN: rmsnorm-opt %s --rmsnorm-raise --split-input-file | FileCheck %s

// What the op can hold is the reciprocal root alone, or the root is needed beside
// the norm.

// -----

// A root that is rounded to 16 bits before it is used.

// CHECK-LABEL: func @rounded_root(
// CHECK: %[[N:.*]]:2 = rmsnorm.norm ins(%arg0 : tensor<8x4xbf16>) outs(%{{.*}}) rstd(%{{.*}} : tensor<8xf32>)
// CHECK-SAME: {epsilon = 1.250000e-01 : f64}
// CHECK: %[[R:.*]] = tensor.expand_shape %[[N]]#1 {{.*}} into tensor<8x1xf32>
// CHECK: %[[H:.*]] = tosa.cast %[[R]]
// CHECK: tosa.mul %arg0, %[[H]]
func.func @rounded_root(%h: tensor<8x4xbf16>) -> tensor<8x4xbf16> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.25> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %eps = "tosa.const"() <{values = dense<0.125> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %x = tosa.cast %h : (tensor<8x4xbf16>) -> tensor<8x4xf32>
  %sq = tosa.mul %x, %x, %s : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %sum = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %mean = tosa.mul %sum, %inv, %s : (tensor<8x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  %v = tosa.add %mean, %eps : (tensor<8x1xf32>, tensor<1x1xf32>) -> tensor<8x1xf32>
  %r = tosa.rsqrt %v : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %rh = tosa.cast %r : (tensor<8x1xf32>) -> tensor<8x1xbf16>
  %y = tosa.mul %h, %rh, %s : (tensor<8x4xbf16>, tensor<8x1xbf16>, tensor<1xi8>) -> tensor<8x4xbf16>
  return %y : tensor<8x4xbf16>
}

// -----

// The statistic of a sum before it is rounded, and the row after.

// CHECK-LABEL: func @rounded_x(
// CHECK: %[[N:.*]]:2 = rmsnorm.norm ins(%arg0 : tensor<8x4xf32>) outs
// CHECK: %[[R:.*]] = tensor.expand_shape %[[N]]#1
// CHECK: %[[H:.*]] = tosa.cast %arg0 {{.*}} -> tensor<8x4xbf16>
// CHECK: %[[Z:.*]] = tosa.cast %[[H]]
// CHECK: tosa.mul %[[Z]], %[[R]]
func.func @rounded_x(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.25> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %eps = "tosa.const"() <{values = dense<0.125> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %sq = tosa.mul %x, %x, %s : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %sum = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %mean = tosa.mul %sum, %inv, %s : (tensor<8x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  %v = tosa.add %mean, %eps : (tensor<8x1xf32>, tensor<1x1xf32>) -> tensor<8x1xf32>
  %r = tosa.rsqrt %v : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %h = tosa.cast %x : (tensor<8x4xf32>) -> tensor<8x4xbf16>
  %z = tosa.cast %h : (tensor<8x4xbf16>) -> tensor<8x4xf32>
  %n = tosa.mul %z, %r, %s : (tensor<8x4xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  return %n : tensor<8x4xf32>
}

// -----

// A statistic that is narrower than the row.

// CHECK-LABEL: func @statistic_in_f32(
// CHECK: %[[X:.*]] = arith.truncf %arg0
// CHECK: %[[N:.*]]:2 = rmsnorm.norm ins(%[[X]] : tensor<8x4xf32>) outs
// CHECK: arith.extf %[[N]]#1
// CHECK: arith.mulf %arg0
func.func @statistic_in_f32(%x: tensor<8x4xf64>) -> tensor<8x4xf64> {
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %four = arith.constant dense<4.0> : tensor<8xf32>
  %xf = arith.truncf %x : tensor<8x4xf64> to tensor<8x4xf32>
  %sq = arith.mulf %xf, %xf : tensor<8x4xf32>
  %sum = linalg.reduce {arith.addf} ins(%sq : tensor<8x4xf32>) outs(%zero : tensor<8xf32>) dimensions = [1]
  %mean = arith.divf %sum, %four : tensor<8xf32>
  %r = math.rsqrt %mean : tensor<8xf32>
  %rd = arith.extf %r : tensor<8xf32> to tensor<8xf64>
  %e = tensor.empty() : tensor<8x4xf64>
  %b = linalg.broadcast ins(%rd : tensor<8xf64>) outs(%e : tensor<8x4xf64>) dimensions = [1]
  %n = arith.mulf %x, %b : tensor<8x4xf64>
  return %n : tensor<8x4xf64>
}

// -----

// Two weights share a mean, and something else needs the root: two norms, one of
// which returns the root as well.

// CHECK-LABEL: func @shared(
// CHECK-NOT: tosa
// CHECK: %[[Y:.*]]:2 = rmsnorm.norm {{.*}} weight
// CHECK: %[[R:.*]] = tensor.expand_shape %[[Y]]#1 {{.*}} into tensor<8x1xf32>
// CHECK: %[[Z:.*]] = rmsnorm.norm {{.*}} weight
// CHECK-NEXT: return %[[Y]]#0, %[[Z]], %[[R]]
func.func @shared(%x: tensor<8x4xf32>, %w: tensor<1x4xf32>, %u: tensor<1x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x1xf32>) {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.25> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %eps = "tosa.const"() <{values = dense<0.125> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %sq = tosa.mul %x, %x, %s : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %sum = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %mean = tosa.mul %sum, %inv, %s : (tensor<8x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  %v = tosa.add %mean, %eps : (tensor<8x1xf32>, tensor<1x1xf32>) -> tensor<8x1xf32>
  %r = tosa.rsqrt %v : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %n = tosa.mul %x, %r, %s : (tensor<8x4xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %y = tosa.mul %n, %w, %s : (tensor<8x4xf32>, tensor<1x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %z = tosa.mul %n, %u, %s : (tensor<8x4xf32>, tensor<1x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  return %y, %z, %r : tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x1xf32>
}

// -----

// A use of the root before the norm is there: the root is computed again.

// CHECK-LABEL: func @early_use(
// CHECK: %[[R:.*]] = math.rsqrt
// CHECK: %[[W:.*]] = call @weight(%[[R]])
// CHECK: rmsnorm.norm ins(%arg0 : tensor<8x4xf32>) weight(%[[W]] : tensor<4xf32>) outs
// CHECK-NOT: rstd
func.func private @weight(tensor<8xf32>) -> tensor<4xf32>
func.func @early_use(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %four = arith.constant dense<4.0> : tensor<8xf32>
  %e = tensor.empty() : tensor<8x4xf32>
  %sq = arith.mulf %x, %x : tensor<8x4xf32>
  %sum = linalg.reduce {arith.addf} ins(%sq : tensor<8x4xf32>) outs(%zero : tensor<8xf32>) dimensions = [1]
  %mean = arith.divf %sum, %four : tensor<8xf32>
  %r = math.rsqrt %mean : tensor<8xf32>
  %w = call @weight(%r) : (tensor<8xf32>) -> tensor<4xf32>
  %b = linalg.broadcast ins(%r : tensor<8xf32>) outs(%e : tensor<8x4xf32>) dimensions = [1]
  %n = arith.mulf %x, %b : tensor<8x4xf32>
  %wb = linalg.broadcast ins(%w : tensor<4xf32>) outs(%e : tensor<8x4xf32>) dimensions = [0]
  %y = arith.mulf %n, %wb : tensor<8x4xf32>
  return %y : tensor<8x4xf32>
}

// -----

// The root is computed in the body that uses it, rounded, and in other shapes.

#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#row = affine_map<(d0, d1, d2) -> (d1, d0)>
// CHECK: #[[ROW:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-LABEL: func @fused_root(
// CHECK: %[[N:.*]]:2 = rmsnorm.norm ins(%arg0 : tensor<?x2x4xf16>)
// CHECK: linalg.generic {indexing_maps = [#{{.*}}, #[[ROW]], #{{.*}}]{{.*}} ins(%arg0, %[[N]]#1 : tensor<?x2x4xf16>, tensor<?x2xf32>)
// CHECK-NEXT: ^bb0(%[[X:.*]]: f16, %[[R:.*]]: f32, %{{.*}}: f16):
// CHECK-NEXT: %[[H:.*]] = arith.truncf %[[R]] : f32 to f16
// CHECK-NEXT: %[[Y:.*]] = arith.mulf %[[X]], %[[H]] : f16
// CHECK-NEXT: linalg.yield %[[Y]]
func.func @fused_root(%x: tensor<?x2x4xf16>) -> tensor<?x2x4xf16> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %quarter = arith.constant 0.25 : f32
  %m = tensor.dim %x, %c0 : tensor<?x2x4xf16>
  %e0 = tensor.empty(%m) : tensor<2x?xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<2x?xf32>) -> tensor<2x?xf32>
  %sum = linalg.generic {indexing_maps = [#map, #row], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x : tensor<?x2x4xf16>) outs(%f0 : tensor<2x?xf32>) {
  ^bb0(%in: f16, %out: f32):
    %0 = arith.extf %in : f16 to f32
    %1 = arith.mulf %0, %0 : f32
    %2 = arith.addf %out, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<2x?xf32>
  %e1 = tensor.empty(%m) : tensor<?x2x4xf16>
  %y = linalg.generic {indexing_maps = [#row, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%sum, %x : tensor<2x?xf32>, tensor<?x2x4xf16>) outs(%e1 : tensor<?x2x4xf16>) {
  ^bb0(%s: f32, %in: f16, %out: f16):
    %0 = arith.mulf %s, %quarter : f32
    %1 = math.rsqrt %0 : f32
    %2 = arith.truncf %1 : f32 to f16
    %3 = arith.mulf %in, %2 : f16
    linalg.yield %3 : f16
  } -> tensor<?x2x4xf16>
  return %y : tensor<?x2x4xf16>
}

// -----

// A root in all elements of the row; the mean that is subtracted is rounded.

// CHECK-LABEL: func @rounded_mean(
// CHECK: %[[N:.*]]:2 = rmsnorm.norm ins(%arg0 : tensor<8x4xf32>) {{.*}} {center, epsilon = 1.250000e-01 : f64}
// CHECK: %[[R:.*]] = linalg.generic {{.*}} ins(%[[N]]#1 : tensor<8xf32>) outs(%{{.*}} : tensor<8x4xf32>)
// CHECK: arith.truncf
// CHECK: %[[D:.*]] = arith.subf %arg0
// CHECK: arith.mulf %[[D]], %[[R]]
func.func @rounded_mean(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %four = arith.constant dense<4.0> : tensor<8xf32>
  %eps = arith.constant dense<0.125> : tensor<8x4xf32>
  %e = tensor.empty() : tensor<8x4xf32>
  %s0 = linalg.reduce {arith.addf} ins(%x : tensor<8x4xf32>) outs(%zero : tensor<8xf32>) dimensions = [1]
  %m = arith.divf %s0, %four : tensor<8xf32>
  %mb = linalg.broadcast ins(%m : tensor<8xf32>) outs(%e : tensor<8x4xf32>) dimensions = [1]
  %d = arith.subf %x, %mb : tensor<8x4xf32>
  %sq = arith.mulf %d, %d : tensor<8x4xf32>
  %sum = linalg.reduce {arith.addf} ins(%sq : tensor<8x4xf32>) outs(%zero : tensor<8xf32>) dimensions = [1]
  %var = arith.divf %sum, %four : tensor<8xf32>
  %vb = linalg.broadcast ins(%var : tensor<8xf32>) outs(%e : tensor<8x4xf32>) dimensions = [1]
  %v = arith.addf %vb, %eps : tensor<8x4xf32>
  %r = math.rsqrt %v : tensor<8x4xf32>
  %mh = arith.truncf %mb : tensor<8x4xf32> to tensor<8x4xbf16>
  %mw = arith.extf %mh : tensor<8x4xbf16> to tensor<8x4xf32>
  %dm = arith.subf %x, %mw : tensor<8x4xf32>
  %y = arith.mulf %dm, %r : tensor<8x4xf32>
  return %y : tensor<8x4xf32>
}

// -----

// The batch normalisation of Keras and TFLite: row and mean are scaled before the
// one is subtracted from the other, which rounds elsewhere.

// CHECK-LABEL: func @scaled_terms(
// CHECK: %[[N:.*]]:2 = rmsnorm.norm ins(%arg0 : tensor<8x4xf32>) {{.*}} {center, epsilon = 1.250000e-01 : f64}
// CHECK-NOT: math.rsqrt
// CHECK: linalg.broadcast ins(%[[N]]#1 : tensor<8xf32>)
func.func @scaled_terms(%x: tensor<8x4xf32>, %w: tensor<8x4xf32>, %b: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %four = arith.constant dense<4.0> : tensor<8xf32>
  %eps = arith.constant dense<0.125> : tensor<8xf32>
  %e = tensor.empty() : tensor<8x4xf32>
  %s0 = linalg.reduce {arith.addf} ins(%x : tensor<8x4xf32>) outs(%zero : tensor<8xf32>) dimensions = [1]
  %m = arith.divf %s0, %four : tensor<8xf32>
  %mb = linalg.broadcast ins(%m : tensor<8xf32>) outs(%e : tensor<8x4xf32>) dimensions = [1]
  %d = arith.subf %x, %mb : tensor<8x4xf32>
  %sq = arith.mulf %d, %d : tensor<8x4xf32>
  %sum = linalg.reduce {arith.addf} ins(%sq : tensor<8x4xf32>) outs(%zero : tensor<8xf32>) dimensions = [1]
  %var = arith.divf %sum, %four : tensor<8xf32>
  %v = arith.addf %var, %eps : tensor<8xf32>
  %r = math.rsqrt %v : tensor<8xf32>
  %rb = linalg.broadcast ins(%r : tensor<8xf32>) outs(%e : tensor<8x4xf32>) dimensions = [1]
  %f = arith.mulf %rb, %w : tensor<8x4xf32>
  %xf = arith.mulf %x, %f : tensor<8x4xf32>
  %mf = arith.mulf %mb, %f : tensor<8x4xf32>
  %bm = arith.subf %b, %mf : tensor<8x4xf32>
  %y = arith.addf %xf, %bm : tensor<8x4xf32>
  return %y : tensor<8x4xf32>
}

// -----

// Without the mean this divides by a deviation and is no norm.

// CHECK-LABEL: func @no_mean(
// CHECK-NOT: rmsnorm.norm
func.func @no_mean(%x: tensor<8x4xf32>, %w: tensor<8x4xf32>, %b: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %four = arith.constant dense<4.0> : tensor<8xf32>
  %eps = arith.constant dense<0.125> : tensor<8xf32>
  %e = tensor.empty() : tensor<8x4xf32>
  %s0 = linalg.reduce {arith.addf} ins(%x : tensor<8x4xf32>) outs(%zero : tensor<8xf32>) dimensions = [1]
  %m = arith.divf %s0, %four : tensor<8xf32>
  %mb = linalg.broadcast ins(%m : tensor<8xf32>) outs(%e : tensor<8x4xf32>) dimensions = [1]
  %d = arith.subf %x, %mb : tensor<8x4xf32>
  %sq = arith.mulf %d, %d : tensor<8x4xf32>
  %sum = linalg.reduce {arith.addf} ins(%sq : tensor<8x4xf32>) outs(%zero : tensor<8xf32>) dimensions = [1]
  %var = arith.divf %sum, %four : tensor<8xf32>
  %v = arith.addf %var, %eps : tensor<8xf32>
  %r = math.rsqrt %v : tensor<8xf32>
  %rb = linalg.broadcast ins(%r : tensor<8xf32>) outs(%e : tensor<8x4xf32>) dimensions = [1]
  %f = arith.mulf %rb, %w : tensor<8x4xf32>
  %xf = arith.mulf %x, %f : tensor<8x4xf32>
  %y = arith.addf %xf, %b : tensor<8x4xf32>
  return %y : tensor<8x4xf32>
}

// -----

// A sum of two tensors, in the body of an op, that is multiplied with a rounded
// root. The sign of what is squared doesn't matter.

// CHECK-LABEL: func @rounded_root_of_sum(
// CHECK: %[[X:.*]] = linalg.generic
// CHECK: %[[N:.*]]:2 = rmsnorm.norm ins(%[[X]] : tensor<8x4xf32>) {{.*}} {epsilon = 1.250000e-01 : f64}
// CHECK: %[[R:.*]] = arith.truncf %[[N]]#1
// CHECK-NOT: rsqrt
// CHECK: return
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @rounded_root_of_sum(%a: tensor<8x4xf32>, %b: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %four = arith.constant dense<4.0> : tensor<8xf32>
  %eps = arith.constant dense<0.125> : tensor<8xf32>
  %e = tensor.empty() : tensor<8x4xf32>
  %x = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%a, %b : tensor<8x4xf32>, tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) {
  ^bb0(%p: f32, %q: f32, %out: f32):
    %s = arith.addf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<8x4xf32>
  %neg = arith.negf %x : tensor<8x4xf32>
  %sq = arith.mulf %neg, %neg : tensor<8x4xf32>
  %sum = linalg.reduce {arith.addf} ins(%sq : tensor<8x4xf32>) outs(%zero : tensor<8xf32>) dimensions = [1]
  %var = arith.divf %sum, %four : tensor<8xf32>
  %v = arith.addf %var, %eps : tensor<8xf32>
  %r = math.rsqrt %v : tensor<8xf32>
  %h = arith.truncf %r : tensor<8xf32> to tensor<8xbf16>
  %w = arith.extf %h : tensor<8xbf16> to tensor<8xf32>
  %rb = linalg.broadcast ins(%w : tensor<8xf32>) outs(%e : tensor<8x4xf32>) dimensions = [1]
  %y = arith.mulf %x, %rb : tensor<8x4xf32>
  return %y : tensor<8x4xf32>
}
