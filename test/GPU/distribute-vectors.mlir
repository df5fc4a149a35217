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
//  CHECK-SAME: workgroup(%[[SLOTS:.*]] : memref<2x2xi32, #gpu.address_space<workgroup>> {llvm.align = 16 : i64})
//   CHECK-DAG:   %[[LANE:.*]] = gpu.thread_id x
//   CHECK-DAG:   %[[ROW:.*]] = gpu.thread_id y
//       CHECK:   %[[MAX:.*]] = arith.maxsi %{{.*}}, %{{.*}} : i32
//       CHECK:   %[[WARP:.*]] = arith.divui %[[LANE]], %c32
//       CHECK:   scf.if
//  CHECK-NEXT:     memref.store %{{.*}}, %[[SLOTS]][%[[ROW]], %[[WARP]]]
//       CHECK:   gpu.barrier
//       CHECK:   %[[A:.*]] = memref.load %[[SLOTS]][%[[ROW]], %c0]
//       CHECK:   %[[B:.*]] = memref.load %[[SLOTS]][%[[ROW]], %c1]
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
//   CHECK-DAG:   %[[ONES:.*]] = arith.constant dense<1.000000e+00> : vector<4xf32>
//       CHECK:   %[[FIRST:.*]] = arith.muli %{{.*}}, %c4
//       CHECK:   vector.load %{{.*}}[%[[I:.*]], %[[FIRST]]] {alignment = 16 : i64}
//       CHECK:   %[[COL:.*]] = arith.addi %[[FIRST]], %c64
//       CHECK:   %[[IN:.*]] = arith.cmpi ult, %[[COL]], %c96
//       CHECK:   %[[AT:.*]] = arith.select %[[IN]], %[[COL]], %[[FIRST]] : index
//       CHECK:   %[[TAIL:.*]] = vector.load %{{.*}}[%[[I]], %[[AT]]] {alignment = 16 : i64}
//       CHECK:   arith.select %[[IN]], %[[TAIL]], %[[ONES]] : vector<4xf32>
//       CHECK:   gpu.shuffle xor %{{.*}}, %c8_i32, %c32_i32
//   CHECK-NOT:   %c16_i32
//       CHECK:   vector.store
//       CHECK:   scf.if %[[IN]] {
//  CHECK-NEXT:     vector.store %{{.*}}[%[[I]], %[[COL]]] {alignment = 16 : i64}
gpu.module @kernels {
  gpu.func @even_tail(%x: memref<8x96xf32>) kernel
      attributes {known_block_size = array<i32: 16, 8, 1>} {
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
// CHECK-COUNT-4: memref.load %[[X:.*]][%{{.*}}] : memref<8x97xf16>
//       CHECK:   vector.from_elements
// CHECK-COUNT-4: memref.load %[[X]][%{{.*}}] : memref<8x97xf16>
//       CHECK:   vector.load %{{.*}} {alignment = 8 : i64} : memref<8x97xf16, strided<[104, 1], offset: 16>>, vector<4xf16>
// CHECK-COUNT-4: memref.load %{{.*}} : memref<8x97xf16, strided<[104, 1], offset: 16>>
//       CHECK:   %[[MASK:.*]] = arith.cmpi ult, %{{.*}} : vector<4xindex>
//       CHECK:   arith.select %[[MASK]], %{{.*}} : vector<4xi1>, vector<4xf16>
//  The sum is made in f16, which travels as a word.
//       CHECK:   %[[BITS:.*]] = arith.bitcast %{{.*}} : f16 to i16
//       CHECK:   %[[WORD:.*]] = arith.extui %[[BITS]] : i16 to i32
//       CHECK:   gpu.shuffle xor %[[WORD]],
gpu.module @kernels {
  gpu.func @odd_tail(%x: memref<8x97xf16>, %y: memref<8x97xf16, strided<[104, 1], offset: 16>>, %s: memref<8xf16>) kernel
      attributes {known_block_size = array<i32: 16, 8, 1>} {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0.0 : f16
    %i = gpu.block_id x
    %v = vector.transfer_read %x[%i, %c0], %pad {in_bounds = [true]} : memref<8x97xf16>, vector<97xf16>
    %w = vector.transfer_read %y[%i, %c0], %pad {in_bounds = [true]} : memref<8x97xf16, strided<[104, 1], offset: 16>>, vector<97xf16>
    %p = arith.addf %v, %w : vector<97xf16>
    %sum = vector.reduction <add>, %p : vector<97xf16> into f16
    memref.store %sum, %s[%i] : memref<8xf16>
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

// f64 has two elements to a chunk, also where bf16 is read beside it.

// CHECK-LABEL: gpu.func @f64
//       CHECK:   vector.load %{{.*}} {alignment = 16 : i64} : memref<64xf64>, vector<2xf64>
//       CHECK:   vector.load %{{.*}} {alignment = 4 : i64} : memref<64xbf16>, vector<2xbf16>
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

gpu.module @kernels {
  // expected-error@+1 {{a kernel needs known_block_size: its x are the lanes of a row and its y the rows of a block}}
  gpu.func @no_block_size(%x: memref<64xf32>) kernel {
    gpu.return
  }
}

// -----

gpu.module @kernels {
  // expected-error@+1 {{the lanes of a row are a power of two along x, and there is no z}}
  gpu.func @odd_lanes(%x: memref<64xf32>) kernel attributes {known_block_size = array<i32: 24, 4, 1>} {
    gpu.return
  }
}

// -----

gpu.module @kernels {
  // expected-error@+1 {{a row of 8 elements has no work for 32 lanes; launch no more lanes than elements}}
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
  gpu.func @constant_row(%x: memref<8xf32>) kernel attributes {known_block_size = array<i32: 8, 4, 1>} {
    %c0 = arith.constant 0 : index
    // expected-error@+1 {{cannot distribute a constant whose elements differ: read it from a buffer}}
    %v = arith.constant dense<[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]> : vector<8xf32>
    vector.transfer_write %v, %x[%c0] {in_bounds = [true]} : vector<8xf32>, memref<8xf32>
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @element(%x: memref<8xf32>) kernel attributes {known_block_size = array<i32: 8, 4, 1>} {
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

gpu.module @kernels {
  gpu.func @reverse(%x: memref<8xf32>) kernel attributes {known_block_size = array<i32: 8, 4, 1>} {
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
