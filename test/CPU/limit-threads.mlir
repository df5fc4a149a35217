// RUN: rmsnorm-opt %s --rmsnorm-limit-threads | FileCheck %s
// RUN: rmsnorm-opt %s --rmsnorm-limit-threads=from=100 | FileCheck %s --check-prefix=FEW

// The larger of the two buffers counts; the end of the loop doesn't wait.
// CHECK-LABEL: func @rows
// CHECK-SAME: %[[X:.*]]: memref<?x8xf32>, %[[Y:.*]]: memref<4xf32>
// CHECK-DAG: %[[M:.*]] = memref.dim %[[X]]
// CHECK: %[[E:.*]] = arith.muli %[[M]], %{{.*}} : index
// CHECK: %[[L:.*]] = arith.maxui %[[E]], %{{.*}} : index
// CHECK: %[[FROM:.*]] = arith.constant 32768 : index
// CHECK: %[[ENOUGH:.*]] = arith.cmpi uge, %[[L]], %[[FROM]] : index
// CHECK: scf.if %[[ENOUGH]] {
// CHECK-NEXT: omp.parallel {
// CHECK-NEXT: omp.wsloop nowait {
// CHECK: } else {
// CHECK-NEXT: scf.for %[[I:.*]] = %c0 to %c4 step %c1 {
// CHECK-NEXT: memref.load %[[X]][%[[I]], %c0]
// CHECK-NEXT: memref.store %{{.*}}, %[[Y]][%[[I]]]
// CHECK-NEXT: }
// FEW-LABEL: func @rows
// FEW: arith.constant 100 : index
func.func @rows(%x : memref<?x8xf32>, %y : memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%i) : index = (%c0) to (%c4) step (%c1) {
        %v = memref.load %x[%i, %c0] : memref<?x8xf32>
        memref.store %v, %y[%i] : memref<4xf32>
        omp.yield
      }
    }
    omp.terminator
  }
  return
}

func.func private @unknown()

// What a call touches is unknown, and so is how much work it is.
// CHECK-LABEL: func @call
// CHECK: omp.parallel {
// CHECK-NEXT: omp.wsloop nowait {
func.func @call() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%i) : index = (%c0) to (%c4) step (%c1) {
        func.call @unknown() : () -> ()
        omp.yield
      }
    }
    omp.terminator
  }
  return
}
