// What a launch, a barrier, an asynchronous copy and a warp that is not whole can be, what they
// can't be, and what votes say.
//
// RUN: %python -c "import numpy; numpy.save('%t.npy', numpy.arange(64, dtype='f4'))"
// RUN: not rmsnorm-run %s --entry=negative --target=cuda-emulated --input=%t.npy 2>&1 | FileCheck %s --check-prefix=NEGATIVE --implicit-check-not={{.}}
// NEGATIVE: error: kernel 'plain' is launched with a size that is negative or too large
// RUN: not rmsnorm-run %s --entry=tall --target=cuda-emulated --input=%t.npy 2>&1 | FileCheck %s --check-prefix=TALL --implicit-check-not={{.}}
// TALL: error: kernel 'plain' is launched with a grid of more than 65535 in y or z
// RUN: not rmsnorm-run %s --entry=wide --target=cuda-emulated --input=%t.npy 2>&1 | FileCheck %s --check-prefix=WIDE --implicit-check-not={{.}}
// WIDE: error: kernel 'plain' is launched with blocks of 2048 threads; 1 to 1024 are possible
// RUN: not rmsnorm-run %s --entry=barrier --target=cuda-emulated --input=%t.npy 2>&1 | FileCheck %s --check-prefix=BARRIER --implicit-check-not={{.}}
// RUN: not rmsnorm-run %s --entry=target --target=cuda-emulated --input=%t.npy 2>&1 | FileCheck %s --check-prefix=TARGET --implicit-check-not={{.}}
// RUN: not rmsnorm-run %s --entry=ragged --target=cuda-emulated --input=%t.npy 2>&1 | FileCheck %s --check-prefix=RAGGED --implicit-check-not={{.}}
// RUN: rmsnorm-run %s --entry=votes --target=cuda-emulated --input=%t.npy | FileCheck %s --check-prefix=VOTES
// VOTES: [1 1 1 {{.*}} 1 1 1]

