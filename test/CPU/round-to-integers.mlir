// RUN: rmsnorm-opt %s --rmsnorm-round-to-integers --canonicalize | FileCheck %s

// CHECK-LABEL: func @bytes
// CHECK-SAME: %[[X:.*]]: vector<16xf32>
// CHECK-NEXT: %[[I:.*]] = llvm.intr.lrint(%[[X]]) : (vector<16xf32>) -> vector<16xi32>
// CHECK-NEXT: %[[Q:.*]] = arith.trunci %[[I]] : vector<16xi32> to vector<16xi8>
// CHECK-NEXT: return %[[Q]]
func.func @bytes(%x : vector<16xf32>) -> vector<16xi8> {
  %r = math.roundeven %x : vector<16xf32>
  %q = arith.fptosi %r : vector<16xf32> to vector<16xi8>
  return %q : vector<16xi8>
}

// Bounds that are integers come before the rounding.
// CHECK-LABEL: func @clamped
// CHECK-SAME: %[[X:.*]]: f32
// CHECK: %[[LOW:.*]] = arith.maximumf %[[X]], %{{.*}} : f32
// CHECK: %[[HIGH:.*]] = arith.minimumf %[[LOW]], %{{.*}} : f32
// CHECK: llvm.intr.lrint(%[[HIGH]]) : (f32) -> i32
func.func @clamped(%x : f32) -> i8 {
  %low = arith.constant -128.0 : f32
  %high = arith.constant 127.0 : f32
  %r = math.roundeven %x : f32
  %a = arith.maximumf %r, %low : f32
  %b = arith.minimumf %a, %high : f32
  %q = arith.fptosi %b : f32 to i8
  return %q : i8
}

// Other bounds would be rounded; other conversions don't round to the nearest, or
// to more than a word has.
// CHECK-LABEL: func @others
// CHECK-NOT: lrint
func.func @others(%x : f32, %y : f64) -> (i8, i8, i8, i64) {
  %half = arith.constant 0.5 : f32
  %r = math.roundeven %x : f32
  %a = arith.maximumf %r, %half : f32
  %0 = arith.fptosi %a : f32 to i8
  %1 = arith.fptosi %x : f32 to i8
  %s = math.roundeven %y : f64
  %2 = arith.fptosi %s : f64 to i8
  %3 = arith.fptosi %r : f32 to i64
  return %0, %1, %2, %3 : i8, i8, i8, i64
}

// Of NaN comes zero.
// CHECK-LABEL: func @unsigned
// CHECK: %[[WORDS:.*]] = arith.fptosi %{{.*}} : vector<16xf32> to vector<16xi32>
// CHECK: arith.trunci %[[WORDS]] : vector<16xi32> to vector<16xi16>
func.func @unsigned(%x : vector<16xf32>) -> vector<16xi16> {
  %q = arith.fptoui %x : vector<16xf32> to vector<16xi16>
  return %q : vector<16xi16>
}
