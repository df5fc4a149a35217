// RUN: rmsnorm-opt %s --split-input-file --rmsnorm-lower-maxima | FileCheck %s

// Absolute values in a loop and in the tree after it: the order of their bits.
// CHECK-LABEL: func @absolute
//       CHECK: scf.for {{.*}} iter_args(%[[TOP:.*]] = %{{.*}})
//       CHECK:   %[[A:.*]] = arith.select
//   CHECK-DAG:   %[[AB:.*]] = arith.bitcast %[[A]] : vector<8xf32> to vector<8xi32>
//   CHECK-DAG:   %[[TB:.*]] = arith.bitcast %[[TOP]] : vector<8xf32> to vector<8xi32>
//       CHECK:   %[[M:.*]] = arith.maxsi %[[AB]], %[[TB]] : vector<8xi32>
//       CHECK:   arith.bitcast %[[M]] : vector<8xi32> to vector<8xf32>
//       CHECK: arith.maxsi %{{.*}} : vector<4xi32>
//       CHECK: arith.maxsi %{{.*}} : i32
//   CHECK-NOT: arith.cmpf
func.func @absolute(%m : memref<?x8xf32>, %n : index, %mask : vector<8xi1>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %pad = arith.constant 0.0 : f32
  %low = arith.constant dense<0xFF800000> : vector<8xf32>
  %top = scf.for %i = %c0 to %n step %c1 iter_args(%t = %low) -> (vector<8xf32>) {
    %v = vector.transfer_read %m[%i, %c0], %pad {in_bounds = [true]} : memref<?x8xf32>, vector<8xf32>
    %a = math.absf %v : vector<8xf32>
    %k = arith.select %mask, %a, %low : vector<8xi1>, vector<8xf32>
    %s = arith.maximumf %k, %t : vector<8xf32>
    scf.yield %s : vector<8xf32>
  }
  %l = vector.extract_strided_slice %top {offsets = [0], sizes = [4], strides = [1]} : vector<8xf32> to vector<4xf32>
  %h = vector.extract_strided_slice %top {offsets = [4], sizes = [4], strides = [1]} : vector<8xf32> to vector<4xf32>
  %q = arith.maximumf %l, %h : vector<4xf32>
  %e = vector.extract %q[0] : f32 from vector<4xf32>
  %zero = arith.constant 0.0 : f32
  %r = arith.maximumf %e, %zero : f32
  return %r : f32
}

// -----

// Values with signs: the new one is looked at for a NaN, not the carried one.
// CHECK-LABEL: func @signed
//       CHECK: scf.for {{.*}} iter_args(%[[TOP:.*]] = %{{.*}})
//       CHECK:   %[[V:.*]] = vector.transfer_read
//       CHECK:   %[[WINS:.*]] = arith.cmpf ogt, %[[V]], %[[TOP]]
//       CHECK:   %[[BEST:.*]] = arith.select %[[WINS]], %[[V]], %[[TOP]]
//       CHECK:   %[[TIE:.*]] = arith.cmpf oeq, %[[V]], %[[TOP]]
//       CHECK:   %[[BITS:.*]] = arith.andi
//       CHECK:   %[[BOTH:.*]] = arith.bitcast %[[BITS]] : vector<8xi32> to vector<8xf32>
//       CHECK:   %[[NUMBER:.*]] = arith.select %[[TIE]], %[[BOTH]], %[[BEST]]
//       CHECK:   %[[NAN:.*]] = arith.cmpf uno, %[[V]], %[[V]]
//       CHECK:   arith.select %[[NAN]], %[[V]], %[[NUMBER]]
func.func @signed(%m : memref<?x8xf32>, %n : index) -> vector<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %pad = arith.constant 0.0 : f32
  %low = arith.constant dense<0xFF800000> : vector<8xf32>
  %top = scf.for %i = %c0 to %n step %c1 iter_args(%t = %low) -> (vector<8xf32>) {
    %v = vector.transfer_read %m[%i, %c0], %pad {in_bounds = [true]} : memref<?x8xf32>, vector<8xf32>
    %s = arith.maximumf %t, %v : vector<8xf32>
    scf.yield %s : vector<8xf32>
  }
  return %top : vector<8xf32>
}

// -----

// -0.0 and negative numbers are not in the order of their bits.
// CHECK-LABEL: func @negative
//   CHECK-NOT: maxsi
func.func @negative(%x : vector<8xf32>) -> (vector<8xf32>, vector<8xf32>) {
  %zero = arith.constant dense<-0.0> : vector<8xf32>
  %minus = arith.constant dense<-1.0> : vector<8xf32>
  %a = math.absf %x : vector<8xf32>
  %r = arith.maximumf %a, %zero : vector<8xf32>
  %s = arith.maximumf %a, %minus : vector<8xf32>
  return %r, %s : vector<8xf32>, vector<8xf32>
}

