// RUN: rmsnorm-opt %s --split-input-file --rmsnorm-device-memory --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @buffers
//  CHECK-SAME: %[[X:.*]]: memref<?xf32>, %[[N:.*]]: index
//       CHECK: %[[B:.*]] = gpu.alloc (%[[N]]) : memref<?xf32>
//       CHECK: gpu.memcpy %[[B]], %[[X]] : memref<?xf32>, memref<?xf32>
//       CHECK: gpu.dealloc %[[B]] : memref<?xf32>
func.func @buffers(%x: memref<?xf32>, %n: index) {
  %b = memref.alloc(%n) : memref<?xf32>
  memref.copy %x, %b : memref<?xf32> to memref<?xf32>
  memref.dealloc %b : memref<?xf32>
  return
}

// -----

func.func @strided_copy(%x: memref<4x8xf32, strided<[16, 1]>>, %y: memref<4x8xf32>) {
  // expected-error@+1 {{a copy in device memory needs buffers without strides}}
  memref.copy %x, %y : memref<4x8xf32, strided<[16, 1]>> to memref<4x8xf32>
  return
}

// -----

func.func @host_access(%x: memref<8xf32>, %i: index) -> f32 {
  // expected-error@+1 {{the host would have to access device memory: only loops over rows become kernels}}
  %v = memref.load %x[%i] : memref<8xf32>
  return %v : f32
}

// -----

// An assertion has an effect, but not on a buffer.

// CHECK-LABEL: func.func @assertion
//       CHECK: cf.assert
func.func @assertion(%b: i1) {
  cf.assert %b, "sizes differ"
  return
}

// -----

// What only the host reads and writes stays with it.

// CHECK-LABEL: func.func @account
//       CHECK: memref.alloc() : memref<2xi1>
//   CHECK-NOT: gpu.
//       CHECK: memref.dealloc
func.func @account(%b: i1, %i: index) -> i1 {
  %a = memref.alloc() : memref<2xi1>
  %c = memref.cast %a : memref<2xi1> to memref<?xi1>
  memref.store %b, %c[%i] : memref<?xi1>
  %v = memref.load %a[%i] : memref<2xi1>
  memref.dealloc %a : memref<2xi1>
  return %v : i1
}