module attributes {gpu.container_module} {
gpu.module @kernels {
  gpu.func @plain(%x: memref<64xf32>, %y: memref<64xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %v = memref.load %x[%t] : memref<64xf32>
    memref.store %v, %y[%t] : memref<64xf32>
    gpu.return
  }
  gpu.func @barrier(%x: memref<64xf32>, %y: memref<64xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %i20 = arith.constant 20 : i32
    %v = memref.load %x[%t] : memref<64xf32>
    // BARRIER: {{.*}}limits.mlir:[[#@LINE+1]]:5: error: kernel 'barrier', block (0, 0, 0), thread ([[#]], 0, 0): waits at barrier 20, but there are 16
    nvvm.barrier id = %i20
    memref.store %v, %y[%t] : memref<64xf32>
    gpu.return
  }
  gpu.func @target(%x: memref<64xf32>, %y: memref<64xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %xp = memref.extract_aligned_pointer_as_index %x : memref<64xf32> -> index
    %yp = memref.extract_aligned_pointer_as_index %y : memref<64xf32> -> index
    %xl = arith.index_cast %xp : index to i64
    %yl = arith.index_cast %yp : index to i64
    %from = llvm.inttoptr %xl : i64 to !llvm.ptr<1>
    %to = llvm.inttoptr %yl : i64 to !llvm.ptr<3>
    // TARGET: {{.*}}limits.mlir:[[#@LINE+1]]:5: error: kernel 'target', block (0, 0, 0), thread ([[#]], 0, 0): copies (cp.async) to what is not shared memory
    nvvm.cp.async.shared.global %to, %from, 4, cache = ca : !llvm.ptr<3>, !llvm.ptr<1>
    gpu.return
  }
  gpu.func @ragged(%x: memref<64xf32>, %y: memref<64xf32>) kernel attributes {known_block_size = array<i32: 40, 1, 1>} {
    %t = gpu.thread_id x
    %all = arith.constant -1 : i32
    %i1 = arith.constant 1 : i32
    %clamp = arith.constant 31 : i32
    %v = memref.load %x[%t] : memref<64xf32>
    // RAGGED: {{.*}}limits.mlir:[[#@LINE+1]]:10: error: kernel 'ragged', block (0, 0, 0), thread ({{3[2-9]}}, 0, 0): shuffle, vote or barrier of a warp with a mask for more than the 8 lanes that there are
    %w = nvvm.shfl.sync bfly %all, %v, %i1, %clamp : f32 -> f32
    memref.store %w, %y[%t] : memref<64xf32>
    gpu.return
  }
  gpu.func @votes(%x: memref<64xf32>, %y: memref<64xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %c32 = arith.constant 32 : index
    %all = arith.constant -1 : i32
    %five = arith.constant 31 : i32
    %c5 = arith.constant 5 : index
    %yes = arith.constant true
    %zero = arith.constant 0.0 : f32
    %one = arith.constant 1.0 : f32
    %lane = arith.remui %t, %c32 : index
    %few = arith.cmpi ult, %lane, %c5 : index
    // Lanes 0 to 4 say yes: not all, but some, and a ballot of five bits.
    %every = nvvm.vote.sync all %all, %few -> i1
    %some = nvvm.vote.sync any %all, %few -> i1
    %same = nvvm.vote.sync uni %all, %few -> i1
    %bits = nvvm.vote.sync ballot %all, %few -> i32
    %counted = arith.cmpi eq, %bits, %five : i32
    %notEvery = arith.xori %every, %yes : i1
    %notSame = arith.xori %same, %yes : i1
    %a = arith.andi %notEvery, %some : i1
    %b = arith.andi %notSame, %counted : i1
    %right = arith.andi %a, %b : i1
    %r = arith.select %right, %one, %zero : f32
    memref.store %r, %y[%t] : memref<64xf32>
    gpu.return
  }
}

func.func @negative(%x: tensor<64xf32>) -> tensor<64xf32> {
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %c64 = arith.constant 64 : index
  %c2048 = arith.constant 2048 : index
  %c70000 = arith.constant 70000 : index
  %minus = arith.constant -1 : index
  %in = bufferization.to_buffer %x : tensor<64xf32> to memref<64xf32>
  %out = memref.alloc() : memref<64xf32>
  gpu.launch_func @kernels::@plain blocks in (%minus, %c1, %c1) threads in (%c64, %c1, %c1) args(%in : memref<64xf32>, %out : memref<64xf32>)
  %y = bufferization.to_tensor %out restrict : memref<64xf32> to tensor<64xf32>
  return %y : tensor<64xf32>
}
func.func @tall(%x: tensor<64xf32>) -> tensor<64xf32> {
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %c64 = arith.constant 64 : index
  %c2048 = arith.constant 2048 : index
  %c70000 = arith.constant 70000 : index
  %minus = arith.constant -1 : index
  %in = bufferization.to_buffer %x : tensor<64xf32> to memref<64xf32>
  %out = memref.alloc() : memref<64xf32>
  gpu.launch_func @kernels::@plain blocks in (%c1, %c70000, %c1) threads in (%c64, %c1, %c1) args(%in : memref<64xf32>, %out : memref<64xf32>)
  %y = bufferization.to_tensor %out restrict : memref<64xf32> to tensor<64xf32>
  return %y : tensor<64xf32>
}
func.func @wide(%x: tensor<64xf32>) -> tensor<64xf32> {
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %c64 = arith.constant 64 : index
  %c2048 = arith.constant 2048 : index
  %c70000 = arith.constant 70000 : index
  %minus = arith.constant -1 : index
  %in = bufferization.to_buffer %x : tensor<64xf32> to memref<64xf32>
  %out = memref.alloc() : memref<64xf32>
  gpu.launch_func @kernels::@plain blocks in (%c1, %c1, %c1) threads in (%c2048, %c1, %c1) args(%in : memref<64xf32>, %out : memref<64xf32>)
  %y = bufferization.to_tensor %out restrict : memref<64xf32> to tensor<64xf32>
  return %y : tensor<64xf32>
}
func.func @barrier(%x: tensor<64xf32>) -> tensor<64xf32> {
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %c64 = arith.constant 64 : index
  %c2048 = arith.constant 2048 : index
  %c70000 = arith.constant 70000 : index
  %minus = arith.constant -1 : index
  %in = bufferization.to_buffer %x : tensor<64xf32> to memref<64xf32>
  %out = memref.alloc() : memref<64xf32>
  gpu.launch_func @kernels::@barrier blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%in : memref<64xf32>, %out : memref<64xf32>)
  %y = bufferization.to_tensor %out restrict : memref<64xf32> to tensor<64xf32>
  return %y : tensor<64xf32>
}
func.func @target(%x: tensor<64xf32>) -> tensor<64xf32> {
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %c64 = arith.constant 64 : index
  %c2048 = arith.constant 2048 : index
  %c70000 = arith.constant 70000 : index
  %minus = arith.constant -1 : index
  %in = bufferization.to_buffer %x : tensor<64xf32> to memref<64xf32>
  %out = memref.alloc() : memref<64xf32>
  gpu.launch_func @kernels::@target blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%in : memref<64xf32>, %out : memref<64xf32>)
  %y = bufferization.to_tensor %out restrict : memref<64xf32> to tensor<64xf32>
  return %y : tensor<64xf32>
}
func.func @ragged(%x: tensor<64xf32>) -> tensor<64xf32> {
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %c64 = arith.constant 64 : index
  %c2048 = arith.constant 2048 : index
  %c70000 = arith.constant 70000 : index
  %minus = arith.constant -1 : index
  %in = bufferization.to_buffer %x : tensor<64xf32> to memref<64xf32>
  %out = memref.alloc() : memref<64xf32>
  gpu.launch_func @kernels::@ragged blocks in (%c1, %c1, %c1) threads in (%c40, %c1, %c1) args(%in : memref<64xf32>, %out : memref<64xf32>)
  %y = bufferization.to_tensor %out restrict : memref<64xf32> to tensor<64xf32>
  return %y : tensor<64xf32>
}
func.func @votes(%x: tensor<64xf32>) -> tensor<64xf32> {
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %c64 = arith.constant 64 : index
  %c2048 = arith.constant 2048 : index
  %c70000 = arith.constant 70000 : index
  %minus = arith.constant -1 : index
  %in = bufferization.to_buffer %x : tensor<64xf32> to memref<64xf32>
  %out = memref.alloc() : memref<64xf32>
  gpu.launch_func @kernels::@votes blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%in : memref<64xf32>, %out : memref<64xf32>)
  %y = bufferization.to_tensor %out restrict : memref<64xf32> to tensor<64xf32>
  return %y : tensor<64xf32>
}
}
