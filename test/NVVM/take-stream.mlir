// RUN: rmsnorm-opt %s --split-input-file --rmsnorm-take-stream --verify-diagnostics | FileCheck %s

// CHECK: func.func private @rmsnormReportStatus() -> i32
// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[X:.*]]: memref<8xf32>, %[[STREAM:.*]]: !gpu.async.token) -> i32
//       CHECK:   %[[TMP:.*]], %[[T0:.*]] = gpu.alloc async [%[[STREAM]]]
//       CHECK:   %[[T1:.*]] = gpu.memcpy async [%[[T0]]] %[[TMP]], %[[X]]
//       CHECK:   gpu.dealloc async [%[[STREAM]]] %[[TMP]]
//   CHECK-NOT:   gpu.wait
//       CHECK:   %[[STATUS:.*]] = call @rmsnormReportStatus()
//       CHECK:   return %[[STATUS]]
func.func @main(%x: memref<8xf32>) {
  %0 = gpu.wait async
  %tmp, %1 = gpu.alloc async [%0] () : memref<8xf32>
  %2 = gpu.memcpy async [%1] %tmp, %x : memref<8xf32>, memref<8xf32>
  gpu.wait [%2]
  %3 = gpu.wait async [%2]
  %4 = gpu.dealloc async [%3] %tmp : memref<8xf32>
  gpu.wait [%4]
  return
}

// -----

// expected-error@+1 {{has results, but takes a stream: what it computes must go to its arguments}}
func.func @result(%x: memref<8xf32>) -> memref<8xf32> {
  return %x : memref<8xf32>
}

// -----

func.func @callee(%x: memref<8xf32>) {
  return
}
func.func @call(%x: memref<8xf32>) {
  // expected-error@+1 {{calls a function, which may not know the stream: inline it first}}
  call @callee(%x) : (memref<8xf32>) -> ()
  return
}
