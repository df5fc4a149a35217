// Rows of more bits than can be counted are too long like others.
//
// RUN: rmsnorm-opt %s --rmsnorm-distribute-vectors --verify-diagnostics
gpu.module @kernels {
  // expected-error @below {{rows of 9223372036854775807 elements in 32 bits do not fit into the registers of a block}}
  gpu.func @huge(%x: memref<?x?xf32>, %y: memref<?x?xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0.0 : f32
    %v = vector.transfer_read %x[%c0, %c0], %pad {in_bounds = [true]} : memref<?x?xf32>, vector<9223372036854775807xf32>
    vector.transfer_write %v, %y[%c0, %c0] {in_bounds = [true]} : vector<9223372036854775807xf32>, memref<?x?xf32>
    gpu.return
  }
}
