// RUN: rmsnorm-opt %s --split-input-file --rmsnorm-pack-bytes | FileCheck %s

// CHECK-LABEL: func @quantised
//  CHECK-SAME: %[[EVEN:.*]]: vector<32xf32>, %[[ODD:.*]]: vector<32xf32>
//   CHECK-DAG: %[[C8:.*]] = arith.constant dense<8>
//   CHECK-DAG: %[[C255:.*]] = arith.constant dense<255>
//   CHECK-DAG: %[[E:.*]] = arith.fptosi %[[EVEN]] : vector<32xf32> to vector<32xi32>
//   CHECK-DAG: %[[O:.*]] = arith.fptosi %[[ODD]] : vector<32xf32> to vector<32xi32>
//   CHECK-DAG: %[[LOW:.*]] = arith.andi %[[E]], %[[C255]]
//   CHECK-DAG: %[[HIGH:.*]] = arith.shli %[[O]], %[[C8]]
//       CHECK: %[[PAIRS:.*]] = arith.ori %[[LOW]], %[[HIGH]]
//       CHECK: %[[N:.*]] = arith.trunci %[[PAIRS]] : vector<32xi32> to vector<32xi16>
//       CHECK: vector.bitcast %[[N]] : vector<32xi16> to vector<64xi8>
func.func @quantised(%even : vector<32xf32>, %odd : vector<32xf32>) -> vector<64xi8> {
  %e = arith.fptosi %even : vector<32xf32> to vector<32xi8>
  %o = arith.fptosi %odd : vector<32xf32> to vector<32xi8>
  %q = vector.interleave %e, %o : vector<32xi8> -> vector<64xi8>
  return %q : vector<64xi8>
}

// -----

// CHECK-LABEL: func @narrowed
//   CHECK-NOT: vector.interleave
//       CHECK: vector.bitcast
func.func @narrowed(%even : vector<32xi32>, %odd : vector<32xi32>) -> vector<64xi8> {
  %e = arith.trunci %even : vector<32xi32> to vector<32xi8>
  %o = arith.trunci %odd : vector<32xi32> to vector<32xi8>
  %q = vector.interleave %e, %o : vector<32xi8> -> vector<64xi8>
  return %q : vector<64xi8>
}

// -----

// Bytes of another origin stay as they are.
// CHECK-LABEL: func @loaded
//       CHECK: vector.interleave
func.func @loaded(%even : vector<32xf32>, %odd : vector<32xi8>) -> vector<64xi8> {
  %e = arith.fptosi %even : vector<32xf32> to vector<32xi8>
  %q = vector.interleave %e, %odd : vector<32xi8> -> vector<64xi8>
  return %q : vector<64xi8>
}

// -----

// The bytes of 8-bit floats.
// CHECK-LABEL: func @floats
//   CHECK-NOT: vector.interleave
//       CHECK: vector.bitcast %{{.*}} : vector<32xi16> to vector<64xf8E5M2>
func.func @floats(%even : vector<32xi32>, %odd : vector<32xi32>) -> vector<64xf8E5M2> {
  %e = arith.trunci %even : vector<32xi32> to vector<32xi8>
  %o = arith.trunci %odd : vector<32xi32> to vector<32xi8>
  %ef = arith.bitcast %e : vector<32xi8> to vector<32xf8E5M2>
  %of = arith.bitcast %o : vector<32xi8> to vector<32xf8E5M2>
  %q = vector.interleave %ef, %of : vector<32xf8E5M2> -> vector<64xf8E5M2>
  return %q : vector<64xf8E5M2>
}