// -----

// A constant is no NaN.
// CHECK-LABEL: func @clamp
//  CHECK-SAME: %[[X:.*]]: f32
//   CHECK-DAG: %[[LOW:.*]] = arith.constant -1.280000e+02
//   CHECK-DAG: %[[HIGH:.*]] = arith.constant 1.270000e+02
//       CHECK: %[[C:.*]] = arith.cmpf ogt, %[[LOW]], %[[X]]
//       CHECK: %[[M:.*]] = arith.select %[[C]], %[[LOW]], %[[X]]
//       CHECK: %[[D:.*]] = arith.cmpf olt, %[[HIGH]], %[[M]]
//       CHECK: %[[R:.*]] = arith.select %[[D]], %[[HIGH]], %[[M]]
//       CHECK: return %[[R]]
func.func @clamp(%x : f32) -> f32 {
  %low = arith.constant -128.0 : f32
  %high = arith.constant 127.0 : f32
  %m = arith.maximumf %x, %low : f32
  %r = arith.minimumf %m, %high : f32
  return %r : f32
}

// -----

// A zero without a sign is the larger one.
// CHECK-LABEL: func @zeros
//  CHECK-SAME: %[[X:.*]]: f32
//   CHECK-DAG: %[[ZERO:.*]] = arith.constant 0.000000e+00
//   CHECK-DAG: %[[MINUS:.*]] = arith.constant -0.000000e+00
//       CHECK: arith.cmpf oge, %[[ZERO]], %[[X]]
//       CHECK: arith.cmpf ogt, %[[MINUS]], %[[X]]
//       CHECK: arith.cmpf olt, %[[ZERO]], %[[X]]
//       CHECK: arith.cmpf ole, %[[MINUS]], %[[X]]
func.func @zeros(%x : f32) -> (f32, f32, f32, f32) {
  %zero = arith.constant 0.0 : f32
  %minus = arith.constant -0.0 : f32
  %0 = arith.maximumf %x, %zero : f32
  %1 = arith.maximumf %x, %minus : f32
  %2 = arith.minimumf %x, %zero : f32
  %3 = arith.minimumf %x, %minus : f32
  return %0, %1, %2, %3 : f32, f32, f32, f32
}

// -----

// Absolute values of 16 bits are masked; widened, they stay in the order of
// their bits.
// CHECK-LABEL: func @narrow
//       CHECK: scf.for
//   CHECK-DAG:   %[[B:.*]] = arith.bitcast %{{.*}} : vector<8xbf16> to vector<8xi16>
//   CHECK-DAG:   arith.andi %[[B]], %{{.*}} : vector<8xi16>
//       CHECK:   arith.maxsi %{{.*}} : vector<8xi16>
//       CHECK: arith.extf
//       CHECK: arith.maxsi %{{.*}} : vector<4xi32>
//   CHECK-NOT: math.absf
func.func @narrow(%m : memref<?x8xbf16>, %n : index) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %pad = arith.constant 0.0 : bf16
  %low = arith.constant dense<0xFF80> : vector<8xbf16>
  %top = scf.for %i = %c0 to %n step %c1 iter_args(%t = %low) -> (vector<8xbf16>) {
    %v = vector.transfer_read %m[%i, %c0], %pad {in_bounds = [true]} : memref<?x8xbf16>, vector<8xbf16>
    %a = math.absf %v : vector<8xbf16>
    %s = arith.maximumf %a, %t : vector<8xbf16>
    scf.yield %s : vector<8xbf16>
  }
  %w = arith.extf %top : vector<8xbf16> to vector<8xf32>
  %l = vector.extract_strided_slice %w {offsets = [0], sizes = [4], strides = [1]} : vector<8xf32> to vector<4xf32>
  %h = vector.extract_strided_slice %w {offsets = [4], sizes = [4], strides = [1]} : vector<8xf32> to vector<4xf32>
  %q = arith.maximumf %l, %h : vector<4xf32>
  return %q : vector<4xf32>
}

// -----

// A constant of one value is looked at once, however many elements have it.
// CHECK-LABEL: func @huge
//       CHECK: arith.maxsi
func.func @huge(%x : vector<9223372036854775807xf32>) -> vector<9223372036854775807xf32> {
  %zero = arith.constant dense<0.0> : vector<9223372036854775807xf32>
  %a = math.absf %x : vector<9223372036854775807xf32>
  %m = arith.maximumf %a, %zero : vector<9223372036854775807xf32>
  return %m : vector<9223372036854775807xf32>
}
