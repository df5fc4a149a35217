// RUN: rmsnorm-opt %s --rmsnorm-hoist-reads --split-input-file | FileCheck %s

// The weight and a value per row are read first, the row that hangs on the sum
// is not.

// CHECK-LABEL: gpu.func @before_reduction
//       CHECK: %[[X:.*]] = vector.transfer_read
//       CHECK: %[[W:.*]] = vector.transfer_read
//       CHECK: %[[S:.*]] = memref.load
//       CHECK: vector.reduction
//       CHECK: arith.index_cast
//       CHECK: vector.transfer_read
gpu.module @kernels {
  gpu.func @before_reduction(%x: memref<8x64xi32>, %w: memref<64xi32>, %s: memref<8xi32>) kernel
      attributes {known_block_size = array<i32: 8, 16, 1>} {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0 : i32
    %i = gpu.block_id x
    %v = vector.transfer_read %x[%i, %c0], %pad {in_bounds = [true]} : memref<8x64xi32>, vector<64xi32>
    %sum = vector.reduction <add>, %v : vector<64xi32> into i32
    %j = arith.addi %c0, %c0 : index
    %wv = vector.transfer_read %w[%j], %pad {in_bounds = [true]} : memref<64xi32>, vector<64xi32>
    %sv = memref.load %s[%i] : memref<8xi32>
    %k = arith.index_cast %sum : i32 to index
    %u = vector.transfer_read %x[%k, %c0], %pad {in_bounds = [true]} : memref<8x64xi32>, vector<64xi32>
    %p = arith.muli %wv, %u : vector<64xi32>
    vector.transfer_write %p, %x[%i, %c0] {in_bounds = [true]} : vector<64xi32>, memref<8x64xi32>
    memref.store %sv, %s[%i] : memref<8xi32>
    gpu.return
  }
}

// -----

// CHECK-LABEL: gpu.func @not_over_a_write
//       CHECK: vector.transfer_read
//       CHECK: vector.reduction
//       CHECK: memref.store
//       CHECK: vector.transfer_read
gpu.module @kernels {
  gpu.func @not_over_a_write(%x: memref<8x64xf32>, %s: memref<8xf32>) kernel
      attributes {known_block_size = array<i32: 8, 16, 1>} {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0.0 : f32
    %i = gpu.block_id x
    %v = vector.transfer_read %x[%i, %c0], %pad {in_bounds = [true]} : memref<8x64xf32>, vector<64xf32>
    %sum = vector.reduction <add>, %v : vector<64xf32> into f32
    memref.store %sum, %s[%i] : memref<8xf32>
    %w = vector.transfer_read %x[%c0, %c0], %pad {in_bounds = [true]} : memref<8x64xf32>, vector<64xf32>
    vector.transfer_write %w, %x[%i, %c0] {in_bounds = [true]} : vector<64xf32>, memref<8x64xf32>
    gpu.return
  }
}

// -----

// 1024 threads have 64 registers each, and the row alone takes 32 of them.

// CHECK-LABEL: gpu.func @registers
//       CHECK: vector.transfer_read
//       CHECK: vector.reduction
//       CHECK: vector.transfer_read
gpu.module @kernels {
  gpu.func @registers(%x: memref<8x32768xf32>, %w: memref<32768xf32>) kernel
      attributes {known_block_size = array<i32: 1024, 1, 1>} {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0.0 : f32
    %i = gpu.block_id x
    %v = vector.transfer_read %x[%i, %c0], %pad {in_bounds = [true]} : memref<8x32768xf32>, vector<32768xf32>
    %sum = vector.reduction <add>, %v : vector<32768xf32> into f32
    %wv = vector.transfer_read %w[%c0], %pad {in_bounds = [true]} : memref<32768xf32>, vector<32768xf32>
    %b = vector.broadcast %sum : f32 to vector<32768xf32>
    %p = arith.mulf %b, %wv : vector<32768xf32>
    vector.transfer_write %p, %x[%i, %c0] {in_bounds = [true]} : vector<32768xf32>, memref<8x32768xf32>
    gpu.return
  }
}

// -----

// A block that no GPU has holds no row.

// CHECK-LABEL: gpu.func @impossible_block
//       CHECK: vector.reduction
//       CHECK: vector.transfer_read
gpu.module @kernels {
  gpu.func @impossible_block(%x: memref<8x64xi32>, %w: memref<64xi32>) kernel
      attributes {known_block_size = array<i32: 2147483647, 2147483647, 2147483647>} {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0 : i32
    %v = vector.transfer_read %x[%c0, %c0], %pad {in_bounds = [true]} : memref<8x64xi32>, vector<64xi32>
    %sum = vector.reduction <add>, %v : vector<64xi32> into i32
    %wv = vector.transfer_read %w[%c0], %pad {in_bounds = [true]} : memref<64xi32>, vector<64xi32>
    %b = vector.broadcast %sum : i32 to vector<64xi32>
    %p = arith.muli %wv, %b : vector<64xi32>
    vector.transfer_write %p, %x[%c0, %c0] {in_bounds = [true]} : vector<64xi32>, memref<8x64xi32>
    gpu.return
  }
}

// -----

// CHECK-LABEL: gpu.func @no_block
//       CHECK: vector.reduction
gpu.module @kernels {
  gpu.func @no_block(%x: memref<8x64xi32>, %w: memref<64xi32>) kernel
      attributes {known_block_size = array<i32: 32, 0, 1>} {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0 : i32
    %v = vector.transfer_read %x[%c0, %c0], %pad {in_bounds = [true]} : memref<8x64xi32>, vector<64xi32>
    %sum = vector.reduction <add>, %v : vector<64xi32> into i32
    memref.store %sum, %x[%c0, %c0] : memref<8x64xi32>
    gpu.return
  }
}
