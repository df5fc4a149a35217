// RUN: rmsnorm-opt %s --split-input-file --rmsnorm-hoist-buffers=stack=256 | FileCheck %s

// A row of a length that is known at run time: one buffer for each thread.
// CHECK-LABEL: func @dynamic
// CHECK-SAME: %{{.*}}: index, %[[N:.*]]: index
// CHECK: omp.parallel {
// CHECK-NEXT: %[[ROW:.*]] = memref.alloc(%[[N]]) {alignment = 64 : i64} : memref<?xf32>
// CHECK-NEXT: omp.wsloop nowait {
// CHECK: memref.store %{{.*}}, %[[ROW]]
// CHECK-NEXT: omp.yield
// CHECK: memref.dealloc %[[ROW]]
// CHECK-NEXT: omp.terminator
func.func @dynamic(%m : index, %n : index, %v : f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  omp.parallel {
    omp.wsloop nowait {
      omp.loop_nest (%i) : index = (%c0) to (%m) step (%c1) {
        %row = memref.alloc(%n) {alignment = 64 : i64} : memref<?xf32>
        memref.store %v, %row[%c0] : memref<?xf32>
        memref.dealloc %row : memref<?xf32>
        omp.yield
      }
    }
    omp.terminator
  }
  return
}

// -----

// Short and static: on the stack of the thread, or of the function.
// CHECK-LABEL: func @static
// CHECK: %[[SERIAL:.*]] = memref.alloca() {alignment = 64 : i64} : memref<64xf32>
// CHECK: omp.parallel {
// CHECK-NEXT: %[[ROW:.*]] = memref.alloca() {alignment = 64 : i64} : memref<64xf32>
// CHECK: memref.store %{{.*}}, %[[ROW]]
// CHECK: scf.for
// CHECK-NEXT: memref.store %{{.*}}, %[[SERIAL]]
// CHECK-NEXT: }
// CHECK-NOT: memref.dealloc
func.func @static(%m : index, %v : f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  omp.parallel {
    omp.wsloop nowait {
      omp.loop_nest (%i) : index = (%c0) to (%m) step (%c1) {
        %row = memref.alloc() {alignment = 64 : i64} : memref<64xf32>
        memref.store %v, %row[%c0] : memref<64xf32>
        memref.dealloc %row : memref<64xf32>
        omp.yield
      }
    }
    omp.terminator
  }
  scf.for %i = %c0 to %m step %c1 {
    %row = memref.alloc() {alignment = 64 : i64} : memref<64xf32>
    memref.store %v, %row[%c0] : memref<64xf32>
    memref.dealloc %row : memref<64xf32>
  }
  return
}

// -----

// Too long for the stack, or for what is left of it.
// CHECK-LABEL: func @long
// CHECK: memref.alloca() : memref<40xf32>
// CHECK: %[[ROW:.*]] = memref.alloc() : memref<65xf32>
// CHECK-NEXT: scf.for
// CHECK: }
// CHECK-NEXT: memref.dealloc %[[ROW]]
// CHECK: %[[SECOND:.*]] = memref.alloc() : memref<40xf32>
// CHECK-NEXT: scf.for
// CHECK: }
// CHECK-NEXT: memref.dealloc %[[SECOND]]
func.func @long(%m : index, %v : f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %m step %c1 {
    %row = memref.alloc() : memref<65xf32>
    memref.store %v, %row[%c0] : memref<65xf32>
    memref.dealloc %row : memref<65xf32>
  }
  scf.for %i = %c0 to %m step %c1 {
    %first = memref.alloc() : memref<40xf32>
    memref.store %v, %first[%c0] : memref<40xf32>
    memref.dealloc %first : memref<40xf32>
    %second = memref.alloc() : memref<40xf32>
    memref.store %v, %second[%c0] : memref<40xf32>
    memref.dealloc %second : memref<40xf32>
  }
  return
}

// -----

// The size is another one in each step of the outer loop; what is freed
// elsewhere may be in use until then.
// CHECK-LABEL: func @inner
// CHECK: scf.for %[[I:.*]] =
// CHECK-NEXT: %[[ROW:.*]] = memref.alloc(%[[I]])
// CHECK-NEXT: scf.for
// CHECK: memref.dealloc %[[ROW]]
// CHECK-NEXT: %[[KEPT:.*]] = memref.alloc() : memref<4xf32>
// CHECK: scf.if
// CHECK-NEXT: memref.dealloc %[[KEPT]]
func.func @inner(%m : index, %v : f32, %c : i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %m step %c1 {
      %row = memref.alloc(%i) : memref<?xf32>
      memref.store %v, %row[%c0] : memref<?xf32>
      memref.dealloc %row : memref<?xf32>
    }
    %kept = memref.alloc() : memref<4xf32>
    memref.store %v, %kept[%c0] : memref<4xf32>
    scf.if %c {
      memref.dealloc %kept : memref<4xf32>
    }
  }
  return
}

// A layout that is another one in each step stays in it.
// CHECK-LABEL: func @layout
// CHECK: scf.for
// CHECK-NEXT: memref.alloc()[
func.func @layout(%m : index, %v : f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %m step %c1 {
    %b = memref.alloc()[%i] : memref<16xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
    memref.store %v, %b[%c0] : memref<16xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
    memref.dealloc %b : memref<16xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
  }
  return
}
