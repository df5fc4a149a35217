// RUN: rmsnorm-opt %s --split-input-file --rmsnorm-stream-rows=from=1000 --canonicalize | FileCheck %s

// Two versions. The large one starts its stores at a cache line, does the ends of
// the row by themselves, handles one line a step, and asks for the next row, but
// not for the weight, which all rows share.
// CHECK-LABEL: func @scale
// CHECK-SAME: %[[X:.*]]: memref<?x2048xf32>, %[[W:.*]]: memref<2048xf32>, %[[Y:.*]]: memref<?x2048xf32>
// CHECK: %[[M:.*]] = memref.dim %[[Y]]
// CHECK: %[[WRITTEN:.*]] = arith.muli %[[M]], %c8192 : index
// CHECK: %[[READ:.*]] = arith.muli %{{.*}}, %c8192 : index
// CHECK: %[[BYTES:.*]] = arith.addi %[[WRITTEN]], %[[READ]] : index
// CHECK: %[[LARGE:.*]] = arith.cmpi uge, %[[BYTES]], %c1000 : index
// CHECK: scf.if %[[LARGE]] {
// CHECK:   omp.loop_nest (%[[I:.*]]) : index = (%c0) to (%[[ROWS:.*]]) step (%c1) {
// CHECK:     %[[NEXT:.*]] = arith.minsi
// CHECK:     memref.extract_aligned_pointer_as_index %[[Y]]
// CHECK:     %[[FIRST:.*]] = arith.divui %{{.*}}, %c4 : index
// CHECK:     %[[ENDS:.*]] = arith.cmpi ne, %[[FIRST]], %c0 : index
// CHECK:     scf.if %[[ENDS]] {
// CHECK:       vector.transfer_write %{{.*}}, %[[Y]][%[[I]], %c0]
// CHECK:       vector.transfer_write %{{.*}}, %[[Y]][%[[I]], %c2032]
// CHECK:     }
// CHECK:     scf.for %[[J:.*]] = %[[FIRST]] to %c2033 step %c16 {
// CHECK:       memref.prefetch %[[X]][%[[NEXT]], %{{.*}}], read, locality<2>
// CHECK-NOT:   memref.prefetch
// CHECK:       arith.addf %{{.*}}, %{{.*}} : vector<16xf32>
// CHECK:       vector.store %{{.*}}, %[[Y]][%[[I]], %[[J]]] {alignment = 64 : i64, nontemporal = true} : memref<?x2048xf32>, vector<16xf32>
// CHECK:     }
// CHECK:   llvm.fence seq_cst
// CHECK: } else {
// CHECK-NOT: memref.prefetch
// CHECK:   vector.transfer_write
// CHECK-NOT: fence
func.func @scale(%x : memref<?x2048xf32>, %w : memref<2048xf32>, %y : memref<?x2048xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c2048 = arith.constant 2048 : index
  %zero = arith.constant 0.0 : f32
  %ones = arith.constant dense<1.0> : vector<64xf32>
  %m = memref.dim %x, %c0 : memref<?x2048xf32>
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%i) : index = (%c0) to (%m) step (%c1) {
        scf.for %j = %c0 to %c2048 step %c64 {
          %a = vector.transfer_read %x[%i, %j], %zero {in_bounds = [true]} : memref<?x2048xf32>, vector<64xf32>
          %b = vector.transfer_read %w[%j], %zero {in_bounds = [true]} : memref<2048xf32>, vector<64xf32>
          %p = arith.mulf %a, %b : vector<64xf32>
          %q = arith.addf %p, %ones : vector<64xf32>
          vector.transfer_write %q, %y[%i, %j] {in_bounds = [true]} : vector<64xf32>, memref<?x2048xf32>
        }
        omp.yield
      }
    }
    omp.terminator
  }
  return
}

// -----

// A step that takes its vector as a whole keeps its width.
// CHECK-LABEL: func @swapped
// CHECK: scf.for %{{.*}} = %{{.*}} to %c1985 step %c64 {
// CHECK-COUNT-4: memref.prefetch
// CHECK: vector.store %{{.*}} {alignment = 64 : i64, nontemporal = true} : memref<?x2048xf32>, vector<64xf32>
func.func @swapped(%x : memref<?x2048xf32>, %y : memref<?x2048xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c2048 = arith.constant 2048 : index
  %zero = arith.constant 0.0 : f32
  %m = memref.dim %x, %c0 : memref<?x2048xf32>
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%i) : index = (%c0) to (%m) step (%c1) {
        scf.for %j = %c0 to %c2048 step %c64 {
          %a = vector.transfer_read %x[%i, %j], %zero {in_bounds = [true]} : memref<?x2048xf32>, vector<64xf32>
          %e, %o = vector.deinterleave %a : vector<64xf32> -> vector<32xf32>
          %s = vector.interleave %o, %e : vector<32xf32> -> vector<64xf32>
          vector.transfer_write %s, %y[%i, %j] {in_bounds = [true]} : vector<64xf32>, memref<?x2048xf32>
        }
        omp.yield
      }
    }
    omp.terminator
  }
  return
}

