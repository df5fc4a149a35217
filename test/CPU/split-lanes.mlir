// RUN: rmsnorm-opt %s --split-input-file --rmsnorm-split-lanes | FileCheck %s

// Two bf16 in 32 bits: a shift for the even, a mask for the odd lanes, and no
// shuffle before they meet.
// CHECK-LABEL: func @square
// CHECK-SAME: %[[V:.*]]: vector<64xbf16>
// CHECK-DAG: %[[C16:.*]] = arith.constant dense<16> : vector<32xi32>
// CHECK-DAG: %[[UPPER:.*]] = arith.constant dense<-65536> : vector<32xi32>
// CHECK: %[[PAIRS:.*]] = vector.bitcast %[[V]] : vector<64xbf16> to vector<32xi32>
// CHECK: %[[LOW:.*]] = arith.shli %[[PAIRS]], %[[C16]]
// CHECK: %[[HIGH:.*]] = arith.andi %[[PAIRS]], %[[UPPER]]
// CHECK: %[[E:.*]] = arith.bitcast %[[LOW]] : vector<32xi32> to vector<32xf32>
// CHECK: %[[O:.*]] = arith.bitcast %[[HIGH]] : vector<32xi32> to vector<32xf32>
// CHECK: %[[SE:.*]] = arith.mulf %[[E]], %[[E]] : vector<32xf32>
// CHECK: %[[SO:.*]] = arith.mulf %[[O]], %[[O]] : vector<32xf32>
// CHECK: vector.interleave %[[SE]], %[[SO]]
func.func @square(%v : vector<64xbf16>) -> vector<64xf32> {
  %f = arith.extf %v : vector<64xbf16> to vector<64xf32>
  %s = arith.mulf %f, %f : vector<64xf32>
  return %s : vector<64xf32>
}

// -----

// A scalar goes to both, a mask of the first n lanes becomes two, anything else
// is shuffled. Rounding to bf16 waits for the whole vector.
// CHECK-LABEL: func @operands
// CHECK-SAME: %{{.*}}: vector<8xbf16>, %[[S:.*]]: f32, %[[N:.*]]: index, %[[W:.*]]: vector<8xf32>
// CHECK: vector.broadcast %[[S]] : f32 to vector<4xf32>
// CHECK: %[[NO:.*]] = arith.shrsi %[[N]], %c1
// CHECK: %[[NE:.*]] = arith.subi %[[N]], %[[NO]]
// CHECK: vector.create_mask %[[NE]] : vector<4xi1>
// CHECK: vector.create_mask %[[NO]] : vector<4xi1>
// CHECK: %[[WE:.*]], %[[WO:.*]] = vector.deinterleave %[[W]]
// CHECK: arith.select {{.*}}, %[[WE]] : vector<4xi1>, vector<4xf32>
// CHECK: arith.select {{.*}}, %[[WO]] : vector<4xi1>, vector<4xf32>
// CHECK: vector.interleave
// CHECK: arith.truncf %{{.*}} : vector<8xf32> to vector<8xbf16>
func.func @operands(%v : vector<8xbf16>, %s : f32, %n : index, %w : vector<8xf32>) -> vector<8xbf16> {
  %f = arith.extf %v : vector<8xbf16> to vector<8xf32>
  %b = vector.broadcast %s : f32 to vector<8xf32>
  %p = arith.mulf %f, %b : vector<8xf32>
  %m = vector.create_mask %n : vector<8xi1>
  %r = arith.select %m, %p, %w : vector<8xi1>, vector<8xf32>
  %y = arith.truncf %r : vector<8xf32> to vector<8xbf16>
  return %y : vector<8xbf16>
}

// -----

