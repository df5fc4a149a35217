// RUN: rmsnorm-opt %s --split-input-file --rmsnorm-spread-elements | FileCheck %s

// CHECK-LABEL: func.func @elementwise
//  CHECK-SAME: %[[X:.*]]: memref<3x?xbf16>, %[[Y:.*]]: memref<3x?xf32>
//       CHECK: %[[N:.*]] = memref.dim %[[X]]
//       CHECK: scf.forall (%{{.*}}, %{{.*}}) in (3, %[[N]]) {
//       CHECK:   %[[V:.*]] = memref.load %[[X]]
//       CHECK:   %[[W:.*]] = arith.extf %[[V]]
//       CHECK:   memref.store %[[W]], %[[Y]]
#id = affine_map<(i, j) -> (i, j)>
func.func @elementwise(%x: memref<3x?xbf16>, %y: memref<3x?xf32>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : memref<3x?xbf16>) outs(%y : memref<3x?xf32>) {
  ^bb0(%in: bf16, %out: f32):
    %0 = arith.extf %in : bf16 to f32
    linalg.yield %0 : f32
  }
  return
}

// -----

// A sum belongs to one thread, and parallel loops inside it too.

// CHECK-LABEL: func.func @columns
//       CHECK: scf.forall (%{{.*}}) in (2) {
//       CHECK:   scf.for
//       CHECK:     scf.for
//       CHECK:       arith.addf
#ijk = affine_map<(i, j, k) -> (i, j, k)>
#ik = affine_map<(i, j, k) -> (i, k)>
func.func @columns(%x: memref<2x4x8xf32>, %y: memref<2x8xf32>) {
  linalg.generic {indexing_maps = [#ijk, #ik], iterator_types = ["parallel", "reduction", "parallel"]} ins(%x : memref<2x4x8xf32>) outs(%y : memref<2x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %out : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

// CHECK-LABEL: func.func @scalar
//       CHECK: scf.forall (%{{.*}}) in (1) {
//       CHECK:   scf.for
//       CHECK:     arith.addf
#i = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>
func.func @scalar(%x: memref<8xf32>, %y: memref<f32>) {
  linalg.generic {indexing_maps = [#i, #none], iterator_types = ["reduction"]} ins(%x : memref<8xf32>) outs(%y : memref<f32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %out : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

// CHECK-LABEL: func.func @copies
//  CHECK-SAME: %[[X:.*]]: memref<4x8xf32, strided<[16, 1]>>, %[[Y:.*]]: memref<4x8xf32>, %[[Z:.*]]: memref<4x8xf32>
//       CHECK: scf.forall
//       CHECK:   memref.load %[[X]]
//       CHECK:   memref.store %{{.*}}, %[[Y]]
//       CHECK: memref.copy %[[Y]], %[[Z]]
func.func @copies(%x: memref<4x8xf32, strided<[16, 1]>>, %y: memref<4x8xf32>, %z: memref<4x8xf32>) {
  memref.copy %x, %y : memref<4x8xf32, strided<[16, 1]>> to memref<4x8xf32>
  memref.copy %y, %z : memref<4x8xf32> to memref<4x8xf32>
  return
}

// -----

// What is in a loop over rows stays there.

// CHECK-LABEL: func.func @rows
//       CHECK: scf.forall
//       CHECK:   linalg.fill
func.func @rows(%x: memref<8xf32>) {
  %zero = arith.constant 0.0 : f32
  scf.forall (%i) in (2) {
    linalg.fill ins(%zero : f32) outs(%x : memref<8xf32>)
  }
  return
}

// -----

// Single elements are written by one thread. In what the host allocates for itself,
// to keep account of buffers, it writes itself.

// CHECK-LABEL: func.func @elements
//       CHECK: %[[OWN:.*]] = memref.alloc() : memref<1xi1>
//       CHECK: scf.forall (%{{.*}}) in (1) {
//  CHECK-NEXT:   memref.store %arg1, %arg0[%c0]
//  CHECK-NEXT:   memref.store %{{.*}}, %arg0[%c1]
//  CHECK-NEXT: }
//  CHECK-NEXT: memref.store %arg2, %[[OWN]][%c0]
//       CHECK: memref.load %[[OWN]]
func.func @elements(%x: memref<2xf32>, %v: f32, %known: i1) -> i1 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %own = memref.alloc() : memref<1xi1>
  memref.store %v, %x[%c0] : memref<2xf32>
  %w = arith.negf %v : f32
  memref.store %w, %x[%c1] : memref<2xf32>
  memref.store %known, %own[%c0] : memref<1xi1>
  %b = memref.load %own[%c0] : memref<1xi1>
  memref.dealloc %own : memref<1xi1>
  return %b : i1
}
