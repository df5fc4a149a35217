// What is wrong with a launch, and what can't be emulated, is said before
// anything runs.
//
// RUN: %python -c "import numpy; numpy.save('%t.npy', numpy.ones(64, 'f4'))"
// RUN: not rmsnorm-run %s --entry=size --target=cuda-emulated --input=%t.npy 2>&1 | FileCheck %s --check-prefix=SIZE --implicit-check-not={{.}}
// SIZE: error: kernel 'size' is launched with blocks of 64 threads, but it is compiled for at most 32
// RUN: not rmsnorm-run %s --entry=empty --target=cuda-emulated --input=%t.npy 2>&1 | FileCheck %s --check-prefix=EMPTY --implicit-check-not={{.}}
// EMPTY: error: kernel 'assertion' is launched with an empty grid
// RUN: not rmsnorm-run %s --entry=shared --target=cuda-emulated --input=%t.npy 2>&1 | FileCheck %s --check-prefix=SHARED --implicit-check-not={{.}}
// SHARED: error: kernel 'assertion' is launched with {{[0-9]+}} bytes of shared memory; a block can have 232448
// RUN: not rmsnorm-run %s --entry=assertion --target=cuda-emulated --input=%t.npy 2>&1 | FileCheck %s --check-prefix=ASSERT --implicit-check-not={{.}}
// ASSERT: error: kernel 'assertion', block (0, 0, 0), thread ([[#]], 0, 0): assertion failed: x is not 2 ({{.*}})

module attributes {gpu.container_module} {
gpu.module @kernels {
  gpu.func @size(%x: memref<64xf32>, %y: memref<64xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %t = gpu.thread_id x
    %v = memref.load %x[%t] : memref<64xf32>
    memref.store %v, %y[%t] : memref<64xf32>
    gpu.return
  }
  gpu.func @assertion(%x: memref<64xf32>, %y: memref<64xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %two = arith.constant 2.0 : f32
    %t = gpu.thread_id x
    %v = memref.load %x[%t] : memref<64xf32>
    %same = arith.cmpf oeq, %v, %two : f32
    cf.assert %same, "x is not 2"
    memref.store %v, %y[%t] : memref<64xf32>
    gpu.return
  }
}

func.func @empty(%x: tensor<64xf32>) -> tensor<64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %in = bufferization.to_buffer %x : tensor<64xf32> to memref<64xf32>
  %out = memref.alloc() : memref<64xf32>
  gpu.launch_func @kernels::@assertion blocks in (%c0, %c1, %c1) threads in (%c64, %c1, %c1) args(%in : memref<64xf32>, %out : memref<64xf32>)
  %y = bufferization.to_tensor %out restrict : memref<64xf32> to tensor<64xf32>
  return %y : tensor<64xf32>
}
func.func @shared(%x: tensor<64xf32>) -> tensor<64xf32> {
  %bytes = arith.constant 300000 : i32
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %in = bufferization.to_buffer %x : tensor<64xf32> to memref<64xf32>
  %out = memref.alloc() : memref<64xf32>
  gpu.launch_func @kernels::@assertion blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) dynamic_shared_memory_size %bytes args(%in : memref<64xf32>, %out : memref<64xf32>)
  %y = bufferization.to_tensor %out restrict : memref<64xf32> to tensor<64xf32>
  return %y : tensor<64xf32>
}
func.func @size(%x: tensor<64xf32>) -> tensor<64xf32> {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %in = bufferization.to_buffer %x : tensor<64xf32> to memref<64xf32>
  %out = memref.alloc() : memref<64xf32>
  gpu.launch_func @kernels::@size blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%in : memref<64xf32>, %out : memref<64xf32>)
  %y = bufferization.to_tensor %out restrict : memref<64xf32> to tensor<64xf32>
  return %y : tensor<64xf32>
}
func.func @assertion(%x: tensor<64xf32>) -> tensor<64xf32> {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %in = bufferization.to_buffer %x : tensor<64xf32> to memref<64xf32>
  %out = memref.alloc() : memref<64xf32>
  gpu.launch_func @kernels::@assertion blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%in : memref<64xf32>, %out : memref<64xf32>)
  %y = bufferization.to_tensor %out restrict : memref<64xf32> to tensor<64xf32>
  return %y : tensor<64xf32>
}
}