// -----

// What is read again stays in the cache: there is one version.
// CHECK-LABEL: func @in_place
// CHECK-NOT: scf.if
// CHECK-NOT: nontemporal
func.func @in_place(%x : memref<?x128xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %zero = arith.constant 0.0 : f32
  %m = memref.dim %x, %c0 : memref<?x128xf32>
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%i) : index = (%c0) to (%m) step (%c1) {
        scf.for %j = %c0 to %c128 step %c64 {
          %a = vector.transfer_read %x[%i, %j], %zero {in_bounds = [true]} : memref<?x128xf32>, vector<64xf32>
          %p = arith.mulf %a, %a : vector<64xf32>
          vector.transfer_write %p, %x[%i, %j] {in_bounds = [true]} : vector<64xf32>, memref<?x128xf32>
        }
        omp.yield
      }
    }
    omp.terminator
  }
  return
}

// -----

// Half a cache line a step can't be stored whole.
// CHECK-LABEL: func @narrow
// CHECK-NOT: scf.if
// CHECK-NOT: nontemporal
func.func @narrow(%x : memref<?x128xf32>, %y : memref<?x128xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c128 = arith.constant 128 : index
  %zero = arith.constant 0.0 : f32
  %m = memref.dim %x, %c0 : memref<?x128xf32>
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%i) : index = (%c0) to (%m) step (%c1) {
        scf.for %j = %c0 to %c128 step %c8 {
          %a = vector.transfer_read %x[%i, %j], %zero {in_bounds = [true]} : memref<?x128xf32>, vector<8xf32>
          vector.transfer_write %a, %y[%i, %j] {in_bounds = [true]} : vector<8xf32>, memref<?x128xf32>
        }
        omp.yield
      }
    }
    omp.terminator
  }
  return
}

// -----

// What is read back of an earlier pass lies in a buffer until the last one writes
// both results, past the caches where their rows have lines at the same columns.
// The tail stays where it is.
// CHECK-LABEL: func @residual
// CHECK-SAME: %[[X:.*]]: memref<?x?xf32>, %[[H:.*]]: memref<?x?xf32>, %[[Y:.*]]: memref<?x?xf32>, %[[END:.*]]: index
// CHECK: omp.loop_nest (%[[I:.*]]) : index
// CHECK:   %[[ROW:.*]] = memref.alloc(%[[END]]) {alignment = 64 : i64} : memref<?xf32>
// CHECK:   scf.for %[[J:.*]] = %c0 to %[[END]] step %c64 iter_args
// CHECK-NOT: %[[H]]
// CHECK:     vector.transfer_write %{{.*}}, %[[ROW]][%[[J]]]
// CHECK:   vector.transfer_write %{{.*}}, %[[H]][%[[I]], %[[END]]]
// CHECK:   %[[LINES:.*]] = arith.cmpi eq
// CHECK:   scf.if %[[LINES]] {
// CHECK:     scf.for %[[J:.*]] = {{.*}} step %c16 {
// CHECK:       memref.prefetch %[[X]]
// CHECK:       %[[S:.*]] = vector.transfer_read %[[ROW]][%[[J]]]
// CHECK:       vector.store %[[S]], %[[H]][%[[I]], %[[J]]] {alignment = 64 : i64, nontemporal = true}
// CHECK:       vector.store %{{.*}}, %[[Y]][%[[I]], %[[J]]] {alignment = 64 : i64, nontemporal = true}
// CHECK:   } else {
// CHECK:       vector.transfer_write %{{.*}}, %[[H]][%[[I]], %{{.*}}]
// CHECK:       vector.store %{{.*}}, %[[Y]][%[[I]], %{{.*}}] {alignment = 64 : i64, nontemporal = true}
// CHECK:   memref.dealloc %[[ROW]]
// CHECK:   llvm.fence seq_cst
// CHECK: } else {
// CHECK-NOT: memref.alloc
func.func @residual(%x : memref<?x?xf32>, %h : memref<?x?xf32>, %y : memref<?x?xf32>, %end : index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : vector<64xf32>
  %mask = vector.create_mask %c1 : vector<64xi1>
  %m = memref.dim %x, %c0 : memref<?x?xf32>
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%i) : index = (%c0) to (%m) step (%c1) {
        %sum = scf.for %j = %c0 to %end step %c64 iter_args(%acc = %zeros) -> (vector<64xf32>) {
          %a = vector.transfer_read %x[%i, %j], %zero {in_bounds = [true]} : memref<?x?xf32>, vector<64xf32>
          %s = arith.addf %a, %a : vector<64xf32>
          %n = arith.addf %acc, %s : vector<64xf32>
          vector.transfer_write %s, %h[%i, %j] {in_bounds = [true]} : vector<64xf32>, memref<?x?xf32>
          scf.yield %n : vector<64xf32>
        }
        %t = vector.transfer_read %x[%i, %end], %zero, %mask {in_bounds = [true]} : memref<?x?xf32>, vector<64xf32>
        vector.transfer_write %t, %h[%i, %end], %mask {in_bounds = [true]} : vector<64xf32>, memref<?x?xf32>
        %f = vector.reduction <add>, %sum : vector<64xf32> into f32
        %b = vector.broadcast %f : f32 to vector<64xf32>
        scf.for %j = %c0 to %end step %c64 {
          %s = vector.transfer_read %h[%i, %j], %zero {in_bounds = [true]} : memref<?x?xf32>, vector<64xf32>
          %p = arith.mulf %s, %b : vector<64xf32>
          vector.transfer_write %p, %y[%i, %j] {in_bounds = [true]} : vector<64xf32>, memref<?x?xf32>
        }
        omp.yield
      }
    }
    omp.terminator
  }
  return
}

