// RUN: rmsnorm-opt %s --split-input-file --rmsnorm-distribute-vectors --canonicalize --cse --verify-diagnostics | FileCheck %s

// One warp, two chunks of eight elements: 16 bytes of bf16 are one access, 32
// bytes of f32 are two. The value of the row is stored by the first lane.

// CHECK-LABEL: gpu.func @warp
//   CHECK-DAG:   %[[LANE:.*]] = gpu.thread_id x
//   CHECK-DAG:   %[[FIRST:.*]] = arith.muli %[[LANE]], %c8
//       CHECK:   %[[X0:.*]] = vector.load %{{.*}}[%[[I:.*]], %[[FIRST]]] {alignment = 16 : i64} : memref<8x512xbf16>, vector<8xbf16>
//       CHECK:   %[[NEXT:.*]] = arith.addi %[[FIRST]], %c256
//       CHECK:   %[[X1:.*]] = vector.load %{{.*}}[%[[I]], %[[NEXT]]] {alignment = 16 : i64} : memref<8x512xbf16>, vector<8xbf16>
//       CHECK:   %[[F0:.*]] = arith.extf %[[X0]] : vector<8xbf16> to vector<8xf32>
//       CHECK:   %[[F1:.*]] = arith.extf %[[X1]] : vector<8xbf16> to vector<8xf32>
//       CHECK:   %[[SUM:.*]] = arith.addf %[[F0]], %[[F1]] : vector<8xf32>
//       CHECK:   %[[LOW:.*]] = vector.shuffle %[[SUM]], %[[SUM]] [0, 1, 2, 3]
//       CHECK:   %[[HIGH:.*]] = vector.shuffle %[[SUM]], %[[SUM]] [4, 5, 6, 7]
//       CHECK:   arith.addf %[[LOW]], %[[HIGH]] : vector<4xf32>
//       CHECK:   gpu.shuffle xor %{{.*}}, %c16_i32, %c32_i32 : f32
//       CHECK:   gpu.shuffle xor %{{.*}}, %c8_i32, %c32_i32 : f32
//       CHECK:   gpu.shuffle xor %{{.*}}, %c4_i32, %c32_i32 : f32
//       CHECK:   gpu.shuffle xor %{{.*}}, %c2_i32, %c32_i32 : f32
//       CHECK:   gpu.shuffle xor %{{.*}}, %c1_i32, %c32_i32 : f32
//       CHECK:   %[[TOTAL:.*]] = arith.addf
//       CHECK:   %[[IS_FIRST:.*]] = arith.cmpi eq, %[[LANE]], %c0
//       CHECK:   scf.if %[[IS_FIRST]] {
//  CHECK-NEXT:     memref.store %[[TOTAL]]
//       CHECK:   %[[B:.*]] = vector.broadcast %[[TOTAL]] : f32 to vector<8xf32>
//       CHECK:   %[[Y0:.*]] = arith.mulf %[[F0]], %[[B]] : vector<8xf32>
//       CHECK:   %[[Y00:.*]] = vector.shuffle %[[Y0]], %[[Y0]] [0, 1, 2, 3]
//       CHECK:   vector.store %[[Y00]], %{{.*}}[%[[I]], %[[FIRST]]] {alignment = 16 : i64} : memref<8x512xf32>, vector<4xf32>
//       CHECK:   %[[Y01:.*]] = vector.shuffle %[[Y0]], %[[Y0]] [4, 5, 6, 7]
//       CHECK:   vector.store %[[Y01]],
//   CHECK-NOT:   gpu.barrier
gpu.module @kernels {
  gpu.func @warp(%x: memref<8x512xbf16>, %s: memref<8xf32>, %y: memref<8x512xf32>) kernel
      attributes {known_block_size = array<i32: 32, 4, 1>} {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0.0 : bf16
    %i = gpu.block_id x
    %v = vector.transfer_read %x[%i, %c0], %pad {in_bounds = [true]} : memref<8x512xbf16>, vector<512xbf16>
    %f = arith.extf %v : vector<512xbf16> to vector<512xf32>
    %sum = vector.reduction <add>, %f : vector<512xf32> into f32
    memref.store %sum, %s[%i] : memref<8xf32>
    %b = vector.broadcast %sum : f32 to vector<512xf32>
    %p = arith.mulf %f, %b : vector<512xf32>
    vector.transfer_write %p, %y[%i, %c0] {in_bounds = [true]} : vector<512xf32>, memref<8x512xf32>
    gpu.return
  }
}

// -----

// Two warps a row and two rows a block: a slot for each warp, one barrier, and
// an accumulator that comes last.

