// RUN: rmsnorm-opt %s --rmsnorm-round-to-bf16 | FileCheck %s
// RUN: rmsnorm-opt %s --rmsnorm-round-to-bf16=native | FileCheck %s --check-prefix=NATIVE

// CHECK-LABEL: func @scalar
// CHECK-SAME: %[[X:.*]]: f32
// CHECK-DAG: %[[B:.*]] = arith.bitcast %[[X]] : f32 to i32
// CHECK-DAG: %[[NAN:.*]] = arith.cmpf uno, %[[X]], %[[X]] : f32
// CHECK: arith.shrui %[[B]], %c16
// CHECK: %[[ODD:.*]] = arith.andi
// CHECK: %[[HALF:.*]] = arith.addi %[[B]], %c32767
// CHECK: %[[SUM:.*]] = arith.addi %[[HALF]], %[[ODD]] : i32
// CHECK: arith.select %[[NAN]], %{{.*}}, %[[SUM]] : i32
// CHECK: arith.trunci %{{.*}} : i32 to i16
// CHECK: arith.bitcast %{{.*}} : i16 to bf16
// NATIVE-LABEL: func @scalar
// NATIVE-NOT: call_intrinsic
func.func @scalar(%x : f32) -> bf16 {
  %y = arith.truncf %x : f32 to bf16
  return %y : bf16
}

// One look for NaNs a vector; one for denormals by the CPU's classes.
// CHECK-LABEL: func @vector
// CHECK: %[[ANY:.*]] = vector.reduction <or>, %{{.*}} : vector<64xi1> into i1
// CHECK: scf.if %[[ANY]] -> (vector<64xi16>) {
// CHECK:   arith.select
// CHECK: } else {
// CHECK-NOT: arith.select
// CHECK: arith.bitcast %{{.*}} : vector<64xi16> to vector<64xbf16>
// NATIVE-LABEL: func @vector
// NATIVE-COUNT-2: llvm.call_intrinsic "llvm.x86.avx512bf16.cvtne2ps2bf16.512"
// NATIVE: %[[FAST:.*]] = vector.insert_strided_slice {{.*}} {offsets = [32]
// NATIVE-COUNT-4: llvm.call_intrinsic "llvm.x86.avx512.fpclass.ps.512"
// NATIVE: %[[ANY:.*]] = vector.reduction <or>, %{{.*}} : vector<16xi1> into i1
// NATIVE: scf.if %[[ANY]] -> (vector<64xi16>) {
// NATIVE:   arith.addi %{{.*}} : vector<64xi32>
// NATIVE:   arith.trunci
// NATIVE: } else {
// NATIVE:   scf.yield %[[FAST]]
func.func @vector(%x : vector<64xf32>) -> vector<64xbf16> {
  %y = arith.truncf %x : vector<64xf32> to vector<64xbf16>
  return %y : vector<64xbf16>
}

// Half a register is computed; other types are left alone.
// NATIVE-LABEL: func @others
// NATIVE-NOT: call_intrinsic
// NATIVE: arith.truncf %{{.*}} : f64 to bf16
// NATIVE: arith.truncf %{{.*}} : f32 to f16
func.func @others(%x : vector<8xf32>, %a : f64, %b : f32) -> (vector<8xbf16>, bf16, f16) {
  %y = arith.truncf %x : vector<8xf32> to vector<8xbf16>
  %c = arith.truncf %a : f64 to bf16
  %d = arith.truncf %b : f32 to f16
  return %y, %c, %d : vector<8xbf16>, bf16, f16
}

// Even and odd lanes that meet in the result are halves of 32 bits.
// CHECK-LABEL: func @lanes
// CHECK-SAME: %[[E:.*]]: vector<16xf32>, %[[O:.*]]: vector<16xf32>
// CHECK-DAG: arith.bitcast %[[E]] : vector<16xf32> to vector<16xi32>
// CHECK-DAG: arith.bitcast %[[O]] : vector<16xf32> to vector<16xi32>
// CHECK: } else {
// CHECK:   %[[HALF:.*]] = arith.addi
// CHECK:   %[[SUM:.*]] = arith.addi %[[HALF]]
// CHECK:   %[[LOW:.*]] = arith.shrui %[[SUM]], %{{.*}} : vector<16xi32>
// CHECK:   arith.addi
// CHECK:   %[[ODD:.*]] = arith.addi
// CHECK:   %[[HIGH:.*]] = arith.andi %[[ODD]]
// CHECK:   %[[BOTH:.*]] = arith.ori %[[HIGH]], %[[LOW]] : vector<16xi32>
// CHECK:   vector.bitcast %[[BOTH]] : vector<16xi32> to vector<32xi16>
// NATIVE-LABEL: func @lanes
// NATIVE-SAME: %[[E:.*]]: vector<16xf32>, %[[O:.*]]: vector<16xf32>
// NATIVE: llvm.call_intrinsic "llvm.x86.avx512bf16.cvtne2ps2bf16.512"(%[[O]], %[[E]])
// NATIVE: vector.interleave %{{.*}}, %{{.*}} : vector<16xi16> -> vector<32xi16>
func.func @lanes(%e : vector<16xf32>, %o : vector<16xf32>) -> vector<32xbf16> {
  %x = vector.interleave %e, %o : vector<16xf32> -> vector<32xf32>
  %y = arith.truncf %x : vector<32xf32> to vector<32xbf16>
  return %y : vector<32xbf16>
}
