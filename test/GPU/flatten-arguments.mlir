// RUN: rmsnorm-opt %s --rmsnorm-flatten-arguments | FileCheck %s

// A buffer of static size stays; of the others the kernel takes the pointer and
// what is not in the type.

// CHECK-LABEL: func.func @strided
//  CHECK-SAME: %[[X:.*]]: memref<?x32xf32, strided<[?, 1], offset: ?>>, %[[W:.*]]: memref<32xf32>
//       CHECK: %[[BASE:.*]], %[[OFFSET:.*]], %[[SIZES:.*]]:2, %[[STRIDES:.*]]:2 = memref.extract_strided_metadata %[[X]]
//       CHECK: gpu.launch
//       CHECK:   %[[VIEW:.*]] = memref.reinterpret_cast %[[BASE]] to offset: [%[[OFFSET]]], sizes: [%[[SIZES]]#0, 32], strides: [%[[STRIDES]]#0, 1]
//       CHECK:   %[[A:.*]] = memref.load %[[VIEW]]
//       CHECK:   memref.store %[[A]], %[[W]]
func.func @strided(%x: memref<?x32xf32, strided<[?, 1], offset: ?>>, %w: memref<32xf32>) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %v = memref.load %x[%tx, %ty] : memref<?x32xf32, strided<[?, 1], offset: ?>>
    memref.store %v, %w[%tx] : memref<32xf32>
    gpu.terminator
  }
  return
}

// A pointer has no size to ask for.

// CHECK-LABEL: func.func @size
//  CHECK-SAME: %[[X:.*]]: memref<?xindex>
//       CHECK: %[[SIZE:.*]] = memref.dim %[[X]]
//       CHECK: gpu.launch
//   CHECK-NOT:   memref.dim
//       CHECK:   memref.store %[[SIZE]]
func.func @size(%x: memref<?xindex>) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %c0 = arith.constant 0 : index
    %n = memref.dim %x, %c0 : memref<?xindex>
    memref.store %n, %x[%tx] : memref<?xindex>
    gpu.terminator
  }
  return
}
