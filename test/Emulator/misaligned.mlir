// An access must be at a multiple of the alignment that it was compiled for.
//
// RUN: %python -c "import numpy; numpy.save('%t.npy', numpy.ones(64, 'f4'))"
// RUN: not rmsnorm-run %s --target=cuda-emulated --input=%t.npy 2>&1 | FileCheck %s --implicit-check-not={{.}}

module attributes {gpu.container_module} {
gpu.module @kernels {
  gpu.func @main(%x: memref<64xf32>, %y: memref<64xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c1 = arith.constant 1 : index
    %c60 = arith.constant 60 : index
    %t = gpu.thread_id x
    %one = arith.minui %t, %c1 : index
    %i = arith.minui %t, %c60 : index
    %j = arith.maxui %i, %one : index
    // CHECK: {{.*}}misaligned.mlir:[[#@LINE+1]]:10: error: kernel 'main', block (0, 0, 0), thread ({{[0-9]+}}, 0, 0): misaligned: reads 16 bytes of memory at address 0x{{[0-9A-F]+[48C]}}, which must be a multiple of 16
    %v = vector.load %x[%j] {alignment = 16 : i64} : memref<64xf32>, vector<4xf32>
    %s = vector.reduction <add>, %v : vector<4xf32> into f32
    memref.store %s, %y[%t] : memref<64xf32>
    gpu.return
  }
}

func.func @main(%x: tensor<64xf32>) -> tensor<64xf32> {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %in = bufferization.to_buffer %x : tensor<64xf32> to memref<64xf32>
  %out = memref.alloc() : memref<64xf32>
  gpu.launch_func @kernels::@main blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%in : memref<64xf32>, %out : memref<64xf32>)
  %y = bufferization.to_tensor %out restrict : memref<64xf32> to tensor<64xf32>
  return %y : tensor<64xf32>
}
}
