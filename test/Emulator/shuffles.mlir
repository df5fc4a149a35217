// All lanes of the mask must come to a shuffle; what they get is what PTX says.
//
// RUN: %python -c "import numpy; numpy.save('%t.npy', numpy.arange(64, dtype='f4'))"
// RUN: not rmsnorm-run %s --entry=divergent --target=cuda-emulated --input=%t.npy 2>&1 | FileCheck %s --check-prefix=DIVERGENT --implicit-check-not={{.}}
// RUN: not rmsnorm-run %s --entry=mask --target=cuda-emulated --input=%t.npy 2>&1 | FileCheck %s --check-prefix=MASK --implicit-check-not={{.}}
// RUN: not rmsnorm-run %s --entry=outside --target=cuda-emulated --input=%t.npy 2>&1 | FileCheck %s --check-prefix=OUTSIDE --implicit-check-not={{.}}
// RUN: rmsnorm-run %s --entry=right --target=cuda-emulated --input=%t.npy | FileCheck %s --check-prefix=RIGHT

module attributes {gpu.container_module} {
gpu.module @kernels {
  gpu.func @divergent(%x: memref<64xf32>, %y: memref<64xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c48 = arith.constant 48 : index
    %i1 = arith.constant 1 : i32
    %i32 = arith.constant 32 : i32
    %t = gpu.thread_id x
    %v = memref.load %x[%t] : memref<64xf32>
    %some = arith.cmpi ult, %t, %c48 : index
    scf.if %some {
      // DIVERGENT: {{.*}}shuffles.mlir:[[#@LINE+1]]:20: error: kernel 'divergent', block (0, 0, 0), thread (32, 0, 0): waits at a shuffle or vote that 16 of 32 threads don't reach; thread (48, 0, 0) has ended
      %w, %valid = gpu.shuffle xor %v, %i1, %i32 : f32
      memref.store %w, %y[%t] : memref<64xf32>
    }
    gpu.return
  }
  gpu.func @mask(%x: memref<64xf32>, %y: memref<64xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %half = arith.constant 65535 : i32
    %i1 = arith.constant 1 : i32
    %clamp = arith.constant 31 : i32
    %t = gpu.thread_id x
    %v = memref.load %x[%t] : memref<64xf32>
    // MASK: {{.*}}shuffles.mlir:[[#@LINE+1]]:10: error: kernel 'mask', block (0, 0, 0), thread ({{[0-9]+}}, 0, 0): shuffle, vote or barrier of a warp by lane {{1[6-9]|2[0-9]|3[01]}}, which is not in its own mask
    %w = nvvm.shfl.sync bfly %half, %v, %i1, %clamp : f32 -> f32
    memref.store %w, %y[%t] : memref<64xf32>
    gpu.return
  }
  gpu.func @outside(%x: memref<64xf32>, %y: memref<64xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c32 = arith.constant 32 : index
    %c16 = arith.constant 16 : index
    %half = arith.constant 65535 : i32
    %i16 = arith.constant 16 : i32
    %clamp = arith.constant 31 : i32
    %t = gpu.thread_id x
    %v = memref.load %x[%t] : memref<64xf32>
    %lane = arith.remui %t, %c32 : index
    %some = arith.cmpi ult, %lane, %c16 : index
    scf.if %some {
      // OUTSIDE: {{.*}}shuffles.mlir:[[#@LINE+1]]:12: error: kernel 'outside', block (0, 0, 0), thread ({{[0-9]+}}, 0, 0): shuffle from lane 16, which is not in the mask
      %w = nvvm.shfl.sync bfly %half, %v, %i16, %clamp : f32 -> f32
      memref.store %w, %y[%t] : memref<64xf32>
    }
    gpu.return
  }
  gpu.func @right(%x: memref<64xf32>, %y: memref<64xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %i1 = arith.constant 1 : i32
    %i8 = arith.constant 8 : i32
    %i32 = arith.constant 32 : i32
    %hundred = arith.constant 100.0 : f32
    %t = gpu.thread_id x
    %v = memref.load %x[%t] : memref<64xf32>
    // Down by one, and 100 more where there is no lane below.
    // RIGHT: [ 1 2 3 {{.*}} 62 63 163]
    %w, %valid = gpu.shuffle down %v, %i1, %i32 : f32
    %far = arith.addf %w, %hundred : f32
    %r = arith.select %valid, %w, %far : f32
    memref.store %r, %y[%t] : memref<64xf32>
    gpu.return
  }
}

func.func @divergent(%x: tensor<64xf32>) -> tensor<64xf32> {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %in = bufferization.to_buffer %x : tensor<64xf32> to memref<64xf32>
  %out = memref.alloc() : memref<64xf32>
  gpu.launch_func @kernels::@divergent blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%in : memref<64xf32>, %out : memref<64xf32>)
  %y = bufferization.to_tensor %out restrict : memref<64xf32> to tensor<64xf32>
  return %y : tensor<64xf32>
}
func.func @mask(%x: tensor<64xf32>) -> tensor<64xf32> {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %in = bufferization.to_buffer %x : tensor<64xf32> to memref<64xf32>
  %out = memref.alloc() : memref<64xf32>
  gpu.launch_func @kernels::@mask blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%in : memref<64xf32>, %out : memref<64xf32>)
  %y = bufferization.to_tensor %out restrict : memref<64xf32> to tensor<64xf32>
  return %y : tensor<64xf32>
}
func.func @outside(%x: tensor<64xf32>) -> tensor<64xf32> {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %in = bufferization.to_buffer %x : tensor<64xf32> to memref<64xf32>
  %out = memref.alloc() : memref<64xf32>
  gpu.launch_func @kernels::@outside blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%in : memref<64xf32>, %out : memref<64xf32>)
  %y = bufferization.to_tensor %out restrict : memref<64xf32> to tensor<64xf32>
  return %y : tensor<64xf32>
}
func.func @right(%x: tensor<64xf32>) -> tensor<64xf32> {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %in = bufferization.to_buffer %x : tensor<64xf32> to memref<64xf32>
  %out = memref.alloc() : memref<64xf32>
  gpu.launch_func @kernels::@right blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%in : memref<64xf32>, %out : memref<64xf32>)
  %y = bufferization.to_tensor %out restrict : memref<64xf32> to tensor<64xf32>
  return %y : tensor<64xf32>
}
}
