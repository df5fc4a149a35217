// RUN: rmsnorm-opt %s --split-input-file --rmsnorm-launch-rows --verify-diagnostics | FileCheck %s

// Sixteen rows of 8 lanes to a block. The last block's surplus rows read the
// last row and write nothing, and without rows nothing is launched.

// CHECK-LABEL: func.func @dynamic_rows
//  CHECK-SAME: %[[X:.*]]: memref<?x96xf32>, %[[Y:.*]]: memref<?x96xf32>
//       CHECK: %[[M:.*]] = memref.dim %[[X]]
//       CHECK: %[[ANY:.*]] = arith.cmpi ne, %[[M]]
//       CHECK: scf.if %[[ANY]] {
//       CHECK:   %[[BLOCKS:.*]] = affine.apply #{{.*}}()[%[[M]]]
//       CHECK:   gpu.launch blocks(%[[B:[a-z0-9]+]], {{.*}} = %[[BLOCKS]], {{.*}}) threads(%{{[a-z0-9]+}}, %[[T:[a-z0-9]+]], {{.*}} = %c8, {{.*}} = %c16, {{.*}} = %c1) {
//       CHECK:     %[[ROW:.*]] = affine.apply #{{.*}}()[%[[B]], %[[T]]]
//       CHECK:     %[[LIVE:.*]] = arith.cmpi ult, %[[ROW]], %[[M]]
//       CHECK:     %[[I:.*]] = arith.minui %[[ROW]]
//       CHECK:     %[[V:.*]] = vector.transfer_read %[[X]][%[[I]],
//       CHECK:     scf.if %[[LIVE]] {
//  CHECK-NEXT:       vector.transfer_write %[[V]], %[[Y]][%[[I]],
//   CHECK-NOT: scf.forall
func.func @dynamic_rows(%x: memref<?x96xf32>, %y: memref<?x96xf32>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f32
  %m = memref.dim %x, %c0 : memref<?x96xf32>
  scf.forall (%i) in (%m) {
    %v = vector.transfer_read %x[%i, %c0], %pad {in_bounds = [true]} : memref<?x96xf32>, vector<96xf32>
    vector.transfer_write %v, %y[%i, %c0] {in_bounds = [true]} : vector<96xf32>, memref<?x96xf32>
  }
  return
}

// -----

// Rows that fill all blocks need no guard; several dims are one grid.

// CHECK-LABEL: func.func @whole_blocks
//       CHECK: %[[BLOCKS:.*]] = arith.constant 10 : index
//       CHECK: gpu.launch {{.*}} in (%{{.*}} = %[[BLOCKS]], {{.*}} in (%{{.*}} = %c32{{.*}}, %{{.*}} = %c4{{.*}},
//   CHECK-NOT:   arith.minui
//       CHECK:   %[[IJ:.*]]:2 = affine.delinearize_index %{{.*}} into (8, 5)
//       CHECK:   vector.transfer_read %{{.*}}[%[[IJ]]#0, %[[IJ]]#1,
//   CHECK-NOT:   scf.if
//       CHECK:   vector.transfer_write
func.func @whole_blocks(%x: memref<8x5x512xbf16>, %y: memref<8x5x512xbf16>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : bf16
  scf.forall (%i, %j) in (8, 5) {
    %v = vector.transfer_read %x[%i, %j, %c0], %pad {in_bounds = [true]} : memref<8x5x512xbf16>, vector<512xbf16>
    vector.transfer_write %v, %y[%i, %j, %c0] {in_bounds = [true]} : vector<512xbf16>, memref<8x5x512xbf16>
  }
  return
}

// -----

// Surplus rows of whole warps do nothing: those of the block behind the full
// ones.

