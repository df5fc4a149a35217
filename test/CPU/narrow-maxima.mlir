// RUN: rmsnorm-opt %s --rmsnorm-narrow-maxima | FileCheck %s

// CHECK-LABEL: func @absolute
// CHECK: %[[START:.*]] = arith.constant dense<0xFF80> : vector<64xbf16>
// CHECK: %[[TOP:.*]] = scf.for {{.*}} iter_args(%[[T:.*]] = %[[START]]) -> (vector<64xbf16>) {
// CHECK: %[[V:.*]] = vector.transfer_read
// CHECK-NEXT: %[[A:.*]] = math.absf %[[V]] : vector<64xbf16>
// CHECK-NEXT: %[[M:.*]] = arith.maximumf %[[A]], %[[T]] : vector<64xbf16>
// CHECK-NEXT: scf.yield %[[M]] : vector<64xbf16>
// CHECK: %[[WIDE:.*]] = arith.extf %[[TOP]] : vector<64xbf16> to vector<64xf32>
// CHECK: return %[[WIDE]]
func.func @absolute(%m : memref<?xbf16>, %n : index) -> vector<64xf32> {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %pad = arith.constant 0.0 : bf16
  %low = arith.constant dense<0xFF800000> : vector<64xf32>
  %top = scf.for %i = %c0 to %n step %c64 iter_args(%t = %low) -> (vector<64xf32>) {
    %v = vector.transfer_read %m[%i], %pad {in_bounds = [true]} : memref<?xbf16>, vector<64xbf16>
    %w = arith.extf %v : vector<64xbf16> to vector<64xf32>
    %a = math.absf %w : vector<64xf32>
    %s = arith.maximumf %a, %t : vector<64xf32>
    scf.yield %s : vector<64xf32>
  }
  return %top : vector<64xf32>
}

// A start that bf16 doesn't have, and values with signs.
// CHECK-LABEL: func @others
// CHECK: scf.for {{.*}} -> (vector<64xf32>, vector<64xf32>)
func.func @others(%m : memref<?xbf16>, %n : index) -> (vector<64xf32>, vector<64xf32>) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %pad = arith.constant 0.0 : bf16
  %low = arith.constant dense<1.0e-12> : vector<64xf32>
  %zero = arith.constant dense<0.0> : vector<64xf32>
  %top:2 = scf.for %i = %c0 to %n step %c64 iter_args(%t = %low, %u = %zero) -> (vector<64xf32>, vector<64xf32>) {
    %v = vector.transfer_read %m[%i], %pad {in_bounds = [true]} : memref<?xbf16>, vector<64xbf16>
    %w = arith.extf %v : vector<64xbf16> to vector<64xf32>
    %a = math.absf %w : vector<64xf32>
    %s = arith.maximumf %a, %t : vector<64xf32>
    %r = arith.maximumf %w, %u : vector<64xf32>
    scf.yield %s, %r : vector<64xf32>, vector<64xf32>
  }
  return %top#0, %top#1 : vector<64xf32>, vector<64xf32>
}
