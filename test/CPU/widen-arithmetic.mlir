// RUN: rmsnorm-opt %s --rmsnorm-widen-arithmetic | FileCheck %s

// CHECK-LABEL: func @product
// CHECK-SAME: %[[A:.*]]: bf16, %[[B:.*]]: bf16
// CHECK: %[[AE:.*]] = arith.extf %[[A]] : bf16 to f32
// CHECK: %[[BE:.*]] = arith.extf %[[B]] : bf16 to f32
// CHECK: %[[P:.*]] = arith.mulf %[[AE]], %[[BE]] : f32
// CHECK: %[[R:.*]] = arith.truncf %[[P]] : f32 to bf16
// CHECK: return %[[R]] : bf16
func.func @product(%a : bf16, %b : bf16) -> bf16 {
  %p = arith.mulf %a, %b : bf16
  return %p : bf16
}

// Every step rounds: nothing is folded between two of them.
// CHECK-LABEL: func @two_steps
// CHECK: arith.addf {{.*}} : vector<8xf32>
// CHECK: arith.truncf {{.*}} : vector<8xf32> to vector<8xf16>
// CHECK: arith.extf {{.*}} : vector<8xf16> to vector<8xf32>
// CHECK: math.sqrt {{.*}} : vector<8xf32>
// CHECK: arith.truncf {{.*}} : vector<8xf32> to vector<8xf16>
func.func @two_steps(%a : vector<8xf16>, %b : vector<8xf16>) -> vector<8xf16> {
  %s = arith.addf %a, %b : vector<8xf16>
  %r = math.sqrt %s : vector<8xf16>
  return %r : vector<8xf16>
}

// CHECK-LABEL: func @compares_and_moves
// CHECK: arith.cmpf olt, %{{.*}}, %{{.*}} : f32
// CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} : bf16
func.func @compares_and_moves(%a : bf16, %b : bf16) -> bf16 {
  %c = arith.cmpf olt, %a, %b : bf16
  %r = arith.select %c, %a, %b : bf16
  return %r : bf16
}

// CHECK-LABEL: func @f32_stays
// CHECK-NEXT: arith.mulf %{{.*}}, %{{.*}} : f32
// CHECK-NEXT: return
func.func @f32_stays(%a : f32) -> f32 {
  %p = arith.mulf %a, %a : f32
  return %p : f32
}
