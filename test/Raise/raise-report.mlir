// RUN: rmsnorm-opt %s --rmsnorm-raise=report --split-input-file --verify-diagnostics

// Why an inverse root is part of no norm.

// -----

// A norm needs no remark, not even where its root has another use.

func.func @norm(%x: tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x1xf32>) {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.25> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %eps = "tosa.const"() <{values = dense<0.125> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %sq = tosa.mul %x, %x, %s : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %u = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %mean = tosa.mul %u, %inv, %s : (tensor<8x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  %v = tosa.add %mean, %eps : (tensor<8x1xf32>, tensor<1x1xf32>) -> tensor<8x1xf32>
  %r = tosa.rsqrt %v : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %n = tosa.mul %x, %r, %s : (tensor<8x4xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  return %n, %r : tensor<8x4xf32>, tensor<8x1xf32>
}

// -----

// The root of a constant is none of a statistic: GELU has one.

func.func @root_of_constant(%x: tensor<8x4xbf16>, %y: tensor<8x4xf32>) -> (tensor<8x4xbf16>, tensor<8x4xf32>) {
  %two = arith.constant dense<2.0> : tensor<8x4xbf16>
  %half = arith.constant dense<0.5> : tensor<8x4xf32>
  %root = math.sqrt %two : tensor<8x4xbf16>
  %scaled = arith.divf %x, %root : tensor<8x4xbf16>
  %r = math.rsqrt %half : tensor<8x4xf32>
  %other = arith.mulf %y, %r : tensor<8x4xf32>
  return %scaled, %other : tensor<8x4xbf16>, tensor<8x4xf32>
}

// -----

// What the root is taken of.

func.func @no_statistic(%x: tensor<8x4xf32>, %v: tensor<8x1xf32>) -> tensor<8x4xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.25> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  // expected-remark@+1 {{inverse root is part of no norm: its operand is no sum that is scaled with constants alone}}
  %r = tosa.rsqrt %v : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %n = tosa.mul %x, %r, %s : (tensor<8x4xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  return %n : tensor<8x4xf32>
}

// -----

// The epsilon.

func.func @negative_epsilon(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.25> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %eps = "tosa.const"() <{values = dense<-0.125> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %sq = tosa.mul %x, %x, %s : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %u = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %mean = tosa.mul %u, %inv, %s : (tensor<8x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  %v = tosa.add %mean, %eps : (tensor<8x1xf32>, tensor<1x1xf32>) -> tensor<8x1xf32>
  // expected-remark@+1 {{inverse root is part of no norm: its epsilon is negative or not finite}}
  %r = tosa.rsqrt %v : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %n = tosa.mul %x, %r, %s : (tensor<8x4xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  return %n : tensor<8x4xf32>
}

// -----

// No product.

func.func @no_product(%x: tensor<8x4xf32>) -> tensor<8x1xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.25> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %eps = "tosa.const"() <{values = dense<0.125> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %sq = tosa.mul %x, %x, %s : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %u = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %mean = tosa.mul %u, %inv, %s : (tensor<8x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  %v = tosa.add %mean, %eps : (tensor<8x1xf32>, tensor<1x1xf32>) -> tensor<8x1xf32>
  // expected-remark@+1 {{inverse root is part of no norm: no row is multiplied with it before it is rounded}}
  %r = tosa.rsqrt %v : (tensor<8x1xf32>) -> tensor<8x1xf32>
  return %r : tensor<8x1xf32>
}

// -----

// A root that is rounded before the product.

func.func @rounded_root(%x: tensor<8x4xf32>, %h: tensor<8x4xbf16>) -> tensor<8x4xbf16> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.25> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %eps = "tosa.const"() <{values = dense<0.125> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %sq = tosa.mul %x, %x, %s : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %u = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %mean = tosa.mul %u, %inv, %s : (tensor<8x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  %v = tosa.add %mean, %eps : (tensor<8x1xf32>, tensor<1x1xf32>) -> tensor<8x1xf32>
  // expected-remark@+1 {{inverse root is part of no norm: no row is multiplied with it before it is rounded}}
  %r = tosa.rsqrt %v : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %rh = tosa.cast %r : (tensor<8x1xf32>) -> tensor<8x1xbf16>
  %n = tosa.mul %h, %rh, %s : (tensor<8x4xbf16>, tensor<8x1xbf16>, tensor<1xi8>) -> tensor<8x4xbf16>
  return %n : tensor<8x4xbf16>
}

// -----

// Another row.

func.func @other_row(%x: tensor<8x4xf32>, %z: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.25> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %eps = "tosa.const"() <{values = dense<0.125> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %sq = tosa.mul %z, %z, %s : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %u = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %mean = tosa.mul %u, %inv, %s : (tensor<8x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  %v = tosa.add %mean, %eps : (tensor<8x1xf32>, tensor<1x1xf32>) -> tensor<8x1xf32>
  // expected-remark@+1 {{inverse root is part of no norm: what it multiplies is not the row of its statistic}}
  %r = tosa.rsqrt %v : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %n = tosa.mul %x, %r, %s : (tensor<8x4xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  return %n : tensor<8x4xf32>
}

// -----

// A mean of another number.

func.func @wrong_count(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.25> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %half = "tosa.const"() <{values = dense<0.5> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %eps = "tosa.const"() <{values = dense<0.125> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %sq = tosa.mul %x, %x, %s : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %u = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %mean = tosa.mul %u, %half, %s : (tensor<8x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  %v = tosa.add %mean, %eps : (tensor<8x1xf32>, tensor<1x1xf32>) -> tensor<8x1xf32>
  // expected-remark@+1 {{inverse root is part of no norm: its sum is divided by 2, and a row has 4 elements}}
  %r = tosa.rsqrt %v : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %n = tosa.mul %x, %r, %s : (tensor<8x4xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  return %n : tensor<8x4xf32>
}

// -----

// The row is computed in the bodies, and no tensor holds it.

#map = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @no_tensor(%a: tensor<8x4xf32>, %b: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %init = tensor.empty() : tensor<8x4xf32>
  %sum = linalg.generic {indexing_maps = [#map, #map, #row], iterator_types = ["parallel", "reduction"]} ins(%a, %b : tensor<8x4xf32>, tensor<8x4xf32>) outs(%zero : tensor<8xf32>) {
  ^bb0(%in: f32, %in1: f32, %out: f32):
    %0 = arith.addf %in, %in1 : f32
    %1 = arith.mulf %0, %0 : f32
    %2 = arith.addf %out, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<8xf32>
  %n = linalg.generic {indexing_maps = [#map, #map, #row, #map], iterator_types = ["parallel", "parallel"]} ins(%a, %b, %sum : tensor<8x4xf32>, tensor<8x4xf32>, tensor<8xf32>) outs(%init : tensor<8x4xf32>) {
  ^bb0(%in: f32, %in1: f32, %s: f32, %out: f32):
    %0 = arith.addf %in, %in1 : f32
    // expected-remark@+1 {{inverse root is part of no norm: no tensor of the result's shape holds the row in a type that the op reads}}
    %1 = math.rsqrt %s : f32
    %2 = arith.mulf %0, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<8x4xf32>
  return %n : tensor<8x4xf32>
}

// -----

// A weight for each row.

func.func @row_weight(%x: tensor<8x4xf32>, %b: tensor<8x1xf32>) -> tensor<8x4xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.25> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %sq = tosa.mul %x, %x, %s : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %u = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %v = tosa.mul %u, %inv, %s : (tensor<8x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  // expected-remark@+1 {{inverse root is part of no norm: no tensor of the shape of the last dimensions holds its weight or bias}}
  %r = tosa.rsqrt %v : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %rb = tosa.mul %r, %b, %s : (tensor<8x1xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  %n = tosa.mul %x, %rb, %s : (tensor<8x4xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  return %n : tensor<8x4xf32>
}

// -----

// Two weights that are multiplied with the root first.

func.func @two_weights(%x: tensor<8x4xf32>, %w: tensor<1x4xf32>, %u: tensor<1x4xf32>) -> tensor<8x4xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %sq = tosa.mul %x, %x, %s : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %v = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  // expected-remark@+1 {{inverse root is part of no norm: besides its row it multiplies more than one other factor}}
  %r = tosa.rsqrt %v : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %rw = tosa.mul %r, %w, %s : (tensor<8x1xf32>, tensor<1x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %ru = tosa.mul %rw, %u, %s : (tensor<8x4xf32>, tensor<1x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %n = tosa.mul %x, %ru, %s : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  return %n : tensor<8x4xf32>
}

// -----

// A prefix of rows of two axes.

func.func @part(%x: tensor<2x4x4xf32>) -> tensor<2x4x4xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %p = tensor.extract_slice %x[0, 0, 0] [2, 2, 4] [1, 1, 1] : tensor<2x4x4xf32> to tensor<2x2x4xf32>
  %sq = tosa.mul %p, %p, %s : (tensor<2x2x4xf32>, tensor<2x2x4xf32>, tensor<1xi8>) -> tensor<2x2x4xf32>
  %t = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<2x2x4xf32>) -> tensor<2x1x4xf32>
  %v = tosa.reduce_sum %t {axis = 2 : i32} : (tensor<2x1x4xf32>) -> tensor<2x1x1xf32>
  // expected-remark@+1 {{inverse root is part of no norm: it sums up 8 of the 16 elements of a row}}
  %r = tosa.rsqrt %v : (tensor<2x1x1xf32>) -> tensor<2x1x1xf32>
  %n = tosa.mul %x, %r, %s : (tensor<2x4x4xf32>, tensor<2x1x1xf32>, tensor<1xi8>) -> tensor<2x4x4xf32>
  return %n : tensor<2x4x4xf32>
}

// -----

// An epsilon inside of the root and one outside.

func.func @two_epsilons(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %eps = arith.constant dense<0.125> : tensor<8x1xf32>
  %sq = tosa.mul %x, %x, %s : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %u = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %v = arith.addf %u, %eps : tensor<8x1xf32>
  // expected-remark@+1 {{inverse root is part of no norm: an epsilon is added to its operand and another to the root}}
  %q = math.sqrt %v : tensor<8x1xf32>
  %h = arith.addf %q, %eps : tensor<8x1xf32>
  %r = tosa.reciprocal %h : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %n = tosa.mul %x, %r, %s : (tensor<8x4xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  return %n : tensor<8x4xf32>
}

// -----

// Roundings that the op doesn't know: of what the root is taken of, of the mean,
// of the squares, of the root that a row is divided by.

func.func @rounded_operand(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %eps = arith.constant dense<0.125> : tensor<8x1xf32>
  %sq = tosa.mul %x, %x, %s : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %u = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %v = arith.addf %u, %eps : tensor<8x1xf32>
  %t = arith.truncf %v : tensor<8x1xf32> to tensor<8x1xbf16>
  %w = arith.extf %t : tensor<8x1xbf16> to tensor<8x1xf32>
  // expected-remark@+1 {{inverse root is part of no norm: its operand is rounded to 16 bits}}
  %r = tosa.rsqrt %w : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %n = tosa.mul %x, %r, %s : (tensor<8x4xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  return %n : tensor<8x4xf32>
}

// -----

func.func @rounded_mean(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %four = arith.constant dense<4.0> : tensor<8x1xf32>
  %eps = arith.constant dense<0.125> : tensor<8x1xf32>
  %sq = tosa.mul %x, %x, %s : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %u = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %m = arith.divf %u, %four : tensor<8x1xf32>
  %t = arith.truncf %m : tensor<8x1xf32> to tensor<8x1xf16>
  %w = arith.extf %t : tensor<8x1xf16> to tensor<8x1xf32>
  %v = arith.addf %w, %eps : tensor<8x1xf32>
  // expected-remark@+1 {{inverse root is part of no norm: its mean is rounded to 16 bits}}
  %r = tosa.rsqrt %v : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %n = tosa.mul %x, %r, %s : (tensor<8x4xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  return %n : tensor<8x4xf32>
}

// -----

func.func @rounded_squares(%x: tensor<8x4xbf16>) -> tensor<8x4xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %xw = arith.extf %x : tensor<8x4xbf16> to tensor<8x4xf32>
  %sq = tosa.mul %x, %x, %s : (tensor<8x4xbf16>, tensor<8x4xbf16>, tensor<1xi8>) -> tensor<8x4xbf16>
  %w = arith.extf %sq : tensor<8x4xbf16> to tensor<8x4xf32>
  %u = tosa.reduce_sum %w {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  // expected-remark@+1 {{inverse root is part of no norm: its squares are rounded to 16 bits before they are summed}}
  %r = tosa.rsqrt %u : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %n = tosa.mul %xw, %r, %s : (tensor<8x4xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  return %n : tensor<8x4xf32>
}

// -----

func.func @rounded_root(%x: tensor<8x4xbf16>) -> tensor<8x4xbf16> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %xw = arith.extf %x : tensor<8x4xbf16> to tensor<8x4xf32>
  %sq = tosa.mul %xw, %xw, %s : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %u = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  // expected-remark@+1 {{inverse root is part of no norm: it is rounded before the row is divided by it}}
  %q = math.sqrt %u : tensor<8x1xf32>
  %t = arith.truncf %q : tensor<8x1xf32> to tensor<8x1xbf16>
  %r = tosa.reciprocal %t : (tensor<8x1xbf16>) -> tensor<8x1xbf16>
  %n = tosa.mul %x, %r, %s : (tensor<8x4xbf16>, tensor<8x1xbf16>, tensor<1xi8>) -> tensor<8x4xbf16>
  return %n : tensor<8x4xbf16>
}

// -----

// In 16 bits the weight comes last.

func.func @weight_first(%x: tensor<8x4xbf16>, %w: tensor<1x4xbf16>) -> tensor<8x4xbf16> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %sq = tosa.mul %x, %x, %s : (tensor<8x4xbf16>, tensor<8x4xbf16>, tensor<1xi8>) -> tensor<8x4xbf16>
  %u = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xbf16>) -> tensor<8x1xbf16>
  // expected-remark@+1 {{inverse root is part of no norm: each step rounds to 16 bits, and it multiplies the weight first}}
  %r = tosa.rsqrt %u : (tensor<8x1xbf16>) -> tensor<8x1xbf16>
  %rw = tosa.mul %r, %w, %s : (tensor<8x1xbf16>, tensor<1x4xbf16>, tensor<1xi8>) -> tensor<8x4xbf16>
  %n = tosa.mul %x, %rw, %s : (tensor<8x4xbf16>, tensor<8x4xbf16>, tensor<1xi8>) -> tensor<8x4xbf16>
  return %n : tensor<8x4xbf16>
}

// -----

// A step between the root and the row.

func.func @scaled_root_16(%x: tensor<8x4xbf16>) -> tensor<8x4xbf16> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %half = arith.constant dense<0.5> : tensor<8x1xbf16>
  %sq = tosa.mul %x, %x, %s : (tensor<8x4xbf16>, tensor<8x4xbf16>, tensor<1xi8>) -> tensor<8x4xbf16>
  %u = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xbf16>) -> tensor<8x1xbf16>
  // expected-remark@+1 {{inverse root is part of no norm: each step rounds to 16 bits, and one scales it}}
  %q = math.sqrt %u : tensor<8x1xbf16>
  %h = arith.mulf %q, %half : tensor<8x1xbf16>
  %r = tosa.reciprocal %h : (tensor<8x1xbf16>) -> tensor<8x1xbf16>
  %n = tosa.mul %x, %r, %s : (tensor<8x4xbf16>, tensor<8x1xbf16>, tensor<1xi8>) -> tensor<8x4xbf16>
  return %n : tensor<8x4xbf16>
}

// -----

// Keras' rms_scaling: a row over its deviation, less no mean.

func.func @uncentred(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %four = arith.constant dense<4.0> : tensor<8x1xf32>
  %u = tosa.reduce_sum %x {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %m = arith.divf %u, %four : tensor<8x1xf32>
  %d = tosa.sub %x, %m : (tensor<8x4xf32>, tensor<8x1xf32>) -> tensor<8x4xf32>
  %sq = tosa.mul %d, %d, %s : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %t = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %v = arith.divf %t, %four : tensor<8x1xf32>
  // expected-remark@+1 {{inverse root is part of no norm: it multiplies the row before the mean is subtracted}}
  %r = tosa.rsqrt %v : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %n = tosa.mul %x, %r, %s : (tensor<8x4xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  return %n : tensor<8x4xf32>
}

// -----

// A clamp as a comparison and a choice: torch.nn.functional.normalize.

func.func @normalize(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %low = arith.constant dense<0.125> : tensor<8x1xf32>
  %shape = tosa.const_shape {values = dense<[1, 4]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %sq = tosa.mul %x, %x, %s : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %u = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  // expected-remark@+1 {{inverse root is part of no norm: a clamp stands where an epsilon would}}
  %q = math.sqrt %u : tensor<8x1xf32>
  %c = arith.cmpf ult, %q, %low : tensor<8x1xf32>
  %m = arith.select %c, %low, %q : tensor<8x1xi1>, tensor<8x1xf32>
  %t = tosa.tile %m, %shape : (tensor<8x1xf32>, !tosa.shape<2>) -> tensor<8x4xf32>
  %r = tosa.reciprocal %t : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %n = tosa.mul %x, %r, %s : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  return %n : tensor<8x4xf32>
}

// -----

// Two dimensions, one of unknown extent.

func.func @unknown_extent(%x: tensor<8x?x4xf32>) -> tensor<8x?x4xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %sq = tosa.mul %x, %x, %s : (tensor<8x?x4xf32>, tensor<8x?x4xf32>, tensor<1xi8>) -> tensor<8x?x4xf32>
  %t = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x?x4xf32>) -> tensor<8x1x4xf32>
  %u = tosa.reduce_sum %t {axis = 2 : i32} : (tensor<8x1x4xf32>) -> tensor<8x1x1xf32>
  // expected-remark@+1 {{inverse root is part of no norm: what it sums up may be more or less than a row}}
  %r = tosa.rsqrt %u : (tensor<8x1x1xf32>) -> tensor<8x1x1xf32>
  %n = tosa.mul %x, %r, %s : (tensor<8x?x4xf32>, tensor<8x1x1xf32>, tensor<1xi8>) -> tensor<8x?x4xf32>
  return %n : tensor<8x?x4xf32>
}

// -----

// Steps of 16 bits that the op doesn't know: a sum of unrounded squares that is
// rounded before it is divided, a sum in another order than the row, two sums that
// are held in different types, a difference of means.

func.func @sum_rounded_between(%x: tensor<8x3xbf16>) -> tensor<8x3xbf16> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %three = arith.constant dense<3.0> : tensor<8x1xbf16>
  %xw = tosa.cast %x : (tensor<8x3xbf16>) -> tensor<8x3xf32>
  %sq = tosa.mul %xw, %xw, %s : (tensor<8x3xf32>, tensor<8x3xf32>, tensor<1xi8>) -> tensor<8x3xf32>
  %uw = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x3xf32>) -> tensor<8x1xf32>
  %u = tosa.cast %uw : (tensor<8x1xf32>) -> tensor<8x1xbf16>
  %v = arith.divf %u, %three : tensor<8x1xbf16>
  // expected-remark@+1 {{inverse root is part of no norm: its sum is rounded to 16 bits}}
  %r = tosa.rsqrt %v : (tensor<8x1xbf16>) -> tensor<8x1xbf16>
  %n = tosa.mul %x, %r, %s : (tensor<8x3xbf16>, tensor<8x1xbf16>, tensor<1xi8>) -> tensor<8x3xbf16>
  return %n : tensor<8x3xbf16>
}

// -----

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
  // expected-remark@+1 {{inverse root is part of no norm: each step rounds to 16 bits, and its sum has another order than the row}}
  %r = math.rsqrt %u : tensor<8x1x1xbf16>
  %y = tosa.mul %x, %r, %s : (tensor<8x4x2xbf16>, tensor<8x1x1xbf16>, tensor<1xi8>) -> tensor<8x4x2xbf16>
  return %y : tensor<8x4x2xbf16>
}

// -----

#map = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0, 0)>
func.func @sums_of_two_types(%x: tensor<8x4xbf16>) -> tensor<8x4xbf16> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %zero = arith.constant dense<0.0> : tensor<8x1xbf16>
  %four = arith.constant dense<4.0> : tensor<8x1xbf16>
  %t = linalg.generic {indexing_maps = [#map, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<8x4xbf16>) outs(%zero : tensor<8x1xbf16>) {
  ^bb0(%in: bf16, %out: bf16):
    %0 = arith.addf %out, %in : bf16
    linalg.yield %0 : bf16
  } -> tensor<8x1xbf16>
  %m = arith.divf %t, %four : tensor<8x1xbf16>
  %d = tosa.sub %x, %m : (tensor<8x4xbf16>, tensor<8x1xbf16>) -> tensor<8x4xbf16>
  %sq = tosa.mul %d, %d, %s : (tensor<8x4xbf16>, tensor<8x4xbf16>, tensor<1xi8>) -> tensor<8x4xbf16>
  %u = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xbf16>) -> tensor<8x1xbf16>
  %v = arith.divf %u, %four : tensor<8x1xbf16>
  // expected-remark@+1 {{inverse root is part of no norm: each step rounds to 16 bits, and its sums don't take the same steps}}
  %r = tosa.rsqrt %v : (tensor<8x1xbf16>) -> tensor<8x1xbf16>
  %n = tosa.mul %d, %r, %s : (tensor<8x4xbf16>, tensor<8x1xbf16>, tensor<1xi8>) -> tensor<8x4xbf16>
  return %n : tensor<8x4xbf16>
}

// -----

func.func @difference_16(%x: tensor<8x4xbf16>) -> tensor<8x4xbf16> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %four = arith.constant dense<4.0> : tensor<8x1xbf16>
  %t = tosa.reduce_sum %x {axis = 1 : i32} : (tensor<8x4xbf16>) -> tensor<8x1xbf16>
  %m = arith.divf %t, %four : tensor<8x1xbf16>
  %mm = arith.mulf %m, %m : tensor<8x1xbf16>
  %sq = tosa.mul %x, %x, %s : (tensor<8x4xbf16>, tensor<8x4xbf16>, tensor<1xi8>) -> tensor<8x4xbf16>
  %u = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xbf16>) -> tensor<8x1xbf16>
  %e = arith.divf %u, %four : tensor<8x1xbf16>
  %v = arith.subf %e, %mm : tensor<8x1xbf16>
  // expected-remark@+1 {{inverse root is part of no norm: each step rounds to 16 bits, and it is of a difference}}
  %r = tosa.rsqrt %v : (tensor<8x1xbf16>) -> tensor<8x1xbf16>
  %d = tosa.sub %x, %m : (tensor<8x4xbf16>, tensor<8x1xbf16>) -> tensor<8x4xbf16>
  %n = tosa.mul %d, %r, %s : (tensor<8x4xbf16>, tensor<8x1xbf16>, tensor<1xi8>) -> tensor<8x4xbf16>
  return %n : tensor<8x4xbf16>
}

// -----

// Sums of sums, each of which rounds.

func.func @partial_sums(%x: tensor<8x2x4xf16>) -> tensor<8x2x4xf16> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %sq = tosa.mul %x, %x, %s : (tensor<8x2x4xf16>, tensor<8x2x4xf16>, tensor<1xi8>) -> tensor<8x2x4xf16>
  %t = tosa.reduce_sum %sq {axis = 2 : i32} : (tensor<8x2x4xf16>) -> tensor<8x2x1xf16>
  %u = tosa.reduce_sum %t {axis = 1 : i32} : (tensor<8x2x1xf16>) -> tensor<8x1x1xf16>
  // expected-remark@+1 {{inverse root is part of no norm: it sums up partial sums that are rounded to 16 bits}}
  %r = tosa.rsqrt %u : (tensor<8x1x1xf16>) -> tensor<8x1x1xf16>
  %n = tosa.mul %x, %r, %s : (tensor<8x2x4xf16>, tensor<8x1x1xf16>, tensor<1xi8>) -> tensor<8x2x4xf16>
  return %n : tensor<8x2x4xf16>
}

// -----

// What was bufferised already.

func.func @in_memory(%x: memref<8x4xf32>, %v: memref<8xf32>, %r: memref<8xf32>, %y: memref<8x4xf32>) {
  // expected-remark@+1 {{root is taken of what is in memory: norms are raised on tensors, before bufferization}}
  linalg.rsqrt ins(%v : memref<8xf32>) outs(%r : memref<8xf32>)
  linalg.sqrt ins(%v : memref<8xf32>) outs(%r : memref<8xf32>)
  return
}
