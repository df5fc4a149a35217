// RUN: rmsnorm-opt %s --split-input-file --canonicalize --cse | FileCheck %s

// CHECK-LABEL: func @unit_weight
// CHECK: rmsnorm.norm ins(%{{.*}} : tensor<4x8xf32>) outs({{.*}}) {epsilon
func.func @unit_weight(%x : tensor<4x8xf32>, %init : tensor<4x8xf32>) -> tensor<4x8xf32> {
  %w = arith.constant dense<1.0> : tensor<8xf32>
  %y = rmsnorm.norm ins(%x : tensor<4x8xf32>) weight(%w : tensor<8xf32>) outs(%init : tensor<4x8xf32>) {epsilon = 1.0e-6 : f64} -> tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: func @zero_weight_with_offset_one
// CHECK: rmsnorm.norm ins(%{{.*}} : tensor<4x8xbf16>) outs({{.*}}) {epsilon = {{[^,]*}}} ->
func.func @zero_weight_with_offset_one(%x : tensor<4x8xbf16>, %init : tensor<4x8xbf16>) -> tensor<4x8xbf16> {
  %w = arith.constant dense<0.0> : tensor<8xbf16>
  %y = rmsnorm.norm ins(%x : tensor<4x8xbf16>) weight(%w : tensor<8xbf16>) outs(%init : tensor<4x8xbf16>) {epsilon = 1.0e-6 : f64, weight_offset = 1.0 : f64} -> tensor<4x8xbf16>
  return %y : tensor<4x8xbf16>
}

// -----

// Adding plus zero turns -0 into +0; adding minus zero changes nothing.
// CHECK-LABEL: func @zero_bias
// CHECK: rmsnorm.norm {{.*}} bias(
// CHECK: rmsnorm.norm
// CHECK-NOT: bias(
func.func @zero_bias(%x : tensor<4x8xf32>, %init : tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %plus = arith.constant dense<0.0> : tensor<8xf32>
  %minus = arith.constant dense<-0.0> : tensor<8xf32>
  %y = rmsnorm.norm ins(%x : tensor<4x8xf32>) bias(%plus : tensor<8xf32>) outs(%init : tensor<4x8xf32>) {epsilon = 1.0e-6 : f64} -> tensor<4x8xf32>
  %z = rmsnorm.norm ins(%x : tensor<4x8xf32>) bias(%minus : tensor<8xf32>) outs(%init : tensor<4x8xf32>) {epsilon = 1.0e-6 : f64} -> tensor<4x8xf32>
  return %y, %z : tensor<4x8xf32>, tensor<4x8xf32>
}

// -----

// The offset is added in the compute type: 15.8125 + 1 is no bf16 number.
// CHECK-LABEL: func @constant_offset
// CHECK: %[[W:.*]] = arith.constant dense<[1.681250e+01, 1.500000e+00]> : tensor<2xf32>
// CHECK: rmsnorm.norm ins({{.*}}) weight(%[[W]] : tensor<2xf32>) outs({{.*}}) {epsilon = {{[^,]*}}} ->
func.func @constant_offset(%x : tensor<4x2xbf16>, %init : tensor<4x2xbf16>) -> tensor<4x2xbf16> {
  %w = arith.constant dense<[15.8125, 0.5]> : tensor<2xbf16>
  %y = rmsnorm.norm ins(%x : tensor<4x2xbf16>) weight(%w : tensor<2xbf16>) outs(%init : tensor<4x2xbf16>) {epsilon = 1.0e-6 : f64, weight_offset = 1.0 : f64} -> tensor<4x2xbf16>
  return %y : tensor<4x2xbf16>
}

// -----

// CHECK-LABEL: func @absorbs_casts
// CHECK-SAME: %[[X:.*]]: tensor<4x8xbf16>
// CHECK: %[[Y:.*]] = rmsnorm.norm ins(%[[X]] : tensor<4x8xbf16>) outs(%{{.*}} : tensor<4x8xf16>)
// CHECK-NEXT: return %[[Y]]
func.func @absorbs_casts(%x : tensor<4x8xbf16>, %init : tensor<4x8xf32>) -> tensor<4x8xf16> {
  %e = arith.extf %x : tensor<4x8xbf16> to tensor<4x8xf32>
  %y = rmsnorm.norm ins(%e : tensor<4x8xf32>) outs(%init : tensor<4x8xf32>) {epsilon = 1.0e-6 : f64} -> tensor<4x8xf32>
  %t = arith.truncf %y : tensor<4x8xf32> to tensor<4x8xf16>
  return %t : tensor<4x8xf16>
}

// -----

// An extension to f64 makes f64 the compute type; it stays so.
// CHECK-LABEL: func @keeps_compute_type
// CHECK: rmsnorm.norm ins(%{{.*}} : tensor<4x8xf32>) outs({{.*}} : tensor<4x8xf64>) {compute_type = f64
func.func @keeps_compute_type(%x : tensor<4x8xf32>, %init : tensor<4x8xf64>) -> tensor<4x8xf64> {
  %e = arith.extf %x : tensor<4x8xf32> to tensor<4x8xf64>
  %y = rmsnorm.norm ins(%e : tensor<4x8xf64>) outs(%init : tensor<4x8xf64>) {epsilon = 1.0e-6 : f64} -> tensor<4x8xf64>
  return %y : tensor<4x8xf64>
}

// -----

// The type of x is where before_weight rounds.
// CHECK-LABEL: func @extension_before_weight_stays
// CHECK: arith.extf
// CHECK: rmsnorm.norm ins(%{{.*}} : tensor<4x8xf32>)
func.func @extension_before_weight_stays(%x : tensor<4x8xbf16>, %w : tensor<8xf32>, %init : tensor<4x8xbf16>) -> tensor<4x8xbf16> {
  %e = arith.extf %x : tensor<4x8xbf16> to tensor<4x8xf32>
  %y = rmsnorm.norm ins(%e : tensor<4x8xf32>) weight(%w : tensor<8xf32>) outs(%init : tensor<4x8xbf16>) {epsilon = 1.0e-6 : f64, rounding = #rmsnorm.rounding<before_weight>} -> tensor<4x8xbf16>
  return %y : tensor<4x8xbf16>
}

// -----

// A result that is rounded already would be rounded twice as one.
// CHECK-LABEL: func @second_rounding_stays
// CHECK: rmsnorm.norm {{.*}} outs({{.*}} : tensor<4x8xf32>)
// CHECK: arith.truncf
func.func @second_rounding_stays(%x : tensor<4x8xf64>, %init : tensor<4x8xf32>) -> tensor<4x8xbf16> {
  %y = rmsnorm.norm ins(%x : tensor<4x8xf64>) outs(%init : tensor<4x8xf32>) {epsilon = 1.0e-6 : f64} -> tensor<4x8xf32>
  %t = arith.truncf %y : tensor<4x8xf32> to tensor<4x8xbf16>
  return %t : tensor<4x8xbf16>
}

// -----

// With before_weight the product and the sum would each be rounded to bf16.
// CHECK-LABEL: func @two_steps_stay
// CHECK: rmsnorm.norm {{.*}} outs({{.*}} : tensor<4x8xf32>)
// CHECK: arith.truncf
func.func @two_steps_stay(%x : tensor<4x8xbf16>, %w : tensor<8xf32>, %init : tensor<4x8xf32>) -> tensor<4x8xbf16> {
  %y = rmsnorm.norm ins(%x : tensor<4x8xbf16>) weight(%w : tensor<8xf32>) bias(%w : tensor<8xf32>) outs(%init : tensor<4x8xf32>)
         {epsilon = 1.0e-6 : f64, rounding = #rmsnorm.rounding<before_weight>} -> tensor<4x8xf32>
  %t = arith.truncf %y : tensor<4x8xf32> to tensor<4x8xbf16>
  return %t : tensor<4x8xbf16>
}

// -----

// A plain truncation to f8 gives NaN where the op would saturate.
// CHECK-LABEL: func @f8_truncation_stays
// CHECK: arith.truncf {{.*}} to tensor<4x8xf8E4M3FN>
func.func @f8_truncation_stays(%x : tensor<4x8xf32>, %init : tensor<4x8xf32>) -> tensor<4x8xf8E4M3FN> {
  %y = rmsnorm.norm ins(%x : tensor<4x8xf32>) outs(%init : tensor<4x8xf32>) {epsilon = 1.0e-6 : f64} -> tensor<4x8xf32>
  %t = arith.truncf %y : tensor<4x8xf32> to tensor<4x8xf8E4M3FN>
  return %t : tensor<4x8xf8E4M3FN>
}

// -----

// A second user sees the unrounded value.
// CHECK-LABEL: func @other_user
// CHECK: rmsnorm.norm {{.*}} outs({{.*}} : tensor<4x8xf32>)
// CHECK: arith.truncf
func.func @other_user(%x : tensor<4x8xf32>, %init : tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xbf16>) {
  %y = rmsnorm.norm ins(%x : tensor<4x8xf32>) outs(%init : tensor<4x8xf32>) {epsilon = 1.0e-6 : f64} -> tensor<4x8xf32>
  %t = arith.truncf %y : tensor<4x8xf32> to tensor<4x8xbf16>
  return %y, %t : tensor<4x8xf32>, tensor<4x8xbf16>
}

// -----

// Static information moves in (a pattern of the tensor dialect, for every
// destination-style op).
// CHECK-LABEL: func @static_information
// CHECK: %[[Y:.*]] = rmsnorm.norm ins(%{{.*}} : tensor<4x8xf32>) outs(%{{.*}} : tensor<4x8xf32>)
// CHECK: tensor.cast %[[Y]]
func.func @static_information(%x : tensor<4x8xf32>, %init : tensor<4x8xf32>) -> tensor<?x8xf32> {
  %cx = tensor.cast %x : tensor<4x8xf32> to tensor<?x8xf32>
  %ci = tensor.cast %init : tensor<4x8xf32> to tensor<?x8xf32>
  %y = rmsnorm.norm ins(%cx : tensor<?x8xf32>) outs(%ci : tensor<?x8xf32>) {epsilon = 1.0e-6 : f64} -> tensor<?x8xf32>
  return %y : tensor<?x8xf32>
}

// -----

// CHECK-LABEL: func @no_elements
// CHECK-SAME: %{{.*}}: tensor<0x8xf32>, %[[INIT:.*]]: tensor<0x8xf32>
// CHECK-NEXT: return %[[INIT]]
func.func @no_elements(%x : tensor<0x8xf32>, %init : tensor<0x8xf32>) -> tensor<0x8xf32> {
  %y = rmsnorm.norm ins(%x : tensor<0x8xf32>) outs(%init : tensor<0x8xf32>) {epsilon = 1.0e-6 : f64} -> tensor<0x8xf32>
  return %y : tensor<0x8xf32>
}
