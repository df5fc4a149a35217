// RUN: rmsnorm-opt %s --rmsnorm-expand-f64-truncations | FileCheck %s

// CHECK-LABEL: func @to_bf16
// CHECK-SAME: %[[X:.*]]: f64
// CHECK: %[[NEAR:.*]] = arith.truncf %[[X]] : f64 to f32
// CHECK: %[[BACK:.*]] = arith.extf %[[NEAR]] : f32 to f64
// CHECK: %[[BITS:.*]] = arith.bitcast %[[NEAR]] : f32 to i32
// CHECK: %[[INEXACT:.*]] = arith.cmpf one, %[[BACK]], %[[X]] : f64
// CHECK: %[[CHOSEN:.*]] = arith.select %{{.*}}, %{{.*}}, %[[BITS]] : i32
// CHECK: %[[ODD:.*]] = arith.bitcast %[[CHOSEN]] : i32 to f32
// CHECK: arith.truncf %[[ODD]] : f32 to bf16
func.func @to_bf16(%x : f64) -> bf16 {
  %y = arith.truncf %x : f64 to bf16
  return %y : bf16
}

// CHECK-LABEL: func @to_f32_stays
// CHECK-NEXT: arith.truncf %{{.*}} : vector<4xf64> to vector<4xf32>
// CHECK-NEXT: return
func.func @to_f32_stays(%x : vector<4xf64>) -> vector<4xf32> {
  %y = arith.truncf %x : vector<4xf64> to vector<4xf32>
  return %y : vector<4xf32>
}