// CHECK-LABEL: gpu.func @warps
//  CHECK-SAME: workgroup(%[[SLOTS:.*]] : memref<4xi32, #gpu.address_space<workgroup>> {llvm.align = 16 : i64})
//   CHECK-DAG:   %[[LANE:.*]] = gpu.thread_id x
//   CHECK-DAG:   %[[ROW:.*]] = gpu.thread_id y
//       CHECK:   %[[MAX:.*]] = arith.maxsi %{{.*}}, %{{.*}} : i32
//       CHECK:   %[[FIRST:.*]] = arith.muli %[[ROW]], %c2
//       CHECK:   %[[WARP:.*]] = arith.divui %[[LANE]], %c32
//       CHECK:   %[[OWN:.*]] = arith.addi %[[FIRST]], %[[WARP]]
//       CHECK:   scf.if
//  CHECK-NEXT:     memref.store %{{.*}}, %[[SLOTS]][%[[OWN]]]
//       CHECK:   gpu.barrier
//       CHECK:   %[[A:.*]] = memref.load %[[SLOTS]][%[[FIRST]]]
//       CHECK:   %[[NEXT:.*]] = arith.addi %[[FIRST]], %c1
//       CHECK:   %[[B:.*]] = memref.load %[[SLOTS]][%[[NEXT]]]
//       CHECK:   %[[AB:.*]] = arith.maxsi %[[A]], %[[B]]
//       CHECK:   arith.maxsi %{{.*}}, %[[AB]] : i32
//   CHECK-NOT:   gpu.barrier
gpu.module @kernels {
  gpu.func @warps(%x: memref<8x1024xi32>, %s: memref<8xi32>, %acc: i32) kernel
      attributes {known_block_size = array<i32: 64, 2, 1>} {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0 : i32
    %i = gpu.block_id x
    %v = vector.transfer_read %x[%i, %c0], %pad {in_bounds = [true]} : memref<8x1024xi32>, vector<1024xi32>
    %max = vector.reduction <maxsi>, %v, %acc : vector<1024xi32> into i32
    memref.store %max, %s[%i] : memref<8xi32>
    gpu.return
  }
}

// -----

// A tail that the chunks divide: whole accesses, of which a lane outside makes
// its first one again, a neutral element in the sum, a guarded store.

// CHECK-LABEL: gpu.func @even_tail
//   CHECK-DAG:   %[[ONES:.*]] = arith.constant dense<1.000000e+00> : vector<8xf32>
//       CHECK:   %[[FIRST:.*]] = arith.muli %{{.*}}, %c8
//       CHECK:   vector.load %{{.*}}[%[[I:.*]], %[[FIRST]]] {alignment = 16 : i64}
//       CHECK:   %[[COL:.*]] = arith.addi %[[FIRST]], %c64
//       CHECK:   %[[IN:.*]] = arith.cmpi ult, %[[COL]], %c96
//       CHECK:   %[[AT:.*]] = arith.select %[[IN]], %[[COL]], %[[FIRST]] : index
//       CHECK:   vector.load %{{.*}}[%[[I]], %[[AT]]] {alignment = 16 : i64}
//       CHECK:   %[[MASK:.*]] = vector.broadcast %[[IN]] : i1 to vector<8xi1>
//       CHECK:   arith.select %[[MASK]], %{{.*}}, %[[ONES]] : vector<8xi1>, vector<8xf32>
//       CHECK:   gpu.shuffle xor %{{.*}}, %c4_i32, %c32_i32
//   CHECK-NOT:   %c8_i32
// CHECK-COUNT-2: vector.store
//       CHECK:   scf.if %[[IN]] {
//  CHECK-NEXT:     vector.store %{{.*}}[%[[I]], %[[COL]]] {alignment = 16 : i64}
gpu.module @kernels {
  gpu.func @even_tail(%x: memref<8x96xf32>) kernel
      attributes {known_block_size = array<i32: 8, 16, 1>} {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0.0 : f32
    %i = gpu.block_id x
    %v = vector.transfer_read %x[%i, %c0], %pad {in_bounds = [true]} : memref<8x96xf32>, vector<96xf32>
    %prod = vector.reduction <mul>, %v : vector<96xf32> into f32
    %b = vector.broadcast %prod : f32 to vector<96xf32>
    vector.transfer_write %b, %x[%i, %c0] {in_bounds = [true]} : vector<96xf32>, memref<8x96xf32>
    gpu.return
  }
}

// -----

// An odd row is accessed by elements; a row of a padded buffer is not, but for
// its tail.

// CHECK-LABEL: gpu.func @odd_tail
// CHECK-COUNT-8: memref.load %[[X:.*]][%{{.*}}] : memref<8x97xf16>
//       CHECK:   vector.from_elements
// CHECK-COUNT-8: memref.load %[[X]][%{{.*}}] : memref<8x97xf16>
//       CHECK:   vector.load %{{.*}} {alignment = 16 : i64} : memref<8x97xf16, strided<[104, 1], offset: 16>>, vector<8xf16>
// CHECK-COUNT-8: memref.load %{{.*}} : memref<8x97xf16, strided<[104, 1], offset: 16>>
//       CHECK:   %[[MASK:.*]] = arith.cmpi ult, %{{.*}} : vector<8xindex>
//       CHECK:   arith.select %[[MASK]], %{{.*}} : vector<8xi1>, vector<8xf16>
//  The maximum is an f16, which travels as a word.
//       CHECK:   %[[BITS:.*]] = arith.bitcast %{{.*}} : f16 to i16
//       CHECK:   %[[WORD:.*]] = arith.extui %[[BITS]] : i16 to i32
//       CHECK:   gpu.shuffle xor %[[WORD]],
gpu.module @kernels {
  gpu.func @odd_tail(%x: memref<8x97xf16>, %y: memref<8x97xf16, strided<[104, 1], offset: 16>>, %s: memref<8xf16>) kernel
      attributes {known_block_size = array<i32: 8, 16, 1>} {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0.0 : f16
    %i = gpu.block_id x
    %v = vector.transfer_read %x[%i, %c0], %pad {in_bounds = [true]} : memref<8x97xf16>, vector<97xf16>
    %w = vector.transfer_read %y[%i, %c0], %pad {in_bounds = [true]} : memref<8x97xf16, strided<[104, 1], offset: 16>>, vector<97xf16>
    %p = arith.addf %v, %w : vector<97xf16>
    %max = vector.reduction <maximumf>, %p : vector<97xf16> into f16
    memref.store %max, %s[%i] : memref<8xf16>
    gpu.return
  }
}

