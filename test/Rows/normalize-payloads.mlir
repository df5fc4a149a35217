// RUN: rmsnorm-opt %s --rmsnorm-normalize-payloads | FileCheck %s

// CHECK-LABEL: func @square
// CHECK-SAME: %[[X:.*]]: f32
// CHECK: %[[Y:.*]] = arith.mulf %[[X]], %[[X]] : f32
// CHECK: return %[[Y]]
func.func @square(%x : f32) -> f32 {
  %c2 = arith.constant 2 : i64
  %y = math.fpowi %x, %c2 : f32, i64
  return %y : f32
}

// CHECK-LABEL: func @inverse_root
// CHECK: math.rsqrt
func.func @inverse_root(%x : f32) -> f32 {
  %c = arith.constant -0.5 : f32
  %y = math.powf %x, %c : f32
  return %y : f32
}
