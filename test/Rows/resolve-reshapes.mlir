// RUN: rmsnorm-opt %s --split-input-file --rmsnorm-resolve-reshapes --canonicalize | FileCheck %s

// CHECK-LABEL: func @split
// CHECK-SAME: %[[M:.*]]: memref<?x?xf32>, %[[A:.*]]: index, %[[B:.*]]: index, %[[C:.*]]: index
// CHECK: %[[STRIDES:strides]]:2 = memref.extract_strided_metadata %[[M]]
// CHECK: memref.reinterpret_cast %[[M]] to offset: [0], sizes: [%[[A]], %[[B]], %[[C]]], strides: [%[[STRIDES]]#0, %[[C]], 1]
func.func @split(%m: memref<?x?xf32>, %a: index, %b: index, %c: index) -> memref<?x?x?xf32> {
  %v = memref.expand_shape %m [[0], [1, 2]] output_shape [%a, %b, %c] : memref<?x?xf32> into memref<?x?x?xf32>
  return %v : memref<?x?x?xf32>
}

// -----

// The strides of a view of columns multiply those of its source.
// CHECK-LABEL: func @strided
// CHECK: %[[OUTER:.*]] = affine.apply #{{.*}}()[%{{.*}}]
// CHECK: memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [%{{.*}}, %{{.*}}], strides: [%[[OUTER]], 3]
func.func @strided(%m: memref<?xf32, strided<[3], offset: ?>>, %a: index, %b: index) -> memref<?x?xf32, strided<[?, 3], offset: ?>> {
  %v = memref.expand_shape %m [[0, 1]] output_shape [%a, %b] : memref<?xf32, strided<[3], offset: ?>> into memref<?x?xf32, strided<[?, 3], offset: ?>>
  return %v : memref<?x?xf32, strided<[?, 3], offset: ?>>
}

// -----

// Upstream does these.
// CHECK-LABEL: func @one_dynamic
// CHECK: memref.expand_shape
func.func @one_dynamic(%m: memref<?xf32>, %a: index) -> memref<?x4xf32> {
  %v = memref.expand_shape %m [[0, 1]] output_shape [%a, 4] : memref<?xf32> into memref<?x4xf32>
  return %v : memref<?x4xf32>
}

// -----

// CHECK-LABEL: func @there_and_back
// CHECK-SAME: %[[A:.*]]: index, %[[B:.*]]: index
// CHECK: %[[M:.*]] = memref.alloc(%[[A]], %[[B]])
// CHECK-NEXT: return %[[M]]
func.func @there_and_back(%a: index, %b: index) -> memref<?x?xf32> {
  %m = memref.alloc(%a, %b) : memref<?x?xf32>
  %flat = memref.collapse_shape %m [[0, 1]] : memref<?x?xf32> into memref<?xf32>
  %v = memref.expand_shape %flat [[0, 1]] output_shape [%a, %b] : memref<?xf32> into memref<?x?xf32>
  return %v : memref<?x?xf32>
}

// -----

// Other sizes than those that it came from.
// CHECK-LABEL: func @transposed
// CHECK: memref.reinterpret_cast
func.func @transposed(%a: index, %b: index) -> memref<?x?xf32> {
  %m = memref.alloc(%a, %b) : memref<?x?xf32>
  %flat = memref.collapse_shape %m [[0, 1]] : memref<?x?xf32> into memref<?xf32>
  %v = memref.expand_shape %flat [[0, 1]] output_shape [%b, %a] : memref<?xf32> into memref<?x?xf32>
  return %v : memref<?x?xf32>
}