// -----

// A column is read by elements, and i1 has no vectors in memory. The numbers of
// the elements know their lane.

// CHECK-LABEL: gpu.func @columns
// CHECK-COUNT-8: memref.load %{{.*}}[%{{.*}}, %[[J:.*]]] : memref<256x8xf32>
// CHECK-COUNT-8: memref.load %{{.*}} : memref<256xi1>
//       CHECK:   %[[N:.*]] = vector.broadcast %{{.*}} : index to vector<8xindex>
//       CHECK:   %[[ID:.*]] = arith.addi %[[N]], %{{.*}} : vector<8xindex>
//       CHECK:   arith.cmpi ult, %[[ID]], %{{.*}} : vector<8xindex>
gpu.module @kernels {
  gpu.func @columns(%x: memref<256x8xf32>, %m: memref<256xi1>, %y: memref<8x256xf32>) kernel
      attributes {known_block_size = array<i32: 32, 4, 1>} {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0.0 : f32
    %false = arith.constant false
    %j = gpu.block_id x
    %v = vector.transfer_read %x[%c0, %j], %pad {in_bounds = [true], permutation_map = affine_map<(d0, d1) -> (d0)>} : memref<256x8xf32>, vector<256xf32>
    %mask = vector.transfer_read %m[%c0], %false {in_bounds = [true]} : memref<256xi1>, vector<256xi1>
    %zeros = arith.constant dense<0.0> : vector<256xf32>
    %limit = arith.constant dense<100> : vector<256xindex>
    %step = vector.step : vector<256xindex>
    %prefix = arith.cmpi ult, %step, %limit : vector<256xindex>
    %both = arith.andi %mask, %prefix : vector<256xi1>
    %p = arith.select %both, %v, %zeros : vector<256xi1>, vector<256xf32>
    vector.transfer_write %p, %y[%j, %c0] {in_bounds = [true]} : vector<256xf32>, memref<8x256xf32>
    gpu.return
  }
}

// -----

// Rows of a buffer without gaps are aligned whatever its outer sizes are; with
// strides that nobody knows they are not.

// CHECK-LABEL: gpu.func @dynamic
// CHECK-COUNT-2: vector.load %{{.*}} {alignment = 16 : i64} : memref<?x?x64xf32>, vector<4xf32>
// CHECK-COUNT-8: memref.store %{{.*}} : memref<?x?x64xf32, strided<[?, ?, 1]>>
gpu.module @kernels {
  gpu.func @dynamic(%x: memref<?x?x64xf32>, %y: memref<?x?x64xf32, strided<[?, ?, 1]>>) kernel
      attributes {known_block_size = array<i32: 8, 16, 1>} {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0.0 : f32
    %i = gpu.block_id x
    %j = gpu.thread_id y
    %v = vector.transfer_read %x[%i, %j, %c0], %pad {in_bounds = [true]} : memref<?x?x64xf32>, vector<64xf32>
    vector.transfer_write %v, %y[%i, %j, %c0] {in_bounds = [true]} : vector<64xf32>, memref<?x?x64xf32, strided<[?, ?, 1]>>
    gpu.return
  }
}

// -----

// Lanes hold the same elements of all types: f64 takes four accesses.

// CHECK-LABEL: gpu.func @f64
// CHECK-COUNT-4: vector.load %{{.*}} {alignment = 16 : i64} : memref<64xf64>, vector<2xf64>
//       CHECK:   vector.load %{{.*}} {alignment = 16 : i64} : memref<64xbf16>, vector<8xbf16>
gpu.module @kernels {
  gpu.func @f64(%x: memref<64xf64>, %w: memref<64xbf16>, %s: memref<f64>) kernel
      attributes {known_block_size = array<i32: 8, 16, 1>} {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0.0 : f64
    %padw = arith.constant 0.0 : bf16
    %v = vector.transfer_read %x[%c0], %pad {in_bounds = [true]} : memref<64xf64>, vector<64xf64>
    %w0 = vector.transfer_read %w[%c0], %padw {in_bounds = [true]} : memref<64xbf16>, vector<64xbf16>
    %wf = arith.extf %w0 : vector<64xbf16> to vector<64xf64>
    %p = arith.mulf %v, %wf : vector<64xf64>
    %sum = vector.reduction <add>, %p : vector<64xf64> into f64
    memref.store %sum, %s[] : memref<f64>
    gpu.return
  }
}

// -----

// Many warps: each lane takes a slot and shuffles combine them.

