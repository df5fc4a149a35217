// All threads of a block must come to a barrier, and those of a warp to the same.
//
// RUN: %python -c "import numpy; numpy.save('%t.npy', numpy.ones(64, 'f4'))"
// RUN: not rmsnorm-run %s --entry=early --target=cuda-emulated --input=%t.npy 2>&1 | FileCheck %s --check-prefix=EARLY --implicit-check-not={{.}}
// RUN: not rmsnorm-run %s --entry=two --target=cuda-emulated --input=%t.npy 2>&1 | FileCheck %s --check-prefix=TWO --implicit-check-not={{.}}
// RUN: not rmsnorm-run %s --entry=other --target=cuda-emulated --input=%t.npy 2>&1 | FileCheck %s --check-prefix=OTHER --implicit-check-not={{.}}

module attributes {gpu.container_module} {
gpu.module @kernels {
  gpu.func @early(%x: memref<64xf32>, %y: memref<64xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c40 = arith.constant 40 : index
    %t = gpu.thread_id x
    %v = memref.load %x[%t] : memref<64xf32>
    %some = arith.cmpi ult, %t, %c40 : index
    scf.if %some {
      // EARLY: {{.*}}barriers.mlir:[[#@LINE+1]]:7: error: kernel 'early', block (0, 0, 0), thread (0, 0, 0): waits at a barrier that 24 of 64 threads don't reach; thread (40, 0, 0) has ended
      gpu.barrier
    }
    memref.store %v, %y[%t] : memref<64xf32>
    gpu.return
  }
  gpu.func @two(%x: memref<64xf32>, %y: memref<64xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c40 = arith.constant 40 : index
    %t = gpu.thread_id x
    %v = memref.load %x[%t] : memref<64xf32>
    %some = arith.cmpi ult, %t, %c40 : index
    // Different ops around the barriers, or LLVM would make one of them.
    scf.if %some {
      memref.store %v, %y[%t] : memref<64xf32>
      gpu.barrier
      memref.store %v, %x[%t] : memref<64xf32>
    } else {
      memref.atomic_rmw addf %v, %y[%t] : (f32, memref<64xf32>) -> f32
      // TWO: {{.*}}barriers.mlir:{{[0-9]+}}:7: error: kernel 'two', block (0, 0, 0), thread ({{4[0-9]|5[0-9]|6[0-3]}}, 0, 0): waits at another barrier than the first lane of its warp
      gpu.barrier
      memref.atomic_rmw addf %v, %x[%t] : (f32, memref<64xf32>) -> f32
    }
    gpu.return
  }
  gpu.func @other(%x: memref<64xf32>, %y: memref<64xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c32 = arith.constant 32 : index
    %i1 = arith.constant 1 : i32
    %t = gpu.thread_id x
    %v = memref.load %x[%t] : memref<64xf32>
    %some = arith.cmpi ult, %t, %c32 : index
    scf.if %some {
      // OTHER: {{.*}}barriers.mlir:[[#@LINE+1]]:7: error: kernel 'other', block (0, 0, 0), thread (0, 0, 0): waits at a barrier that 32 of 64 threads don't reach; thread (32, 0, 0) waits at another barrier
      nvvm.barrier
    } else {
      nvvm.barrier id = %i1
    }
    memref.store %v, %y[%t] : memref<64xf32>
    gpu.return
  }
}

func.func @early(%x: tensor<64xf32>) -> tensor<64xf32> {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %in = bufferization.to_buffer %x : tensor<64xf32> to memref<64xf32>
  %out = memref.alloc() : memref<64xf32>
  gpu.launch_func @kernels::@early blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%in : memref<64xf32>, %out : memref<64xf32>)
  %y = bufferization.to_tensor %out restrict : memref<64xf32> to tensor<64xf32>
  return %y : tensor<64xf32>
}
func.func @two(%x: tensor<64xf32>) -> tensor<64xf32> {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %in = bufferization.to_buffer %x : tensor<64xf32> to memref<64xf32>
  %out = memref.alloc() : memref<64xf32>
  gpu.launch_func @kernels::@two blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%in : memref<64xf32>, %out : memref<64xf32>)
  %y = bufferization.to_tensor %out restrict : memref<64xf32> to tensor<64xf32>
  return %y : tensor<64xf32>
}
func.func @other(%x: tensor<64xf32>) -> tensor<64xf32> {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %in = bufferization.to_buffer %x : tensor<64xf32> to memref<64xf32>
  %out = memref.alloc() : memref<64xf32>
  gpu.launch_func @kernels::@other blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%in : memref<64xf32>, %out : memref<64xf32>)
  %y = bufferization.to_tensor %out restrict : memref<64xf32> to tensor<64xf32>
  return %y : tensor<64xf32>
}
}
