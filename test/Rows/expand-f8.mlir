// RUN: rmsnorm-opt %s --rmsnorm-expand-f8 --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @truncate
//  CHECK-SAME: %[[X:.*]]: vector<8xf32>
//       CHECK:   %[[ALL:.*]] = arith.bitcast %[[X]] : vector<8xf32> to vector<8xi32>
//   CHECK-NOT:   f8E4M3FN
//       CHECK:   %[[BYTE:.*]] = arith.trunci %{{.*}} : vector<8xi32> to vector<8xi8>
//       CHECK:   %[[Y:.*]] = arith.bitcast %[[BYTE]] : vector<8xi8> to vector<8xf8E4M3FN>
//       CHECK:   return %[[Y]]
func.func @truncate(%x: vector<8xf32>) -> vector<8xf8E4M3FN> {
  %y = arith.truncf %x : vector<8xf32> to vector<8xf8E4M3FN>
  return %y : vector<8xf8E4M3FN>
}

// CHECK-LABEL: func.func @from_bf16
//       CHECK:   arith.extf %{{.*}} : bf16 to f32
//   CHECK-NOT:   arith.truncf
//       CHECK:   arith.bitcast %{{.*}} : i8 to f8E5M2
func.func @from_bf16(%x: bf16) -> f8E5M2 {
  %y = arith.truncf %x : bf16 to f8E5M2
  return %y : f8E5M2
}

// CHECK-LABEL: func.func @extend
//       CHECK:   arith.bitcast %{{.*}} : f8E5M2 to i8
//   CHECK-NOT:   arith.extf
//       CHECK:   arith.truncf %{{.*}} : f32 to f16
func.func @extend(%x: f8E5M2) -> f16 {
  %y = arith.extf %x : f8E5M2 to f16
  return %y : f16
}

// Two roundings are not one.

// CHECK-LABEL: func.func @from_f64
//       CHECK:   arith.truncf %{{.*}} : f64 to f8E4M3FN
func.func @from_f64(%x: f64) -> f8E4M3FN {
  %y = arith.truncf %x : f64 to f8E4M3FN
  return %y : f8E4M3FN
}