// CHECK-LABEL: gpu.func @many_warps
//       CHECK:   gpu.barrier
//       CHECK:   %[[SLOT:.*]] = arith.andi %{{.*}}, %c15
//       CHECK:   memref.load %{{.*}}[%[[SLOT]]]
//       CHECK:   gpu.shuffle xor %{{.*}}, %c1_i32, %c32_i32
//       CHECK:   gpu.shuffle xor %{{.*}}, %c2_i32, %c32_i32
//       CHECK:   gpu.shuffle xor %{{.*}}, %c4_i32, %c32_i32
//       CHECK:   gpu.shuffle xor %{{.*}}, %c8_i32, %c32_i32
//   CHECK-NOT:   gpu.shuffle
gpu.module @kernels {
  gpu.func @many_warps(%x: memref<4096xf32>, %s: memref<f32>) kernel
      attributes {known_block_size = array<i32: 512, 1, 1>} {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0.0 : f32
    %v = vector.transfer_read %x[%c0], %pad {in_bounds = [true]} : memref<4096xf32>, vector<4096xf32>
    %sum = vector.reduction <add>, %v : vector<4096xf32> into f32
    memref.store %sum, %s[] : memref<f32>
    gpu.return
  }
}

// -----

// A sum in 16 bits rounds at each step: it keeps the order of the row, chunk by
// chunk through shared memory.

// CHECK-LABEL: gpu.func @in_order
//  CHECK-SAME: workgroup(%[[STAGED:.*]] : memref<64xf16, #gpu.address_space<workgroup>> {llvm.align = 16 : i64})
//       CHECK:   vector.store %{{.*}}, %[[STAGED]]
//       CHECK:   gpu.barrier
//       CHECK:   %[[HALF:.*]] = scf.for %[[J:.*]] = %{{.*}} iter_args(%[[S:.*]] = %{{.*}}) -> (f16)
//       CHECK:     %[[PART:.*]] = vector.load %[[STAGED]][%[[J]]]
//       CHECK:     %[[E:.*]] = vector.extract %[[PART]][0]
//       CHECK:     arith.addf %[[S]], %[[E]] : f16
//       CHECK:   gpu.barrier
//       CHECK:   vector.store %{{.*}}, %[[STAGED]]
//       CHECK:   scf.for {{.*}} iter_args(%{{.*}} = %[[HALF]]) -> (f16)
//   CHECK-NOT:   gpu.shuffle
gpu.module @kernels {
  gpu.func @in_order(%x: memref<128xf16>, %s: memref<f16>) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>} {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0.0 : f16
    %v = vector.transfer_read %x[%c0], %pad {in_bounds = [true]} : memref<128xf16>, vector<128xf16>
    %sum = vector.reduction <add>, %v : vector<128xf16> into f16
    memref.store %sum, %s[] : memref<f16>
    gpu.return
  }
}

// -----

// A row that is walked: loops carry chunks, the lanes are counted at run time,
// and what is masked is guarded. Lanes of other rows keep out of the sum.

// CHECK-LABEL: gpu.func @walked
//   CHECK-DAG:   %[[LANE:.*]] = gpu.thread_id x
//   CHECK-DAG:   %[[LANES:.*]] = gpu.block_dim x
//       CHECK:   %[[FIRST:.*]] = arith.muli %[[LANE]], %c8
//       CHECK:   %[[STEP:.*]] = arith.muli %[[LANES]], %c8
//       CHECK:   %[[ACC:.*]] = scf.for %[[J:.*]] = %c0 to %{{.*}} step %[[STEP]] iter_args(%[[A:.*]] = %{{.*}}) -> (vector<8xf32>)
//       CHECK:     %[[COL:.*]] = arith.addi %[[J]], %[[FIRST]]
//       CHECK:     %[[V:.*]] = vector.load %{{.*}}[%[[COL]]] {alignment = 16 : i64} : memref<?xbf16>, vector<8xbf16>
//       CHECK:     %[[F:.*]] = arith.extf %[[V]]
//       CHECK:     %[[S:.*]] = arith.addf %[[A]], %[[F]] : vector<8xf32>
//       CHECK:     scf.yield %[[S]] : vector<8xf32>
//       CHECK:   %[[IN:.*]] = arith.cmpi ult, %[[FIRST]], %[[LEFT:.*]] : index
//       CHECK:   scf.if %[[IN]] -> (bf16) {
//       CHECK:     memref.load
//       CHECK:   vector.from_elements
//       CHECK:   gpu.shuffle xor %{{.*}}, %c16_i32, %c32_i32
//       CHECK:   %[[SUM:.*]] = arith.addf
//       CHECK:   %[[NEAR:.*]] = arith.cmpi ugt, %[[LANES]], %c16
//       CHECK:   arith.select %[[NEAR]], %[[SUM]],
//       CHECK:   %[[SEVERAL:.*]] = arith.cmpi ugt, %[[LANES]], %c32
//       CHECK:   scf.if %[[SEVERAL]] -> (f32) {
//       CHECK:     gpu.barrier
gpu.module @kernels {
  gpu.func @walked(%x: memref<?xbf16>, %s: memref<f32>, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %pad = arith.constant 0.0 : bf16
    %zeros = arith.constant dense<0.0> : vector<[8]xf32>
    %lanes = vector.vscale
    %step = arith.muli %lanes, %c8 : index
    %chunks = arith.divui %n, %step : index
    %end = arith.muli %chunks, %step : index
    %acc = scf.for %j = %c0 to %end step %step iter_args(%a = %zeros) -> (vector<[8]xf32>) {
      %v = vector.transfer_read %x[%j], %pad {in_bounds = [true]} : memref<?xbf16>, vector<[8]xbf16>
      %f = arith.extf %v : vector<[8]xbf16> to vector<[8]xf32>
      %next = arith.addf %a, %f : vector<[8]xf32>
      scf.yield %next : vector<[8]xf32>
    }
    %left = arith.subi %n, %end : index
    %mask = vector.create_mask %left : vector<[8]xi1>
    %v = vector.transfer_read %x[%end], %pad, %mask {in_bounds = [true]} : memref<?xbf16>, vector<[8]xbf16>
    %f = arith.extf %v : vector<[8]xbf16> to vector<[8]xf32>
    %all = arith.addf %acc, %f : vector<[8]xf32>
    %sum = vector.reduction <add>, %all : vector<[8]xf32> into f32
    memref.store %sum, %s[] : memref<f32>
    gpu.return
  }
}

