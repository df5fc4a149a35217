// RUN: rmsnorm-opt %s --split-input-file --verify-roundtrip | FileCheck %s

// CHECK-LABEL: func @weight_and_offset
func.func @weight_and_offset(%x : tensor<?x4096xbf16>, %w : tensor<4096xbf16>, %init : tensor<?x4096xbf16>) -> tensor<?x4096xbf16> {
  // CHECK: rmsnorm.norm ins(%{{.*}} : tensor<?x4096xbf16>) weight(%{{.*}} : tensor<4096xbf16>) outs(%{{.*}} : tensor<?x4096xbf16>)
  // CHECK-SAME: {epsilon = {{.*}} : f64, weight_offset = 1.000000e+00 : f64} -> tensor<?x4096xbf16>
  %y = rmsnorm.norm ins(%x : tensor<?x4096xbf16>) weight(%w : tensor<4096xbf16>) outs(%init : tensor<?x4096xbf16>)
         {epsilon = 1.0e-06 : f64, weight_offset = 1.0 : f64} -> tensor<?x4096xbf16>
  return %y : tensor<?x4096xbf16>
}

// -----

// CHECK-LABEL: func @defaults_are_not_printed
func.func @defaults_are_not_printed(%x : tensor<8xf32>, %init : tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: rmsnorm.norm ins(%{{.*}} : tensor<8xf32>) outs(%{{.*}} : tensor<8xf32>) {epsilon = 0.000000e+00 : f64} -> tensor<8xf32>
  %y = rmsnorm.norm ins(%x : tensor<8xf32>) outs(%init : tensor<8xf32>)
         {epsilon = 0.0 : f64, weight_offset = 0.0 : f64, rounding = #rmsnorm.rounding<after_weight>} -> tensor<8xf32>
  return %y : tensor<8xf32>
}

// -----

// CHECK-LABEL: func @mixed_types_bias_and_memrefs
func.func @mixed_types_bias_and_memrefs(%x : memref<2x5x96xbf16>, %w : memref<96xf32>, %b : memref<96xf16>, %y : memref<2x5x96xf16>) {
  // CHECK: rmsnorm.norm ins({{.*}}) weight({{.*}} : memref<96xf32>) bias({{.*}} : memref<96xf16>) outs({{.*}})
  // CHECK-SAME: {epsilon = {{.*}}, rounding = #rmsnorm.rounding<before_weight>}
  // CHECK-NOT: ->
  rmsnorm.norm ins(%x : memref<2x5x96xbf16>) weight(%w : memref<96xf32>) bias(%b : memref<96xf16>) outs(%y : memref<2x5x96xf16>)
    {epsilon = 1.0e-05 : f64, rounding = #rmsnorm.rounding<before_weight>}
  return
}

// -----

// A static row may stand where the other side is dynamic.
// CHECK-LABEL: func @compatible_shapes
func.func @compatible_shapes(%x : tensor<4x?xf32>, %w : tensor<64xf32>, %init : tensor<?x64xf32>) -> tensor<?x64xf32> {
  %y = rmsnorm.norm ins(%x : tensor<4x?xf32>) weight(%w : tensor<64xf32>) outs(%init : tensor<?x64xf32>) {epsilon = 1.0e-06 : f64} -> tensor<?x64xf32>
  return %y : tensor<?x64xf32>
}

// -----

// CHECK-LABEL: func @rstd_and_center
func.func @rstd_and_center(%x : tensor<8x64xf32>, %w : tensor<64xf32>, %b : tensor<64xf32>, %init : tensor<8x64xf32>, %r : tensor<8xf32>) -> (tensor<8x64xf32>, tensor<8xf32>) {
  // CHECK: %{{.*}}:2 = rmsnorm.norm ins({{.*}}) weight({{.*}}) bias({{.*}}) outs(%{{.*}} : tensor<8x64xf32>) rstd(%{{.*}} : tensor<8xf32>)
  // CHECK-SAME: {center, epsilon = {{.*}} : f64, rounding = #rmsnorm.rounding<before_weight>} -> tensor<8x64xf32>, tensor<8xf32>
  %z, %rstd = rmsnorm.norm ins(%x : tensor<8x64xf32>) weight(%w : tensor<64xf32>) bias(%b : tensor<64xf32>)
         outs(%init : tensor<8x64xf32>) rstd(%r : tensor<8xf32>)
         {center, epsilon = 1.0e-05 : f64, rounding = #rmsnorm.rounding<before_weight>} -> tensor<8x64xf32>, tensor<8xf32>
  return %z, %rstd : tensor<8x64xf32>, tensor<8xf32>
}

// -----

// CHECK-LABEL: func @every_attribute
func.func @every_attribute(%x : tensor<2x4x8xbf16>, %w : tensor<4x8xf32>, %init : tensor<2x4x8xf8E4M3FN>) -> tensor<2x4x8xf8E4M3FN> {
  // CHECK: rmsnorm.norm
  // CHECK-SAME: {axes = 2 : i64, compute_type = f64, epsilon = {{.*}} : f64, epsilon_position = #rmsnorm.epsilon_position<outside>, statistic = #rmsnorm.statistic<sum>}
  %y = rmsnorm.norm ins(%x : tensor<2x4x8xbf16>) weight(%w : tensor<4x8xf32>) outs(%init : tensor<2x4x8xf8E4M3FN>)
         {axes = 2 : i64, compute_type = f64, epsilon = 1.0e-05 : f64, epsilon_position = #rmsnorm.epsilon_position<outside>, statistic = #rmsnorm.statistic<sum>} -> tensor<2x4x8xf8E4M3FN>
  return %y : tensor<2x4x8xf8E4M3FN>
}

// -----

// CHECK-LABEL: func @types_of_sums
func.func @types_of_sums(%x : tensor<4x8xbf16>, %init : tensor<4x8xbf16>) -> (tensor<4x8xbf16>, tensor<4x8xbf16>) {
  // CHECK: rmsnorm.norm
  // CHECK-SAME: {accumulator_type = f32, center, compute_type = bf16, epsilon = {{.*}} : f64, statistic_type = f64}
  %y = rmsnorm.norm ins(%x : tensor<4x8xbf16>) outs(%init : tensor<4x8xbf16>)
         {accumulator_type = f32, center, compute_type = bf16, epsilon = 1.0e-05 : f64, statistic_type = f64} -> tensor<4x8xbf16>
  // CHECK: rmsnorm.norm
  // CHECK-SAME: {accumulator_type = f64, compute_type = bf16, epsilon = {{.*}} : f64, statistic = #rmsnorm.statistic<wide_mean>}
  %z = rmsnorm.norm ins(%x : tensor<4x8xbf16>) outs(%init : tensor<4x8xbf16>)
         {accumulator_type = f64, compute_type = bf16, epsilon = 1.0e-05 : f64, statistic = #rmsnorm.statistic<wide_mean>} -> tensor<4x8xbf16>
  return %y, %z : tensor<4x8xbf16>, tensor<4x8xbf16>
}