// The loop has an accumulator each, and the sum's tree keeps its order up to its
// last step, which adds the two.
// CHECK-LABEL: func @sum
// CHECK: %[[ACC:.*]]:2 = scf.for {{.*}} iter_args(%[[AE:.*]] = %[[ZERO:.*]], %[[AO:.*]] = %[[ZERO]]) -> (vector<2xf32>, vector<2xf32>) {
// CHECK:   %[[NE:.*]] = arith.addf %[[AE]], %{{.*}} : vector<2xf32>
// CHECK:   %[[NO:.*]] = arith.addf %[[AO]], %{{.*}} : vector<2xf32>
// CHECK:   scf.yield %[[NE]], %[[NO]]
// CHECK: %[[E0:.*]] = vector.extract_strided_slice %[[ACC]]#0 {offsets = [0], sizes = [1]
// CHECK: %[[O0:.*]] = vector.extract_strided_slice %[[ACC]]#1 {offsets = [0], sizes = [1]
// CHECK: %[[E1:.*]] = vector.extract_strided_slice %[[ACC]]#0 {offsets = [1], sizes = [1]
// CHECK: %[[O1:.*]] = vector.extract_strided_slice %[[ACC]]#1 {offsets = [1], sizes = [1]
// CHECK: %[[E:.*]] = arith.addf %[[E0]], %[[E1]] : vector<1xf32>
// CHECK: %[[O:.*]] = arith.addf %[[O0]], %[[O1]] : vector<1xf32>
// CHECK: arith.addf %[[E]], %[[O]] : vector<1xf32>
// CHECK-NOT: interleave
func.func @sum(%x : memref<128xbf16>) -> vector<1xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c128 = arith.constant 128 : index
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %acc = scf.for %j = %c0 to %c128 step %c4 iter_args(%a = %zero) -> (vector<4xf32>) {
    %v = vector.load %x[%j] : memref<128xbf16>, vector<4xbf16>
    %f = arith.extf %v : vector<4xbf16> to vector<4xf32>
    %n = arith.addf %a, %f : vector<4xf32>
    scf.yield %n : vector<4xf32>
  }
  %l = vector.extract_strided_slice %acc {offsets = [0], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
  %h = vector.extract_strided_slice %acc {offsets = [2], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
  %s2 = arith.addf %l, %h : vector<2xf32>
  %l1 = vector.extract_strided_slice %s2 {offsets = [0], sizes = [1], strides = [1]} : vector<2xf32> to vector<1xf32>
  %h1 = vector.extract_strided_slice %s2 {offsets = [1], sizes = [1], strides = [1]} : vector<2xf32> to vector<1xf32>
  %s = arith.addf %l1, %h1 : vector<1xf32>
  return %s : vector<1xf32>
}

// -----

// The end of a row, in front of neutral elements.
// CHECK-LABEL: func @tail
// CHECK-COUNT-2: vector.insert_strided_slice %{{.*}}, %{{.*}} {offsets = [0], strides = [1]} : vector<2xf32> into vector<4xf32>
// CHECK: vector.interleave
func.func @tail(%v : vector<4xbf16>) -> vector<8xf32> {
  %zero = arith.constant dense<0.0> : vector<8xf32>
  %f = arith.extf %v : vector<4xbf16> to vector<4xf32>
  %t = vector.insert_strided_slice %f, %zero {offsets = [0], strides = [1]} : vector<4xf32> into vector<8xf32>
  return %t : vector<8xf32>
}

// -----

// Nothing to gain: lanes that fill no registers, other types.
// CHECK-LABEL: func @others
// CHECK: arith.extf %{{.*}} : vector<36xbf16> to vector<36xf32>
// CHECK: arith.extf %{{.*}} : vector<4xf16> to vector<4xf32>
func.func @others(%a : vector<36xbf16>, %b : vector<4xf16>) -> (vector<36xf32>, vector<4xf32>) {
  %x = arith.extf %a : vector<36xbf16> to vector<36xf32>
  %y = arith.extf %b : vector<4xf16> to vector<4xf32>
  return %x, %y : vector<36xf32>, vector<4xf32>
}