// CHECK-LABEL: func.func @whole_warps
//       CHECK: affine.apply #{{.*}}()[%[[M:.*]]]
//       CHECK: %[[FULL:.*]] = affine.apply #{{.*}}()[%[[M]]]
//       CHECK: %[[REST:.*]] = affine.apply #{{.*}}()[%[[M]]]
//       CHECK: gpu.launch blocks(%[[B:[a-z0-9]+]], {{.*}} threads(%{{[a-z0-9]+}}, %[[T:[a-z0-9]+]],
//   CHECK-DAG:   %[[B32:.*]] = arith.index_cast %[[B]] : index to i32
//   CHECK-DAG:   %[[FULL32:.*]] = arith.index_cast %[[FULL]] : index to i32
//       CHECK:   %[[IS_FULL:.*]] = arith.cmpi ult, %[[B32]], %[[FULL32]] : i32
//   CHECK-DAG:   %[[T32:.*]] = arith.index_cast %[[T]] : index to i32
//   CHECK-DAG:   %[[REST32:.*]] = arith.index_cast %[[REST]] : index to i32
//       CHECK:   %[[IS_LAST:.*]] = arith.cmpi ult, %[[T32]], %[[REST32]] : i32
//       CHECK:   %[[LIVE:.*]] = arith.ori %[[IS_FULL]], %[[IS_LAST]]
//   CHECK-NOT:   arith.minui
//       CHECK:   scf.if %[[LIVE]] {
//       CHECK:     vector.transfer_read
//       CHECK:     vector.transfer_write
func.func @whole_warps(%x: memref<?x512xbf16>, %y: memref<?x512xbf16>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : bf16
  %m = memref.dim %x, %c0 : memref<?x512xbf16>
  scf.forall (%i) in (%m) {
    %v = vector.transfer_read %x[%i, %c0], %pad {in_bounds = [true]} : memref<?x512xbf16>, vector<512xbf16>
    vector.transfer_write %v, %y[%i, %c0] {in_bounds = [true]} : vector<512xbf16>, memref<?x512xbf16>
  }
  return
}

// -----

// A loop without vectors takes a thread per row. Surplus ones read the last row,
// and so nobody writes over it before.

// CHECK-LABEL: func.func @scalars
//       CHECK: gpu.launch {{.*}} in (%{{.*}} = %c1{{.*}}, %{{.*}} = %c128{{.*}},
//       CHECK:   memref.load
//       CHECK:   gpu.barrier
//       CHECK:   scf.if
//  CHECK-NEXT:     memref.store
func.func @scalars(%x: memref<?xf32>, %n: index) {
  scf.forall (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf32>
    %s = arith.mulf %v, %v : f32
    memref.store %s, %x[%i] : memref<?xf32>
  }
  return
}

// -----

// A row of any length is walked. The lanes follow from the length that the last
// mask counts, and a surplus row has no elements.

// CHECK-LABEL: func.func @walked
//  CHECK-SAME: %[[X:.*]]: memref<?x?xf32>, %[[Y:.*]]: memref<?xf32>
//       CHECK: %[[M:.*]] = memref.dim %[[X]], %c0
//       CHECK: %[[N:.*]] = memref.dim %[[X]], %c1
//       CHECK: %[[IS16:.*]] = arith.cmpi uge, %[[N]], %c16
//       CHECK: %[[TWO:.*]] = arith.select %[[IS16]], %c2{{.*}}, %c1
//       CHECK: %[[LONG:.*]] = arith.cmpi uge, %[[N]], %c40961
//       CHECK: %[[LANES:.*]] = arith.select %[[LONG]], %c1024, %{{.*}} : index
//       CHECK: %[[WARP:.*]] = arith.cmpi ule, %[[LANES]], %c32
//       CHECK: %[[SEVERAL:.*]] = arith.divui %c128{{.*}}, %[[LANES]]
//       CHECK: %[[ROWS:.*]] = arith.select %[[WARP]], %[[SEVERAL]], %c1
//       CHECK: %[[BLOCKS:.*]] = arith.ceildivui %[[M]], %[[ROWS]]
//       CHECK: gpu.launch blocks(%[[B:[a-z0-9]+]], {{.*}} = %[[BLOCKS]], {{.*}}) threads(%{{[a-z0-9]+}}, %[[T:[a-z0-9]+]], {{.*}} = %[[LANES]], %[[R:[a-z0-9]+]] = %[[ROWS]], {{.*}}) {
//       CHECK:   %[[FIRST:.*]] = arith.muli %[[B]], %[[R]]
//       CHECK:   %[[ROW:.*]] = arith.addi %[[FIRST]], %[[T]]
//       CHECK:   %[[LIVE:.*]] = arith.cmpi ult, %[[ROW]], %[[M]]
//       CHECK:   %[[LEN:.*]] = arith.select %[[LIVE]], %[[N]], %c0
//       CHECK:   vector.vscale
//       CHECK:   arith.divui %[[LEN]],
//   CHECK-NOT:   scf.if
//       CHECK:   arith.subi %[[LEN]],
//       CHECK:   vector.transfer_write
//       CHECK:   scf.if %[[LIVE]] {
//  CHECK-NEXT:     memref.store
func.func @walked(%x: memref<?x?xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %pad = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : vector<[8]xf32>
  %m = memref.dim %x, %c0 : memref<?x?xf32>
  %n = memref.dim %x, %c1 : memref<?x?xf32>
  scf.forall (%i) in (%m) {
    %lanes = vector.vscale
    %step = arith.muli %lanes, %c8 : index
    %chunks = arith.divui %n, %step : index
    %end = arith.muli %chunks, %step : index
    %acc = scf.for %j = %c0 to %end step %step iter_args(%a = %zeros) -> (vector<[8]xf32>) {
      %v = vector.transfer_read %x[%i, %j], %pad {in_bounds = [true]} : memref<?x?xf32>, vector<[8]xf32>
      vector.transfer_write %a, %x[%i, %j] {in_bounds = [true]} : vector<[8]xf32>, memref<?x?xf32>
      %s = arith.addf %a, %v : vector<[8]xf32>
      scf.yield %s : vector<[8]xf32>
    }
    %left = arith.subi %n, %end : index
    %mask = vector.create_mask %left : vector<[8]xi1>
    vector.transfer_write %acc, %x[%i, %end], %mask {in_bounds = [true]} : vector<[8]xf32>, memref<?x?xf32>
    %sum = vector.reduction <add>, %acc : vector<[8]xf32> into f32
    memref.store %sum, %y[%i] : memref<?xf32>
  }
  return
}

