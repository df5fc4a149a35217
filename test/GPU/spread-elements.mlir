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
