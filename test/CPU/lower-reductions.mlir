// RUN: rmsnorm-opt %s --rmsnorm-lower-reductions | FileCheck %s

// CHECK-LABEL: func @add
// CHECK-SAME: %[[V:.*]]: vector<4xf32>
// CHECK: %[[L:.*]] = vector.extract_strided_slice %[[V]] {offsets = [0], sizes = [2], strides = [1]}
// CHECK: %[[H:.*]] = vector.extract_strided_slice %[[V]] {offsets = [2], sizes = [2], strides = [1]}
// CHECK: %[[S2:.*]] = arith.addf %[[L]], %[[H]] : vector<2xf32>
// CHECK: %[[L1:.*]] = vector.extract_strided_slice %[[S2]] {offsets = [0], sizes = [1], strides = [1]}
// CHECK: %[[H1:.*]] = vector.extract_strided_slice %[[S2]] {offsets = [1], sizes = [1], strides = [1]}
// CHECK: %[[S1:.*]] = arith.addf %[[L1]], %[[H1]] : vector<1xf32>
// CHECK: %[[S:.*]] = vector.extract %[[S1]][0]
// CHECK: return %[[S]]
func.func @add(%v : vector<4xf32>) -> f32 {
  %s = vector.reduction <add>, %v : vector<4xf32> into f32
  return %s : f32
}

// CHECK-LABEL: func @maximum_with_accumulator
// CHECK: arith.maximumf %{{.*}}, %{{.*}} : vector<1xf32>
// CHECK: arith.maximumf %arg1, %{{.*}} : f32
func.func @maximum_with_accumulator(%v : vector<2xf32>, %a : f32) -> f32 {
  %s = vector.reduction <maximumf>, %v, %a : vector<2xf32> into f32
  return %s : f32
}

// Each step in bf16 rounds, so the order stays.
// CHECK-LABEL: func @bf16_in_order
// CHECK-SAME: %[[V:.*]]: vector<2xbf16>, %[[A:.*]]: bf16
// CHECK: %[[V0:.*]] = vector.extract %[[V]][0]
// CHECK: %[[S0:.*]] = arith.addf %[[A]], %[[V0]] : bf16
// CHECK: %[[V1:.*]] = vector.extract %[[V]][1]
// CHECK: arith.addf %[[S0]], %[[V1]] : bf16
func.func @bf16_in_order(%v : vector<2xbf16>, %a : bf16) -> bf16 {
  %s = vector.reduction <add>, %v, %a : vector<2xbf16> into bf16
  return %s : bf16
}
