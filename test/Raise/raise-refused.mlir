// RUN: rmsnorm-opt %s --rmsnorm-raise --split-input-file | FileCheck %s
// RUN: rmsnorm-opt %s --rmsnorm-raise=report --split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=REASON

// What looks like a norm and is none, or none that the op can hold to the bit.

// -----

// A mean of N - 1, as an unbiased variance has it.

// CHECK-LABEL: func @wrong_count(
// CHECK-NOT: rmsnorm.norm
// REASON: remark: inverse root is part of no norm: its sum is divided by 3, and a row has 4 elements
func.func @wrong_count(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.25> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %eps = "tosa.const"() <{values = dense<0.125> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %third = "tosa.const"() <{values = dense<0.333333343> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %sq = tosa.mul %x, %x, %s : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %sum = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %mean = tosa.mul %sum, %third, %s : (tensor<8x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  %v = tosa.add %mean, %eps : (tensor<8x1xf32>, tensor<1x1xf32>) -> tensor<8x1xf32>
  %r = tosa.rsqrt %v : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %n = tosa.mul %x, %r, %s : (tensor<8x4xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  return %n : tensor<8x4xf32>
}

// -----

// A clamp is no epsilon.

// CHECK-LABEL: func @clamp(
// CHECK-NOT: rmsnorm.norm
// REASON: remark: inverse root is part of no norm: a clamp stands where an epsilon would
func.func @clamp(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.25> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %eps = "tosa.const"() <{values = dense<0.125> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %sq = tosa.mul %x, %x, %s : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %sum = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %mean = tosa.mul %sum, %inv, %s : (tensor<8x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  %half = "tosa.const"() <{values = dense<0.5> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %root = tosa.pow %mean, %half : (tensor<8x1xf32>, tensor<1x1xf32>) -> tensor<8x1xf32>
  %c = tosa.clamp %root {min_val = 1.0e-2 : f32, max_val = 0x7F800000 : f32} : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %r = tosa.reciprocal %c : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %n = tosa.mul %x, %r, %s : (tensor<8x4xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  return %n : tensor<8x4xf32>
}

// -----

// An epsilon that the op refuses.

// CHECK-LABEL: func @epsilon_negative(
// CHECK-NOT: rmsnorm.norm
// REASON: remark: inverse root is part of no norm: its epsilon is negative or not finite
func.func @epsilon_negative(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.25> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %eps = "tosa.const"() <{values = dense<0.125> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %neg = "tosa.const"() <{values = dense<-0.125> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %sq = tosa.mul %x, %x, %s : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %sum = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %mean = tosa.mul %sum, %inv, %s : (tensor<8x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  %v = tosa.add %mean, %neg : (tensor<8x1xf32>, tensor<1x1xf32>) -> tensor<8x1xf32>
  %r = tosa.rsqrt %v : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %n = tosa.mul %x, %r, %s : (tensor<8x4xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  return %n : tensor<8x4xf32>
}

// -----

// An epsilon that is known at run time only.

// CHECK-LABEL: func @epsilon_argument(
// CHECK-NOT: rmsnorm.norm
// REASON: remark: inverse root is part of no norm: its epsilon is no constant
func.func @epsilon_argument(%x: tensor<8x4xf32>, %eps: tensor<1x1xf32>) -> tensor<8x4xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.25> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %sq = tosa.mul %x, %x, %s : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %sum = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %mean = tosa.mul %sum, %inv, %s : (tensor<8x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  %v = tosa.add %mean, %eps : (tensor<8x1xf32>, tensor<1x1xf32>) -> tensor<8x1xf32>
  %r = tosa.rsqrt %v : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %n = tosa.mul %x, %r, %s : (tensor<8x4xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  return %n : tensor<8x4xf32>
}

// -----

// Cubes.

// CHECK-LABEL: func @cube(
// CHECK-NOT: rmsnorm.norm
// REASON: remark: inverse root is part of no norm: it sums up powers with another exponent than 2
func.func @cube(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.25> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %eps = "tosa.const"() <{values = dense<0.125> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %three = "tosa.const"() <{values = dense<3.0> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %sq = tosa.pow %x, %three : (tensor<8x4xf32>, tensor<1x1xf32>) -> tensor<8x4xf32>
  %sum = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %mean = tosa.mul %sum, %inv, %s : (tensor<8x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  %v = tosa.add %mean, %eps : (tensor<8x1xf32>, tensor<1x1xf32>) -> tensor<8x1xf32>
  %r = tosa.rsqrt %v : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %n = tosa.mul %x, %r, %s : (tensor<8x4xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  return %n : tensor<8x4xf32>
}

// -----

// No squares: two tensors.

// CHECK-LABEL: func @product(
// CHECK-NOT: rmsnorm.norm
// REASON: remark: inverse root is part of no norm: it sums up products of two different values, not squares
func.func @product(%x: tensor<8x4xf32>, %z: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.25> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %eps = "tosa.const"() <{values = dense<0.125> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %sq = tosa.mul %x, %z, %s : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %sum = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %mean = tosa.mul %sum, %inv, %s : (tensor<8x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  %v = tosa.add %mean, %eps : (tensor<8x1xf32>, tensor<1x1xf32>) -> tensor<8x1xf32>
  %r = tosa.rsqrt %v : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %n = tosa.mul %x, %r, %s : (tensor<8x4xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  return %n : tensor<8x4xf32>
}

// -----

// The statistic of another tensor.

// CHECK-LABEL: func @other_input(
// CHECK-NOT: rmsnorm.norm
// REASON: remark: inverse root is part of no norm: what it multiplies is not the row of its statistic
func.func @other_input(%x: tensor<8x4xf32>, %z: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.25> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %eps = "tosa.const"() <{values = dense<0.125> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %sq = tosa.mul %z, %z, %s : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %sum = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %mean = tosa.mul %sum, %inv, %s : (tensor<8x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  %v = tosa.add %mean, %eps : (tensor<8x1xf32>, tensor<1x1xf32>) -> tensor<8x1xf32>
  %r = tosa.rsqrt %v : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %n = tosa.mul %x, %r, %s : (tensor<8x4xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  return %n : tensor<8x4xf32>
}

// -----

// The statistic of the columns.

// CHECK-LABEL: func @other_axis(
// CHECK-NOT: rmsnorm.norm
// REASON: remark: inverse root is part of no norm: its sum is not over the last dimensions of what it multiplies
func.func @other_axis(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.125> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %eps = "tosa.const"() <{values = dense<0.125> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %sq = tosa.mul %x, %x, %s : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %sum = tosa.reduce_sum %sq {axis = 0 : i32} : (tensor<8x4xf32>) -> tensor<1x4xf32>
  %mean = tosa.mul %sum, %inv, %s : (tensor<1x4xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<1x4xf32>
  %v = tosa.add %mean, %eps : (tensor<1x4xf32>, tensor<1x1xf32>) -> tensor<1x4xf32>
  %r = tosa.rsqrt %v : (tensor<1x4xf32>) -> tensor<1x4xf32>
  %n = tosa.mul %x, %r, %s : (tensor<8x4xf32>, tensor<1x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  return %n : tensor<8x4xf32>
}

// -----

// A sum that rounds at each step.

// CHECK-LABEL: func @statistic_in_bf16(
// CHECK-NOT: rmsnorm.norm
// REASON: remark: inverse root is part of no norm: its sum is rounded to 16 bits
func.func @statistic_in_bf16(%h: tensor<8x4xbf16>) -> tensor<8x4xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.25> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %eps = "tosa.const"() <{values = dense<0.125> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %sq = tosa.mul %h, %h, %s : (tensor<8x4xbf16>, tensor<8x4xbf16>, tensor<1xi8>) -> tensor<8x4xbf16>
  %sum = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xbf16>) -> tensor<8x1xbf16>
  %wide = tosa.cast %sum : (tensor<8x1xbf16>) -> tensor<8x1xf32>
  %mean = tosa.mul %wide, %inv, %s : (tensor<8x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  %r = tosa.rsqrt %mean : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %x = tosa.cast %h : (tensor<8x4xbf16>) -> tensor<8x4xf32>
  %n = tosa.mul %x, %r, %s : (tensor<8x4xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  return %n : tensor<8x4xf32>
}

// -----

// A sum that starts from something that isn't known.

// CHECK-LABEL: func @start_value(
// CHECK-NOT: rmsnorm.norm
// REASON: remark: inverse root is part of no norm: its operand is no sum that is scaled with constants alone
func.func @start_value(%x: tensor<8x4xf32>, %one: tensor<8xf32>) -> tensor<8x4xf32> {
  %e = tensor.empty() : tensor<8x4xf32>
  %four = arith.constant dense<4.0> : tensor<8xf32>
  %sq = arith.mulf %x, %x : tensor<8x4xf32>
  %sum = linalg.reduce {arith.addf} ins(%sq : tensor<8x4xf32>) outs(%one : tensor<8xf32>) dimensions = [1]
  %mean = arith.divf %sum, %four : tensor<8xf32>
  %r = math.rsqrt %mean : tensor<8xf32>
  %b = linalg.broadcast ins(%r : tensor<8xf32>) outs(%e : tensor<8x4xf32>) dimensions = [1]
  %n = arith.mulf %x, %b : tensor<8x4xf32>
  return %n : tensor<8x4xf32>
}

// -----

// The number of elements of another tensor.

// CHECK-LABEL: func @other_extent(
// CHECK-NOT: rmsnorm.norm
// REASON: remark: inverse root is part of no norm: its sum is not divided by the extent of a row
func.func @other_extent(%x: tensor<8x?xf32>, %z: tensor<8x?xf32>) -> tensor<8x?xf32> {
  %c1 = arith.constant 1 : index
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %k = tensor.dim %z, %c1 : tensor<8x?xf32>
  %ki = arith.index_cast %k : index to i64
  %kf = arith.sitofp %ki : i64 to f32
  %ks = tensor.splat %kf : tensor<8xf32>
  %sq = arith.mulf %x, %x : tensor<8x?xf32>
  %sum = linalg.reduce {arith.addf} ins(%sq : tensor<8x?xf32>) outs(%zero : tensor<8xf32>) dimensions = [1]
  %mean = arith.divf %sum, %ks : tensor<8xf32>
  %r = math.rsqrt %mean : tensor<8xf32>
  %l = tensor.dim %x, %c1 : tensor<8x?xf32>
  %e = tensor.empty(%l) : tensor<8x?xf32>
  %b = linalg.broadcast ins(%r : tensor<8xf32>) outs(%e : tensor<8x?xf32>) dimensions = [1]
  %n = arith.mulf %x, %b : tensor<8x?xf32>
  return %n : tensor<8x?xf32>
}

// -----

// A factor of the whole shape is no weight: what is left is a norm without one.
// The same goes for one per row, and for a scalar.

// CHECK-LABEL: func @full_factor(
// CHECK: %[[N:.*]] = rmsnorm.norm ins(%{{.*}} : {{[^)]*}}) outs
// CHECK: tosa.mul %[[N]]
// CHECK-NOT: rmsnorm.norm
func.func @full_factor(%x: tensor<8x4xf32>, %w: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.25> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %eps = "tosa.const"() <{values = dense<0.125> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %sq = tosa.mul %x, %x, %s : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %sum = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %mean = tosa.mul %sum, %inv, %s : (tensor<8x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  %v = tosa.add %mean, %eps : (tensor<8x1xf32>, tensor<1x1xf32>) -> tensor<8x1xf32>
  %r = tosa.rsqrt %v : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %n = tosa.mul %x, %r, %s : (tensor<8x4xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %y = tosa.mul %n, %w, %s : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  return %y : tensor<8x4xf32>
}

// -----

// CHECK-LABEL: func @row_factor(
// CHECK: %[[N:.*]] = rmsnorm.norm ins(%{{.*}} : {{[^)]*}}) outs
// CHECK: tosa.mul %[[N]]
// CHECK-NOT: rmsnorm.norm
func.func @row_factor(%x: tensor<8x4xf32>, %w: tensor<8x1xf32>) -> tensor<8x4xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.25> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %eps = "tosa.const"() <{values = dense<0.125> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %sq = tosa.mul %x, %x, %s : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %sum = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %mean = tosa.mul %sum, %inv, %s : (tensor<8x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  %v = tosa.add %mean, %eps : (tensor<8x1xf32>, tensor<1x1xf32>) -> tensor<8x1xf32>
  %r = tosa.rsqrt %v : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %n = tosa.mul %x, %r, %s : (tensor<8x4xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %y = tosa.mul %n, %w, %s : (tensor<8x4xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  return %y : tensor<8x4xf32>
}

// -----

// CHECK-LABEL: func @scalar_factor(
// CHECK: %[[N:.*]] = rmsnorm.norm ins(%{{.*}} : {{[^)]*}}) outs
// CHECK: tosa.mul %[[N]]
// CHECK-NOT: rmsnorm.norm
func.func @scalar_factor(%x: tensor<8x4xf32>, %w: tensor<1x1xf32>) -> tensor<8x4xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.25> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %eps = "tosa.const"() <{values = dense<0.125> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %sq = tosa.mul %x, %x, %s : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %sum = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %mean = tosa.mul %sum, %inv, %s : (tensor<8x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  %v = tosa.add %mean, %eps : (tensor<8x1xf32>, tensor<1x1xf32>) -> tensor<8x1xf32>
  %r = tosa.rsqrt %v : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %n = tosa.mul %x, %r, %s : (tensor<8x4xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %y = tosa.mul %n, %w, %s : (tensor<8x4xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  return %y : tensor<8x4xf32>
}

// -----

// CHECK-LABEL: func @constant_factor(
// CHECK: %[[N:.*]] = rmsnorm.norm ins(%{{.*}} : {{[^)]*}}) outs
// CHECK: tosa.mul %[[N]]
// CHECK-NOT: rmsnorm.norm
func.func @constant_factor(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.25> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %eps = "tosa.const"() <{values = dense<0.125> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %sq = tosa.mul %x, %x, %s : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %sum = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %mean = tosa.mul %sum, %inv, %s : (tensor<8x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  %v = tosa.add %mean, %eps : (tensor<8x1xf32>, tensor<1x1xf32>) -> tensor<8x1xf32>
  %r = tosa.rsqrt %v : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %n = tosa.mul %x, %r, %s : (tensor<8x4xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %y = tosa.mul %n, %eps, %s : (tensor<8x4xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  return %y : tensor<8x4xf32>
}

// -----

// In TOSA, a weight of unknown extent may be one element.

// CHECK-LABEL: func @weight_that_may_broadcast(
// CHECK: %[[N:.*]] = rmsnorm.norm ins(%{{.*}} : {{[^)]*}}) outs
// CHECK: tosa.mul %[[N]]
// CHECK-NOT: rmsnorm.norm
func.func @weight_that_may_broadcast(%x: tensor<8x?xf32>, %w: tensor<1x?xf32>) -> tensor<8x?xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.25> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %eps = "tosa.const"() <{values = dense<0.125> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %c1 = arith.constant 1 : index
  %zero = arith.constant dense<0.0> : tensor<8x1xf32>
  %k = tensor.dim %x, %c1 : tensor<8x?xf32>
  %ki = arith.index_cast %k : index to i64
  %kf = arith.sitofp %ki : i64 to f32
  %ks = tensor.splat %kf : tensor<8x1xf32>
  %sq = tosa.mul %x, %x, %s : (tensor<8x?xf32>, tensor<8x?xf32>, tensor<1xi8>) -> tensor<8x?xf32>
  %sum = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x?xf32>) -> tensor<8x1xf32>
  %mean = arith.divf %sum, %ks : tensor<8x1xf32>
  %r = tosa.rsqrt %mean : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %n = tosa.mul %x, %r, %s : (tensor<8x?xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x?xf32>
  %y = tosa.mul %n, %w, %s : (tensor<8x?xf32>, tensor<1x?xf32>, tensor<1xi8>) -> tensor<8x?xf32>
  return %y : tensor<8x?xf32>
}

// -----

// The product of a row with itself.

// CHECK-LABEL: func @squared_row(
// CHECK-NOT: rmsnorm.norm
// REASON: remark: inverse root is part of no norm: besides its row it multiplies more than one other factor
func.func @squared_row(%x: tensor<8x4xf32>, %w: tensor<1x4xf32>) -> tensor<8x4xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %sq = tosa.mul %x, %x, %s : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %u = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %r = tosa.rsqrt %u : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %xw = tosa.mul %sq, %w, %s : (tensor<8x4xf32>, tensor<1x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %n = tosa.mul %r, %xw, %s : (tensor<8x1xf32>, tensor<8x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  return %n : tensor<8x4xf32>
}

// -----

// What the norm is divided by is no weight: it stays behind.

// CHECK-LABEL: func @divided_by_column(
// CHECK: %[[N:.*]] = rmsnorm.norm ins(%arg0 : tensor<8x4xf32>) outs
// CHECK: arith.divf %[[N]]
func.func @divided_by_column(%x: tensor<8x4xf32>, %w: tensor<4xf32>) -> tensor<8x4xf32> {
  %e = tensor.empty() : tensor<8x4xf32>
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %four = arith.constant dense<4.0> : tensor<8xf32>
  %sq = arith.mulf %x, %x : tensor<8x4xf32>
  %sum = linalg.reduce { arith.addf } ins(%sq : tensor<8x4xf32>) outs(%zero : tensor<8xf32>) dimensions = [1]
  %mean = arith.divf %sum, %four : tensor<8xf32>
  %r = math.rsqrt %mean : tensor<8xf32>
  %rb = linalg.broadcast ins(%r : tensor<8xf32>) outs(%e : tensor<8x4xf32>) dimensions = [1]
  %n = arith.mulf %x, %rb : tensor<8x4xf32>
  %wb = linalg.broadcast ins(%w : tensor<4xf32>) outs(%e : tensor<8x4xf32>) dimensions = [0]
  %y = arith.divf %n, %wb : tensor<8x4xf32>
  return %y : tensor<8x4xf32>
}

// -----

// A row that is divided first.

// CHECK-LABEL: func @divided_row(
// CHECK-NOT: rmsnorm.norm
// REASON: remark: inverse root is part of no norm: it is divided by more than its root
func.func @divided_row(%x: tensor<8x4xf32>, %w: tensor<4xf32>) -> tensor<8x4xf32> {
  %e = tensor.empty() : tensor<8x4xf32>
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %four = arith.constant dense<4.0> : tensor<8xf32>
  %sq = arith.mulf %x, %x : tensor<8x4xf32>
  %sum = linalg.reduce { arith.addf } ins(%sq : tensor<8x4xf32>) outs(%zero : tensor<8xf32>) dimensions = [1]
  %mean = arith.divf %sum, %four : tensor<8xf32>
  %r = math.rsqrt %mean : tensor<8xf32>
  %rb = linalg.broadcast ins(%r : tensor<8xf32>) outs(%e : tensor<8x4xf32>) dimensions = [1]
  %wb = linalg.broadcast ins(%w : tensor<4xf32>) outs(%e : tensor<8x4xf32>) dimensions = [0]
  %xw = arith.divf %x, %wb : tensor<8x4xf32>
  %y = arith.mulf %xw, %rb : tensor<8x4xf32>
  return %y : tensor<8x4xf32>
}

// -----

// The root of a sum over two, in rows of four, is half a root of the mean, which a
// product with two would be: rsqrt(s) / 2 is rsqrt(4 * s).

// CHECK-LABEL: func @root_over_constant(
// CHECK-NOT: rmsnorm.norm
// REASON: remark: inverse root is part of no norm: it is divided by more than its root
func.func @root_over_constant(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %e = tensor.empty() : tensor<8x4xf32>
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %two = arith.constant dense<2.0> : tensor<8xf32>
  %sq = arith.mulf %x, %x : tensor<8x4xf32>
  %sum = linalg.reduce { arith.addf } ins(%sq : tensor<8x4xf32>) outs(%zero : tensor<8xf32>) dimensions = [1]
  %r = math.rsqrt %sum : tensor<8xf32>
  %half = arith.divf %r, %two : tensor<8xf32>
  %rb = linalg.broadcast ins(%half : tensor<8xf32>) outs(%e : tensor<8x4xf32>) dimensions = [1]
  %y = arith.mulf %x, %rb : tensor<8x4xf32>
  return %y : tensor<8x4xf32>
}