// -----

// A pass that reads a row while others still write it keeps to the result: the
// sum that takes the place of its term, and a row that is read back in blocks of
// another order.
// CHECK-LABEL: func @kept
// CHECK-NOT: memref.alloc
func.func @kept(%h : memref<?x128xf32>, %g : memref<?x128xf32>, %y : memref<?x128xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %zero = arith.constant 0.0 : f32
  %m = memref.dim %h, %c0 : memref<?x128xf32>
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%i) : index = (%c0) to (%m) step (%c1) {
        scf.for %j = %c0 to %c128 step %c64 {
          %a = vector.transfer_read %h[%i, %j], %zero {in_bounds = [true]} : memref<?x128xf32>, vector<64xf32>
          %s = arith.addf %a, %a : vector<64xf32>
          vector.transfer_write %s, %h[%i, %j] {in_bounds = [true]} : vector<64xf32>, memref<?x128xf32>
        }
        scf.for %j = %c64 to %c128 step %c64 {
          %a = vector.transfer_read %h[%i, %j], %zero {in_bounds = [true]} : memref<?x128xf32>, vector<64xf32>
          vector.transfer_write %a, %g[%i, %j] {in_bounds = [true]} : vector<64xf32>, memref<?x128xf32>
        }
        scf.for %j = %c0 to %c128 step %c64 {
          %s = vector.transfer_read %h[%i, %j], %zero {in_bounds = [true]} : memref<?x128xf32>, vector<64xf32>
          %t = vector.transfer_read %g[%i, %j], %zero {in_bounds = [true]} : memref<?x128xf32>, vector<64xf32>
          %p = arith.mulf %s, %t : vector<64xf32>
          vector.transfer_write %p, %y[%i, %j] {in_bounds = [true]} : vector<64xf32>, memref<?x128xf32>
        }
        omp.yield
      }
    }
    omp.terminator
  }
  return
}
// -----

// The next row of a page is on its way by itself.
// CHECK-LABEL: func @page
// CHECK-NOT: memref.prefetch
// CHECK: nontemporal
func.func @page(%x : memref<?x1024xf32>, %y : memref<?x1024xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c1024 = arith.constant 1024 : index
  %zero = arith.constant 0.0 : f32
  %m = memref.dim %x, %c0 : memref<?x1024xf32>
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%i) : index = (%c0) to (%m) step (%c1) {
        scf.for %j = %c0 to %c1024 step %c64 {
          %a = vector.transfer_read %x[%i, %j], %zero {in_bounds = [true]} : memref<?x1024xf32>, vector<64xf32>
          vector.transfer_write %a, %y[%i, %j] {in_bounds = [true]} : vector<64xf32>, memref<?x1024xf32>
        }
        omp.yield
      }
    }
    omp.terminator
  }
  return
}