// -----

// A row of one element is one lane's; upstream folds its reductions.

// CHECK-LABEL: gpu.func @one_element
//       CHECK:   %[[V:.*]] = memref.load
//   CHECK-NOT:   gpu.shuffle
//       CHECK:   memref.store %[[V]]
gpu.module @kernels {
  gpu.func @one_element(%x: memref<8x1xf32>, %s: memref<8xf32>) kernel
      attributes {known_block_size = array<i32: 1, 128, 1>} {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0.0 : f32
    %i = gpu.block_id x
    %v = vector.transfer_read %x[%i, %c0], %pad {in_bounds = [true]} : memref<8x1xf32>, vector<1xf32>
    %e = vector.extract %v[0] : f32 from vector<1xf32>
    memref.store %e, %s[%i] : memref<8xf32>
    gpu.return
  }
}

// -----

// Groups of 64 are held by 8 lanes each. What is per group is a scalar for each
// chunk; a group's first lane stores it. A group of a row need not be beside the
// next one in memory.

// CHECK-LABEL: gpu.func @groups
//  CHECK-SAME: %[[X:.*]]: memref<8x320xbf16>, %[[F:.*]]: memref<8x5xf32>, %[[S:.*]]: memref<8x5xf32>, %[[Y:.*]]: memref<5x8x64xbf16>
//       CHECK:   %[[FIRST:.*]] = arith.muli %{{.*}}, %c8
//       CHECK:   %[[I:.*]] = gpu.block_id x
//       CHECK:   %[[NEXT:.*]] = arith.addi %[[FIRST]], %c256
//       CHECK:   %[[IN:.*]] = arith.cmpi ult, %[[NEXT]], %c320
//       CHECK:   %[[G0:.*]] = arith.divui %[[FIRST]], %c64
//       CHECK:   memref.load %[[F]][%[[I]], %[[G0]]]
//       CHECK:   %[[G1:.*]] = arith.divui %[[NEXT]], %c64
//       CHECK:   %[[AT:.*]] = arith.select %[[IN]], %[[G1]], %[[G0]]
//       CHECK:   memref.load %[[F]][%[[I]], %[[AT]]]
//   CHECK-NOT:   %c8_i32
//       CHECK:   gpu.shuffle xor %{{.*}}, %c4_i32, %c32_i32 : f32
//       CHECK:   gpu.shuffle xor %{{.*}}, %c2_i32, %c32_i32 : f32
//       CHECK:   gpu.shuffle xor %{{.*}}, %c1_i32, %c32_i32 : f32
//       CHECK:   %[[M0:.*]] = arith.mulf %{{.*}} : f32
//       CHECK:   %[[M1:.*]] = arith.mulf %{{.*}} : f32
//       CHECK:   %[[D0:.*]] = arith.remui %[[FIRST]], %c64
//       CHECK:   %[[IS_FIRST:.*]] = arith.cmpi eq, %[[D0]], %c0
//       CHECK:   scf.if %[[IS_FIRST]] {
//  CHECK-NEXT:     memref.store %[[M0]], %[[S]][%[[I]], %[[G0]]]
//       CHECK:   arith.andi %{{.*}}, %[[IN]]
//  CHECK-NEXT:   scf.if
//  CHECK-NEXT:     memref.store %[[M1]], %[[S]][%[[I]], %[[G1]]]
//       CHECK:   vector.store %{{.*}}, %[[Y]][%[[G0]], %[[I]], %[[D0]]] {alignment = 16 : i64}
//       CHECK:   scf.if %[[IN]] {
//  CHECK-NEXT:     vector.store %{{.*}}, %[[Y]][%[[G1]], %[[I]], %{{.*}}]
//   CHECK-NOT:   gpu.barrier
gpu.module @kernels {
  gpu.func @groups(%x: memref<8x320xbf16>, %f: memref<8x5xf32>, %s: memref<8x5xf32>, %y: memref<5x8x64xbf16>) kernel
      attributes {known_block_size = array<i32: 32, 4, 1>} {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0.0 : bf16
    %padf = arith.constant 0.0 : f32
    %none = arith.constant dense<0xFF800000> : vector<5xf32>
    %i = gpu.block_id x
    %v = vector.transfer_read %x[%i, %c0], %pad {in_bounds = [true]} : memref<8x320xbf16>, vector<320xbf16>
    %factor = vector.transfer_read %f[%i, %c0], %padf {in_bounds = [true]} : memref<8x5xf32>, vector<5xf32>
    %e = arith.extf %v : vector<320xbf16> to vector<320xf32>
    %g = vector.shape_cast %e : vector<320xf32> to vector<5x64xf32>
    %max = vector.multi_reduction <maximumf>, %g, %none [1] : vector<5x64xf32> to vector<5xf32>
    %m = arith.mulf %max, %factor : vector<5xf32>
    vector.transfer_write %m, %s[%i, %c0] {in_bounds = [true]} : vector<5xf32>, memref<8x5xf32>
    %column = vector.shape_cast %m : vector<5xf32> to vector<5x1xf32>
    %each = vector.broadcast %column : vector<5x1xf32> to vector<5x64xf32>
    %q = arith.divf %g, %each : vector<5x64xf32>
    %t = arith.truncf %q : vector<5x64xf32> to vector<5x64xbf16>
    vector.transfer_write %t, %y[%c0, %i, %c0] {in_bounds = [true, true], permutation_map = affine_map<(h, m, d) -> (h, d)>} : vector<5x64xbf16>, memref<5x8x64xbf16>
    gpu.return
  }
}

