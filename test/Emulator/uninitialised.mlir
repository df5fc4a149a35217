// Shared memory is to be written before it is read.
//
// RUN: %python -c "import numpy; numpy.save('%t.npy', numpy.ones(64, 'f4'))"
// RUN: not rmsnorm-run %s --target=cuda-emulated --input=%t.npy 2>&1 | FileCheck %s --implicit-check-not={{.}}

module attributes {gpu.container_module} {
gpu.module @kernels {
  gpu.func @main(%x: memref<64xf32>, %y: memref<64xf32>) workgroup(%s: memref<64xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c32 = arith.constant 32 : index
    %t = gpu.thread_id x
    %v = memref.load %x[%t] : memref<64xf32>
    %first = arith.cmpi ult, %t, %c32 : index
    scf.if %first {
      memref.store %v, %s[%t] : memref<64xf32, #gpu.address_space<workgroup>>
    }
    gpu.barrier
    // CHECK: {{.*}}uninitialised.mlir:[[#@LINE+1]]:10: error: kernel 'main', block (0, 0, 0), thread ([[#]], 0, 0): reads 4 bytes of shared memory '{{.*}}' at offset [[#]], which nobody has written
    %r = memref.load %s[%t] : memref<64xf32, #gpu.address_space<workgroup>>
    memref.store %r, %y[%t] : memref<64xf32>
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
