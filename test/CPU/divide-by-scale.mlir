// RUN: rmsnorm-opt %s --rmsnorm-divide-by-scale | FileCheck %s

// CHECK-LABEL: func @quantised
// CHECK-SAME: %[[X:.*]]: vector<16xf32>, %[[S:.*]]: f32
// CHECK-DAG: %[[LEAST:.*]] = arith.constant 8.27180613E-25 : f32
// CHECK-DAG: %[[LARGEST:.*]] = arith.constant 2.02824096E+31 : f32
// CHECK-DAG: %[[ABOVE:.*]] = arith.cmpf oge, %[[S]], %[[LEAST]] : f32
// CHECK-DAG: %[[BELOW:.*]] = arith.cmpf ole, %[[S]], %[[LARGEST]] : f32
// CHECK: %[[USUAL:.*]] = arith.andi %[[ABOVE]], %[[BELOW]] : i1
// CHECK: %[[INVERSE:.*]] = arith.divf %{{.*}}, %[[S]] : f32
// CHECK: %[[Y:.*]] = scf.if %[[USUAL]] -> (vector<16xf32>) {
// CHECK: %[[IS:.*]] = vector.broadcast %[[INVERSE]] : f32 to vector<16xf32>
// CHECK: %[[GUESS:.*]] = arith.mulf %[[X]], %[[IS]] : vector<16xf32>
// CHECK: %[[EXCESS:.*]] = math.fma %{{.*}}, %[[GUESS]], %{{.*}} : vector<16xf32>
// CHECK: %[[LESS:.*]] = arith.negf %[[EXCESS]] : vector<16xf32>
// CHECK: %[[EXACT:.*]] = math.fma %[[LESS]], %{{.*}}, %[[GUESS]] : vector<16xf32>
// CHECK: scf.yield %[[EXACT]]
// CHECK: } else {
// CHECK: arith.divf %[[X]], %{{.*}} : vector<16xf32>
// CHECK: %[[R:.*]] = math.roundeven %[[Y]] : vector<16xf32>
// CHECK: arith.fptosi %[[R]] : vector<16xf32> to vector<16xi8>
func.func @quantised(%x : vector<16xf32>, %s : f32) -> vector<16xi8> {
  %b = vector.broadcast %s : f32 to vector<16xf32>
  %d = arith.divf %x, %b : vector<16xf32>
  %r = math.roundeven %d : vector<16xf32>
  %q = arith.fptosi %r : vector<16xf32> to vector<16xi8>
  return %q : vector<16xi8>
}

// Bounds of the quotient are multiples of the scale for the dividend.
// CHECK-LABEL: func @saturated
// CHECK: %[[LOW:.*]] = arith.mulf %{{.*}}, %{{.*}} : f32
// CHECK: %[[HIGH:.*]] = arith.mulf %{{.*}}, %{{.*}} : f32
// CHECK: scf.if
// CHECK: %[[L:.*]] = vector.broadcast %[[LOW]]
// CHECK: %[[W:.*]] = arith.cmpf ogt, %[[L]], %{{.*}}
// CHECK: arith.select %[[W]], %[[L]]
// CHECK: %[[H:.*]] = vector.broadcast %[[HIGH]]
// CHECK: %[[V:.*]] = arith.cmpf olt, %[[H]], %{{.*}}
// CHECK: %[[A:.*]] = arith.select %[[V]], %[[H]]
// CHECK: arith.mulf %[[A]]
// CHECK: else
// CHECK: arith.divf
// CHECK-COUNT-2: arith.select
func.func @saturated(%x : vector<16xf32>, %s : f32) -> vector<16xf8E4M3FN> {
  %low = arith.constant dense<-448.0> : vector<16xf32>
  %high = arith.constant dense<448.0> : vector<16xf32>
  %b = vector.broadcast %s : f32 to vector<16xf32>
  %d = arith.divf %x, %b : vector<16xf32>
  %m = arith.maximumf %d, %low : vector<16xf32>
  %n = arith.minimumf %m, %high : vector<16xf32>
  %q = arith.truncf %n : vector<16xf32> to vector<16xf8E4M3FN>
  return %q : vector<16xf8E4M3FN>
}

// An infinity without a bound, a bound that the conversion would round, a quotient
// that is seen itself, a divisor for each element.
// CHECK-LABEL: func @others
// CHECK-NOT: scf.if
func.func @others(%x : vector<16xf32>, %s : f32, %t : vector<16xf32>)
    -> (vector<16xf8E5M2>, vector<16xi8>, vector<16xf32>, vector<16xi8>, vector<16xi8>) {
  %half = arith.constant dense<0.5> : vector<16xf32>
  %b = vector.broadcast %s : f32 to vector<16xf32>
  %0 = arith.divf %x, %b : vector<16xf32>
  %q0 = arith.truncf %0 : vector<16xf32> to vector<16xf8E5M2>
  %1 = arith.divf %x, %b : vector<16xf32>
  %r1 = math.roundeven %1 : vector<16xf32>
  %m1 = arith.maximumf %r1, %half : vector<16xf32>
  %q1 = arith.fptosi %m1 : vector<16xf32> to vector<16xi8>
  %2 = arith.divf %x, %b : vector<16xf32>
  %r2 = math.roundeven %2 : vector<16xf32>
  %q2 = arith.fptosi %r2 : vector<16xf32> to vector<16xi8>
  %3 = arith.divf %x, %t : vector<16xf32>
  %r3 = math.roundeven %3 : vector<16xf32>
  %q3 = arith.fptosi %r3 : vector<16xf32> to vector<16xi8>
  return %q0, %q1, %2, %q2, %q3 : vector<16xf8E5M2>, vector<16xi8>, vector<16xf32>, vector<16xi8>, vector<16xi8>
}