// -----

// Groups of 96 have 8 lanes, as rows of that length do, so the 32 lanes of a row take
// four of its five groups at once. In the last step three teams have none: they
// read the last group and write nothing.

// CHECK-LABEL: gpu.func @side_by_side
//  CHECK-SAME: %[[X:.*]]: memref<?x480xbf16>, %[[S:.*]]: memref<?x5xf32>, %[[Y:.*]]: memref<?x480xf32>
//       CHECK:   %[[LANE:.*]] = gpu.thread_id x
//       CHECK:   %[[IN_TEAM:.*]] = arith.remui %[[LANE]], %c8
//       CHECK:   %[[FIRST:.*]] = arith.muli %[[IN_TEAM]], %c8
//       CHECK:   %[[TEAM:.*]] = arith.divui %[[LANE]], %c8
//       CHECK:   scf.for %[[STEP:.*]] = %c0 to %c5 step %c4 {
//       CHECK:     %[[NUMBER:.*]] = arith.addi %[[STEP]], %[[TEAM]]
//       CHECK:     %[[LIVE:.*]] = arith.cmpi ult, %[[NUMBER]], %c5
//       CHECK:     %[[G:.*]] = arith.minui %[[NUMBER]], %c4
//       CHECK:     %[[COLUMN:.*]] = arith.muli %[[G]], %c96
//       CHECK:     %[[AT:.*]] = arith.addi %[[COLUMN]], %[[FIRST]]
//       CHECK:     vector.load %[[X]][%{{.*}}, %[[AT]]] {alignment = 16 : i64} : memref<?x480xbf16>, vector<8xbf16>
//       CHECK:     vector.load %[[X]]
//   CHECK-NOT:     %c8_i32
//       CHECK:     gpu.shuffle xor %{{.*}}, %c4_i32, %c32_i32 : f32
//       CHECK:     gpu.shuffle xor %{{.*}}, %c2_i32, %c32_i32 : f32
//       CHECK:     gpu.shuffle xor %{{.*}}, %c1_i32, %c32_i32 : f32
//       CHECK:     scf.if %[[LIVE]] {
//       CHECK:       %[[IS_FIRST:.*]] = arith.cmpi eq, %[[IN_TEAM]], %c0
//       CHECK:       scf.if %[[IS_FIRST]] {
//  CHECK-NEXT:         memref.store %{{.*}}, %[[S]][%{{.*}}, %[[G]]]
//       CHECK:     scf.if %[[LIVE]] {
//       CHECK:       vector.store %{{.*}}, %[[Y]]
//   CHECK-NOT:   gpu.barrier
gpu.module @kernels {
  gpu.func @side_by_side(%x: memref<?x480xbf16>, %s: memref<?x5xf32>, %y: memref<?x480xf32>) kernel
      attributes {known_block_size = array<i32: 32, 4, 1>} {
    %c0 = arith.constant 0 : index
    %c96 = arith.constant 96 : index
    %c480 = arith.constant 480 : index
    %pad = arith.constant 0.0 : bf16
    %zeros = arith.constant dense<0.0> : vector<[8]xf32>
    %two = arith.constant dense<2.0> : vector<96xf32>
    %i = gpu.block_id x
    %lanes = vector.vscale
    %mask = vector.create_mask %c480 : vector<[8]xi1>
    vector.transfer_write %zeros, %y[%i, %c0], %mask {in_bounds = [true]} : vector<[8]xf32>, memref<?x480xf32>
    scf.forall (%g) in (5) {
      %first = arith.muli %g, %c96 : index
      %v = vector.transfer_read %x[%i, %first], %pad {in_bounds = [true]} : memref<?x480xbf16>, vector<96xbf16>
      %e = arith.extf %v : vector<96xbf16> to vector<96xf32>
      %max = vector.reduction <maximumf>, %e : vector<96xf32> into f32
      memref.store %max, %s[%i, %g] : memref<?x5xf32>
      %q = arith.divf %e, %two : vector<96xf32>
      vector.transfer_write %q, %y[%i, %first] {in_bounds = [true]} : vector<96xf32>, memref<?x480xf32>
    } {mapping = [#gpu.warp<linear_dim_0>]}
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @other_start(%x: memref<?x480xf32>) kernel attributes {known_block_size = array<i32: 32, 4, 1>} {
    // expected-error@+1 {{a loop over the groups of a row counts them from zero and writes to buffers}}
    scf.forall (%g) = (1) to (5) step (1) {
    }
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @walked_group(%x: memref<?x480xf32>) kernel attributes {known_block_size = array<i32: 32, 4, 1>} {
    %c0 = arith.constant 0 : index
    %zeros = arith.constant dense<0.0> : vector<[8]xf32>
    // expected-error@+1 {{a group of a row is one vector of static length}}
    scf.forall (%g) in (5) {
      vector.transfer_write %zeros, %x[%g, %c0] {in_bounds = [true]} : vector<[8]xf32>, memref<?x480xf32>
    }
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @few_lanes(%x: memref<?x480xf32>) kernel attributes {known_block_size = array<i32: 4, 32, 1>} {
    %c0 = arith.constant 0 : index
    %zeros = arith.constant dense<0.0> : vector<96xf32>
    // expected-error@+1 {{groups of 96 elements have 8 lanes, and their row has 4}}
    scf.forall (%g) in (5) {
      vector.transfer_write %zeros, %x[%g, %c0] {in_bounds = [true]} : vector<96xf32>, memref<?x480xf32>
    }
    gpu.return
  }
}

// -----

gpu.module @kernels {
  // expected-error@+1 {{a kernel needs known_block_size: its x are the lanes of a row and its y the rows of a block}}
  gpu.func @no_block_size(%x: memref<64xf32>) kernel {
    gpu.return
  }
}

// -----

gpu.module @kernels {
  // expected-error@+1 {{the lanes of a row are a power of two along x, its block has rows along y, and there is no z}}
  gpu.func @odd_lanes(%x: memref<64xf32>) kernel attributes {known_block_size = array<i32: 24, 4, 1>} {
    gpu.return
  }
}

// -----

gpu.module @kernels {
  // expected-error@+1 {{a row of 8 elements has no work for 32 lanes; launch one for every 8 elements}}
  gpu.func @idle_lanes(%x: memref<8xf32>) kernel attributes {known_block_size = array<i32: 32, 4, 1>} {
    %c0 = arith.constant 0 : index
    %v = arith.constant dense<0.0> : vector<8xf32>
    vector.transfer_write %v, %x[%c0] {in_bounds = [true]} : vector<8xf32>, memref<8xf32>
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @out_of_bounds(%x: memref<?xf32>) kernel attributes {known_block_size = array<i32: 8, 4, 1>} {
    %c0 = arith.constant 0 : index
    %v = arith.constant dense<0.0> : vector<64xf32>
    // expected-error@+1 {{cannot distribute a transfer that is masked or may leave its buffer: mark it in_bounds}}
    vector.transfer_write %v, %x[%c0] : vector<64xf32>, memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @broadcasting_read(%x: memref<8xf32>, %y: memref<64xf32>) kernel attributes {known_block_size = array<i32: 8, 4, 1>} {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0.0 : f32
    // expected-error@+1 {{cannot distribute a transfer that broadcasts: read the value and broadcast it}}
    %v = vector.transfer_read %x[%c0], %pad {in_bounds = [true], permutation_map = affine_map<(d0) -> (0)>} : memref<8xf32>, vector<64xf32>
    vector.transfer_write %v, %y[%c0] {in_bounds = [true]} : vector<64xf32>, memref<64xf32>
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @constant_row(%x: memref<8xf32>) kernel attributes {known_block_size = array<i32: 1, 4, 1>} {
    %c0 = arith.constant 0 : index
    // expected-error@+1 {{cannot distribute a constant whose elements differ: read it from a buffer}}
    %v = arith.constant dense<[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]> : vector<8xf32>
    vector.transfer_write %v, %x[%c0] {in_bounds = [true]} : vector<8xf32>, memref<8xf32>
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @element(%x: memref<8xf32>) kernel attributes {known_block_size = array<i32: 1, 4, 1>} {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0.0 : f32
    %v = vector.transfer_read %x[%c0], %pad {in_bounds = [true]} : memref<8xf32>, vector<8xf32>
    // expected-error@+1 {{cannot distribute the extraction of one element}}
    %e = vector.extract %v[3] : f32 from vector<8xf32>
    memref.store %e, %x[%c0] : memref<8xf32>
    gpu.return
  }
}

// -----

// A copy to shared memory that the lane does not wait for, in its pieces; those
// of two bytes are no such copies.
gpu.module @kernels {
  // CHECK-LABEL: gpu.func @async
  //       CHECK:   nvgpu.device_async_copy %arg0[%{{.*}}, %[[FIRST:[0-9]+]]], %arg1[%[[FIRST]]], 4 {bypassL1}
  //       CHECK:   %[[NEXT:.*]] = arith.addi %[[FIRST]], %c4
  //       CHECK:   nvgpu.device_async_copy %arg0[%{{.*}}, %[[NEXT]]], %arg1[%[[NEXT]]], 4 {bypassL1}
  //   CHECK-NOT:   vector.load
  //       CHECK:   nvgpu.device_async_wait
  gpu.func @async(%x: memref<?x256xf32>, %kept: memref<256xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0.0 : f32
    %row = gpu.block_id x
    %v = vector.transfer_read %x[%row, %c0], %pad {in_bounds = [true]} : memref<?x256xf32>, vector<256xf32>
    vector.transfer_write %v, %kept[%c0] {in_bounds = [true], rmsnorm.async} : vector<256xf32>, memref<256xf32, #gpu.address_space<workgroup>>
    %copies = nvgpu.device_async_create_group
    nvgpu.device_async_wait %copies
    gpu.return
  }

  // CHECK-LABEL: gpu.func @small
  //   CHECK-NOT:   nvgpu
  // CHECK-COUNT-8: memref.load %arg0
  //       CHECK:   vector.store %{{.*}}, %arg1
  gpu.func @small(%x: memref<?x256xf16> {llvm.align = 2 : i64}, %kept: memref<256xf16, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0.0 : f16
    %row = gpu.block_id x
    %v = vector.transfer_read %x[%row, %c0], %pad {in_bounds = [true]} : memref<?x256xf16>, vector<256xf16>
    vector.transfer_write %v, %kept[%c0] {in_bounds = [true], rmsnorm.async} : vector<256xf16>, memref<256xf16, #gpu.address_space<workgroup>>
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @reverse(%x: memref<8xf32>) kernel attributes {known_block_size = array<i32: 1, 4, 1>} {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0.0 : f32
    %v = vector.transfer_read %x[%c0], %pad {in_bounds = [true]} : memref<8xf32>, vector<8xf32>
    // expected-error@+1 {{cannot be distributed over the threads of a row}}
    %r = vector.shuffle %v, %v [7, 6, 5, 4, 3, 2, 1, 0] : vector<8xf32>, vector<8xf32>
    vector.transfer_write %r, %x[%c0] {in_bounds = [true]} : vector<8xf32>, memref<8xf32>
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @pointers() kernel attributes {known_block_size = array<i32: 8, 4, 1>} {
    // expected-error@+1 {{a row holds numbers, not elements of type '!llvm.ptr'}}
    %v = llvm.mlir.poison : vector<8x!llvm.ptr>
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @size_of_groups(%x: memref<96xf32>) kernel attributes {known_block_size = array<i32: 8, 4, 1>} {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0.0 : f32
    %v = vector.transfer_read %x[%c0], %pad {in_bounds = [true]} : memref<96xf32>, vector<96xf32>
    // expected-error@+1 {{groups of 48 elements do not fill neighbouring lanes of a warp: use a power of two from 8 to 256}}
    %g = vector.shape_cast %v : vector<96xf32> to vector<2x48xf32>
    %w = vector.shape_cast %g : vector<2x48xf32> to vector<96xf32>
    vector.transfer_write %w, %x[%c0] {in_bounds = [true]} : vector<96xf32>, memref<96xf32>
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @reduced_twice(%x: memref<64xf32>, %s: memref<32xf32>) kernel attributes {known_block_size = array<i32: 8, 4, 1>} {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0.0 : f32
    %none = arith.constant dense<0.0> : vector<2xf32>
    %v = vector.transfer_read %x[%c0], %pad {in_bounds = [true]} : memref<64xf32>, vector<64xf32>
    %g = vector.shape_cast %v : vector<64xf32> to vector<2x32xf32>
    %m = vector.multi_reduction <add>, %g, %none [1] : vector<2x32xf32> to vector<2xf32>
    %h = vector.shape_cast %m : vector<2xf32> to vector<2x1xf32>
    // expected-error@+1 {{cannot be distributed: reduce each group of a row}}
    %o = vector.multi_reduction <add>, %h, %none [1] : vector<2x1xf32> to vector<2xf32>
    gpu.return
  }
}

// -----

// CHECK-LABEL: gpu.func @least_index
//       CHECK:   vector.load %{{.*}}[%c-9223372036854775808, %{{.*}}] {alignment = 16 : i64} : memref<?x64xf32>, vector<4xf32>
gpu.module @kernels {
  gpu.func @least_index(%x: memref<?x64xf32>, %y: memref<?x64xf32>) kernel attributes {known_block_size = array<i32: 8, 1, 1>} {
    %least = arith.constant -9223372036854775808 : index
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0.0 : f32
    %v = vector.transfer_read %x[%least, %c0], %pad {in_bounds = [true]} : memref<?x64xf32>, vector<64xf32>
    vector.transfer_write %v, %y[%c0, %c0] {in_bounds = [true]} : vector<64xf32>, memref<?x64xf32>
    gpu.return
  }
}

// -----

gpu.module @kernels {
  // expected-error@+1 {{its block has rows along y}}
  gpu.func @no_rows(%x: memref<?x64xf32>, %y: memref<?x64xf32>) kernel attributes {known_block_size = array<i32: 8, 0, 1>} {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0.0 : f32
    %v = vector.transfer_read %x[%c0, %c0], %pad {in_bounds = [true]} : memref<?x64xf32>, vector<64xf32>
    vector.transfer_write %v, %y[%c0, %c0] {in_bounds = [true]} : vector<64xf32>, memref<?x64xf32>
    gpu.return
  }
}
