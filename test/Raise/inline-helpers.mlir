// RUN: rmsnorm-opt %s --rmsnorm-inline-helpers --split-input-file | FileCheck %s
// RUN: rmsnorm-opt %s --rmsnorm-raise --split-input-file | FileCheck %s --check-prefix=RAISED

// CHECK-LABEL: func @mean_of(
// CHECK-NEXT: %[[M:.*]] = arith.divf %arg0, %arg1 : tensor<8xf32>
// CHECK-NEXT: return %[[M]]
func.func @mean_of(%s: tensor<8xf32>, %n: tensor<8xf32>) -> tensor<8xf32> {
  %m = call @mean(%s, %n) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %m : tensor<8xf32>
}
func.func private @mean(%s: tensor<8xf32>, %n: tensor<8xf32>) -> tensor<8xf32> {
  %0 = arith.divf %s, %n : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// A variance as JAX writes it: a function, over the number of elements less a
// constant, and NaN where that is none.

// CHECK-LABEL: func @layer_norm(
// CHECK-NOT: call
// CHECK-NOT: func private
// RAISED-LABEL: func @layer_norm(
// RAISED: rmsnorm.norm ins(%arg0 : tensor<8x4xf32>) outs
// RAISED-SAME: {center, epsilon = 1.250000e-01 : f64}
// RAISED-NEXT: return
func.func @layer_norm(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %four = arith.constant dense<4.0> : tensor<8xf32>
  %eps = arith.constant dense<0.125> : tensor<8xf32>
  %less = arith.constant 0 : i32
  %e = tensor.empty() : tensor<8x4xf32>
  %s = linalg.reduce {arith.addf} ins(%x : tensor<8x4xf32>) outs(%zero : tensor<8xf32>) dimensions = [1]
  %m = arith.divf %s, %four : tensor<8xf32>
  %mb = linalg.broadcast ins(%m : tensor<8xf32>) outs(%e : tensor<8x4xf32>) dimensions = [1]
  %d = arith.subf %x, %mb : tensor<8x4xf32>
  %var = call @var(%x, %less) : (tensor<8x4xf32>, i32) -> tensor<8xf32>
  %v = arith.addf %var, %eps : tensor<8xf32>
  %r = math.rsqrt %v : tensor<8xf32>
  %rb = linalg.broadcast ins(%r : tensor<8xf32>) outs(%e : tensor<8x4xf32>) dimensions = [1]
  %y = arith.mulf %d, %rb : tensor<8x4xf32>
  return %y : tensor<8x4xf32>
}
func.func private @var(%x: tensor<8x4xf32>, %less: i32) -> tensor<8xf32> {
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %four = arith.constant dense<4.0> : tensor<8xf32>
  %n = arith.constant 4.0 : f32
  %none = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x4xf32>
  %s = linalg.reduce {arith.addf} ins(%x : tensor<8x4xf32>) outs(%zero : tensor<8xf32>) dimensions = [1]
  %m = arith.divf %s, %four : tensor<8xf32>
  %mb = linalg.broadcast ins(%m : tensor<8xf32>) outs(%e : tensor<8x4xf32>) dimensions = [1]
  %d = arith.subf %x, %mb : tensor<8x4xf32>
  %sq = arith.mulf %d, %d : tensor<8x4xf32>
  %u = linalg.reduce {arith.addf} ins(%sq : tensor<8x4xf32>) outs(%zero : tensor<8xf32>) dimensions = [1]
  %lessf = arith.sitofp %less : i32 to f32
  %count = arith.subf %n, %lessf : f32
  %counts = tensor.splat %count : tensor<8xf32>
  %mean = arith.divf %u, %counts : tensor<8xf32>
  %some = arith.cmpf ogt, %count, %none : f32
  %var = call @where(%some, %mean) : (i1, tensor<8xf32>) -> tensor<8xf32>
  return %var : tensor<8xf32>
}
func.func private @where(%some: i1, %x: tensor<8xf32>) -> tensor<8xf32> {
  %nan = arith.constant 0x7FC00000 : f32
  %e = tensor.empty() : tensor<8xf32>
  %y = linalg.map ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) (%in: f32, %out: f32) {
    %0 = arith.select %some, %in, %nan : f32
    linalg.yield %0 : f32
  }
  return %y : tensor<8xf32>
}

// -----

// A sum over one element less is no variance of the row.

// RAISED-LABEL: func @sample_variance(
// RAISED-NOT: rmsnorm.norm
func.func @sample_variance(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %one = arith.constant dense<1.0> : tensor<8xf32>
  %four = arith.constant dense<4.0> : tensor<8xf32>
  %e = tensor.empty() : tensor<8x4xf32>
  %sq = arith.mulf %x, %x : tensor<8x4xf32>
  %u = linalg.reduce {arith.addf} ins(%sq : tensor<8x4xf32>) outs(%zero : tensor<8xf32>) dimensions = [1]
  %n = arith.subf %four, %one : tensor<8xf32>
  %mean = arith.divf %u, %n : tensor<8xf32>
  %r = math.rsqrt %mean : tensor<8xf32>
  %rb = linalg.broadcast ins(%r : tensor<8xf32>) outs(%e : tensor<8x4xf32>) dimensions = [1]
  %y = arith.mulf %x, %rb : tensor<8x4xf32>
  return %y : tensor<8x4xf32>
}

// -----

// A function that is a norm stays one.

// CHECK-LABEL: func @twice(
// CHECK: call @norm
// CHECK: call @norm
// RAISED-LABEL: func @twice(
// RAISED: func private @norm
// RAISED: rmsnorm.norm
// RAISED-NOT: rmsnorm.norm
func.func @twice(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %y = call @norm(%x) : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %z = call @norm(%y) : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %z : tensor<8x4xf32>
}
func.func private @norm(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %e = tensor.empty() : tensor<8x4xf32>
  %sq = arith.mulf %x, %x : tensor<8x4xf32>
  %u = linalg.reduce {arith.addf} ins(%sq : tensor<8x4xf32>) outs(%zero : tensor<8xf32>) dimensions = [1]
  %r = math.rsqrt %u : tensor<8xf32>
  %rb = linalg.broadcast ins(%r : tensor<8xf32>) outs(%e : tensor<8x4xf32>) dimensions = [1]
  %y = arith.mulf %x, %rb : tensor<8x4xf32>
  return %y : tensor<8x4xf32>
}