// -----

// The groups of a row stay a loop inside its kernel. They read what other lanes have
// written of the row, so these wait; a surplus row counts its groups too, because
// it may share a warp, and writes nothing.

// CHECK-LABEL: func.func @groups
//  CHECK-SAME: %[[X:.*]]: memref<?x?xf32>, %[[Y:.*]]: memref<?x?x96xf32>, %[[G:.*]]: index
//       CHECK: gpu.launch
//       CHECK:   %[[LIVE:.*]] = arith.cmpi ult,
//       CHECK:   vector.transfer_write %{{.*}}, %[[X]]
//  CHECK-NEXT:   gpu.barrier
//  CHECK-NEXT:   scf.forall (%{{.*}}) in (%[[G]]) {
//       CHECK:     %[[V:.*]] = vector.transfer_read %[[X]]
//       CHECK:     scf.if %[[LIVE]] {
//  CHECK-NEXT:       vector.transfer_write %[[V]], %[[Y]]
func.func @groups(%x: memref<?x?xf32>, %y: memref<?x?x96xf32>, %groups: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c96 = arith.constant 96 : index
  %pad = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : vector<[8]xf32>
  %m = memref.dim %x, %c0 : memref<?x?xf32>
  %n = memref.dim %x, %c1 : memref<?x?xf32>
  scf.forall (%i) in (%m) {
    %left = arith.subi %n, %c0 : index
    %mask = vector.create_mask %left : vector<[8]xi1>
    vector.transfer_write %zeros, %x[%i, %c0], %mask {in_bounds = [true]} : vector<[8]xf32>, memref<?x?xf32>
    scf.forall (%g) in (%groups) {
      %first = arith.muli %g, %c96 : index
      %v = vector.transfer_read %x[%i, %first], %pad {in_bounds = [true]} : memref<?x?xf32>, vector<96xf32>
      vector.transfer_write %v, %y[%i, %g, %c0] {in_bounds = [true]} : vector<96xf32>, memref<?x?x96xf32>
    } {mapping = [#gpu.warp<linear_dim_0>]}
  }
  return
}

// -----

func.func @length_unknown(%x: memref<9x40000xf32>) {
  %c0 = arith.constant 0 : index
  %v = arith.constant dense<0.0> : vector<[8]xf32>
  // expected-error@+1 {{a row that is walked has a last vector whose mask is its length less what is done, and the length is known before the loop}}
  scf.forall (%i) in (9) {
    vector.transfer_write %v, %x[%i, %c0] {in_bounds = [true]} : vector<[8]xf32>, memref<9x40000xf32>
  }
  return
}

// -----

func.func @other_width(%x: memref<9x40000xf32>) {
  %c0 = arith.constant 0 : index
  %v = arith.constant dense<0.0> : vector<[4]xf32>
  scf.forall (%i) in (9) {
    // expected-error@+1 {{a row is walked in vectors of 8 elements for each lane, not 4}}
    vector.transfer_write %v, %x[%i, %c0] {in_bounds = [true]} : vector<[4]xf32>, memref<9x40000xf32>
  }
  return
}

// -----

// CHECK-LABEL: func.func @no_rows
//   CHECK-NOT: gpu.launch
//       CHECK: return
func.func @no_rows(%x: memref<0xf32>, %v: f32) {
  scf.forall (%i) in (0) {
    memref.store %v, %x[%i] : memref<0xf32>
  }
  return
}

// -----

// CHECK-LABEL: func.func @one_value
//       CHECK: gpu.launch
//       CHECK:   memref.store
func.func @one_value(%x: memref<f32>, %v: f32) {
  scf.forall () in () {
    memref.store %v, %x[] : memref<f32>
  }
  return
}

// -----

// Constants and tables go into the kernel; steps and offsets of the loop too.

// CHECK-LABEL: func.func @made_inside
//       CHECK: gpu.launch
//   CHECK-DAG:   arith.constant dense<2.000000e+00> : vector<32xf32>
//   CHECK-DAG:   memref.get_global @table
memref.global "private" constant @table : memref<32xf32> = dense<3.0>
func.func @made_inside(%y: memref<9x32xf32>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f32
  %two = arith.constant dense<2.0> : vector<32xf32>
  %t = memref.get_global @table : memref<32xf32>
  scf.forall (%i) = (1) to (9) step (2) {
    %v = vector.transfer_read %t[%c0], %pad {in_bounds = [true]} : memref<32xf32>, vector<32xf32>
    %p = arith.mulf %v, %two : vector<32xf32>
    vector.transfer_write %p, %y[%i, %c0] {in_bounds = [true]} : vector<32xf32>, memref<9x32xf32>
  }
  return
}

// -----

func.func @tensors(%y: tensor<9x32xf32>) -> tensor<9x32xf32> {
  // expected-error@+1 {{row loops are launched on buffers: bufferise this one first}}
  %r = scf.forall (%i) in (9) shared_outs(%o = %y) -> (tensor<9x32xf32>) {
    scf.forall.in_parallel {
    }
  }
  return %r : tensor<9x32xf32>
}

// -----

func.func @two_lengths(%x: memref<9x32xf32>) {
  %c0 = arith.constant 0 : index
  %v16 = arith.constant dense<1.0> : vector<16xf32>
  %v32 = arith.constant dense<1.0> : vector<32xf32>
  scf.forall (%i) in (9) {
    vector.transfer_write %v16, %x[%i, %c0] {in_bounds = [true]} : vector<16xf32>, memref<9x32xf32>
    // expected-error@+1 {{all vectors of a row program have the same length, unlike 'vector<32xf32>'}}
    vector.transfer_write %v32, %x[%i, %c0] {in_bounds = [true]} : vector<32xf32>, memref<9x32xf32>
  }
  return
}

// -----

func.func @two_dims(%x: memref<9x4x8xf32>) {
  %c0 = arith.constant 0 : index
  %v = arith.constant dense<1.0> : vector<4x8xf32>
  scf.forall (%i) in (9) {
    // expected-error@+1 {{a row program has one-dimensional vectors, not 'vector<4x8xf32>'}}
    vector.transfer_write %v, %x[%i, %c0, %c0] {in_bounds = [true, true]} : vector<4x8xf32>, memref<9x4x8xf32>
  }
  return
}

// -----

func.func @too_long(%x: memref<9x40000xf32>) {
  %c0 = arith.constant 0 : index
  %v = arith.constant dense<1.0> : vector<40000xf32>
  // expected-error@+1 {{rows of 40000 elements in 32 bits do not fit into the registers of a block: walk them in vectors of 8 elements for each lane}}
  scf.forall (%i) in (9) {
    vector.transfer_write %v, %x[%i, %c0] {in_bounds = [true]} : vector<40000xf32>, memref<9x40000xf32>
  }
  return
}

// -----

func.func @vector_argument(%x: memref<9x32xf32>, %v: vector<32xf32>) {
  %c0 = arith.constant 0 : index
  // expected-error@+1 {{a row kernel cannot take an argument of type 'vector<32xf32>'; load the vector inside the loop}}
  scf.forall (%i) in (9) {
    vector.transfer_write %v, %x[%i, %c0] {in_bounds = [true]} : vector<32xf32>, memref<9x32xf32>
  }
  return
}

// -----

func.func @writes_with_result(%x: memref<9xf32>, %v: f32) {
  scf.forall (%i) in (9) {
    // expected-error@+1 {{cannot be part of a row kernel: it writes memory and has a result}}
    %old = memref.atomic_rmw addf %v, %x[%i] : (f32, memref<9xf32>) -> f32
  }
  return
}
