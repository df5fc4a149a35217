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

// What the root is taken of.

func.func @no_statistic(%x: tensor<8x4xf32>, %v: tensor<8x1xf32>) -> tensor<8x4xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.25> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  // expected-remark@+1 {{inverse root is part of no norm: its operand is no sum of squares along the last dimensions plus a constant, computed without rounding to 16 bits}}
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
  // expected-remark@+1 {{inverse root is part of no norm: what it multiplies is not the row of its statistic, or there is more than one other factor}}
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
  // expected-remark@+1 {{inverse root is part of no norm: its statistic is not over the whole row, or not divided by the number of elements}}
  %r = tosa.rsqrt %v : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %n = tosa.mul %x, %r, %s : (tensor<8x4xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  return %n : tensor<8x4xf32>
}

// -----

// The normalised value is rounded to another type than that of x.

#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0, 0)>
#map2 = affine_map<(d0, d1) -> (d1)>
func.func @other_type(%x: tensor<8x4xf32>, %w: tensor<4xf32>) -> tensor<8x4xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.25> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %init = tensor.empty() : tensor<8x4xf32>
  %sq = tosa.mul %x, %x, %s : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %u = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %v = tosa.mul %u, %inv, %s : (tensor<8x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  // expected-remark@+1 {{inverse root is part of no norm: no tensor of the result's shape holds the row in a type that the op reads}}
  %r = tosa.rsqrt %v : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %n = linalg.generic {indexing_maps = [#map, #map1, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%x, %r, %w : tensor<8x4xf32>, tensor<8x1xf32>, tensor<4xf32>) outs(%init : tensor<8x4xf32>) {
  ^bb0(%a0: f32, %a1: f32, %a2: f32, %out: f32):
    %0 = arith.mulf %a0, %a1 : f32
    %1 = arith.truncf %0 : f32 to bf16
    %2 = arith.extf %1 : bf16 to f32
    %3 = arith.mulf %2, %a2 : f32
    linalg.yield %3 : f32
  } -> tensor<8x4xf32>
  return %n : tensor<8x4xf32>
}

// -----

// What is rounded is the product with the weight.

#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0, 0)>
#map2 = affine_map<(d0, d1) -> (d1)>
func.func @rounding(%x: tensor<8x4xf32>, %w: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<8x4xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.25> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %init = tensor.empty() : tensor<8x4xf32>
  %sq = tosa.mul %x, %x, %s : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %u = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %v = tosa.mul %u, %inv, %s : (tensor<8x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  // expected-remark@+1 {{inverse root is part of no norm: the result is rounded where the op doesn't round}}
  %r = tosa.rsqrt %v : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %n = linalg.generic {indexing_maps = [#map, #map1, #map2, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%x, %r, %w, %b : tensor<8x4xf32>, tensor<8x1xf32>, tensor<4xf32>, tensor<4xf32>) outs(%init : tensor<8x4xf32>) {
  ^bb0(%a0: f32, %a1: f32, %a2: f32, %a3: f32, %out: f32):
    %0 = arith.mulf %a0, %a1 : f32
    %1 = arith.mulf %0, %a2 : f32
    %2 = arith.truncf %1 : f32 to bf16
    %3 = arith.extf %2 : bf16 to f32
    %4 = arith.addf %3, %a3 : f32
    linalg.yield %4 : f32
  } -> tensor<8x4xf32>
  return %n : tensor<8x4xf32>
}

// -----

// A bias of the whole shape.

#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0, 0)>
#map2 = affine_map<(d0, d1) -> (d1)>
func.func @full_bias(%x: tensor<8x4xf32>, %b: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.25> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %init = tensor.empty() : tensor<8x4xf32>
  %sq = tosa.mul %x, %x, %s : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %u = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %v = tosa.mul %u, %inv, %s : (tensor<8x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  // expected-remark@+1 {{inverse root is part of no norm: a weight or bias doesn't have the shape of the last dimensions}}
  %r = tosa.rsqrt %v : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %n = linalg.generic {indexing_maps = [#map, #map1, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%x, %r, %b : tensor<8x4xf32>, tensor<8x1xf32>, tensor<8x4xf32>) outs(%init : tensor<8x4xf32>) {
  ^bb0(%a0: f32, %a1: f32, %a2: f32, %out: f32):
    %0 = arith.mulf %a0, %a1 : f32
    %1 = arith.addf %0, %a2 : f32
    linalg.yield %1 : f32
  } -> tensor<8x4xf32>
  return %n : tensor<8x4xf32>
}
