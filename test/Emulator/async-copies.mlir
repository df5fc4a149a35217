// What a copy to shared memory brings is there for nobody before it is waited
// for, and for other threads not before a barrier after that.
//
// RUN: %python -c "import numpy; numpy.save('%t.npy', numpy.arange(64, dtype='f4'))"
// RUN: not rmsnorm-run %s --entry=nowait --target=cuda-emulated --input=%t.npy 2>&1 | FileCheck %s --check-prefix=NOWAIT --implicit-check-not={{.}}
// RUN: not rmsnorm-run %s --entry=nobarrier --target=cuda-emulated --input=%t.npy 2>&1 | FileCheck %s --check-prefix=NOBARRIER --implicit-check-not={{.}}
// RUN: rmsnorm-run %s --entry=right --target=cuda-emulated --input=%t.npy | FileCheck %s --check-prefix=RIGHT

module attributes {gpu.container_module} {
gpu.module @kernels {
  gpu.func @nowait(%x: memref<64xf32>, %y: memref<64xf32>) workgroup(%s: memref<64xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %c4 = arith.constant 4 : index
    %offset = arith.muli %t, %c4 : index
    %xp = memref.extract_aligned_pointer_as_index %x : memref<64xf32> -> index
    %sp = memref.extract_aligned_pointer_as_index %s : memref<64xf32, #gpu.address_space<workgroup>> -> index
    %xi = arith.addi %xp, %offset : index
    %si = arith.addi %sp, %offset : index
    %xl = arith.index_cast %xi : index to i64
    %sl = arith.index_cast %si : index to i64
    %from = llvm.inttoptr %xl : i64 to !llvm.ptr<1>
    %to = llvm.inttoptr %sl : i64 to !llvm.ptr<3>
    nvvm.cp.async.shared.global %to, %from, 4, cache = ca : !llvm.ptr<3>, !llvm.ptr<1>
    nvvm.cp.async.commit.group
    // NOWAIT: {{.*}}async-copies.mlir:[[#@LINE+1]]:10: error: kernel 'nowait', block (0, 0, 0), thread ([[#]], 0, 0): race: reads 4 bytes of shared memory '{{.*}}' at offset [[#]], which block (0, 0, 0), thread ([[#]], 0, 0) copies (cp.async), and has not waited for
    %r = memref.load %s[%t] : memref<64xf32, #gpu.address_space<workgroup>>
    memref.store %r, %y[%t] : memref<64xf32>
    gpu.return
  }
  gpu.func @nobarrier(%x: memref<64xf32>, %y: memref<64xf32>) workgroup(%s: memref<64xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %c4 = arith.constant 4 : index
    %offset = arith.muli %t, %c4 : index
    %xp = memref.extract_aligned_pointer_as_index %x : memref<64xf32> -> index
    %sp = memref.extract_aligned_pointer_as_index %s : memref<64xf32, #gpu.address_space<workgroup>> -> index
    %xi = arith.addi %xp, %offset : index
    %si = arith.addi %sp, %offset : index
    %xl = arith.index_cast %xi : index to i64
    %sl = arith.index_cast %si : index to i64
    %from = llvm.inttoptr %xl : i64 to !llvm.ptr<1>
    %to = llvm.inttoptr %sl : i64 to !llvm.ptr<3>
    nvvm.cp.async.shared.global %to, %from, 4, cache = ca : !llvm.ptr<3>, !llvm.ptr<1>
    nvvm.cp.async.commit.group
    nvvm.cp.async.wait.group 0
    // Only so that all copies are there.
    %i1 = arith.constant 1 : i32
    %i32 = arith.constant 32 : i32
    %ti = arith.index_cast %t : index to i32
    %w, %valid = gpu.shuffle xor %ti, %i1, %i32 : i32
    %c1 = arith.constant 1 : index
    %o = arith.xori %t, %c1 : index
    // NOBARRIER: {{.*}}async-copies.mlir:[[#@LINE+1]]:10: error: kernel 'nobarrier', block (0, 0, 0), thread ([[#]], 0, 0): race: reads 4 bytes of shared memory '{{.*}}' at offset [[#]], which block (0, 0, 0), thread ([[#]], 0, 0) writes, with no barrier between
    %r = memref.load %s[%o] : memref<64xf32, #gpu.address_space<workgroup>>
    %wf = arith.sitofp %w : i32 to f32
    %sum = arith.addf %r, %wf : f32
    memref.store %sum, %y[%t] : memref<64xf32>
    gpu.return
  }
  gpu.func @right(%x: memref<64xf32>, %y: memref<64xf32>) workgroup(%s: memref<64xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c63 = arith.constant 63 : index
    %t = gpu.thread_id x
    %c4 = arith.constant 4 : index
    %offset = arith.muli %t, %c4 : index
    %xp = memref.extract_aligned_pointer_as_index %x : memref<64xf32> -> index
    %sp = memref.extract_aligned_pointer_as_index %s : memref<64xf32, #gpu.address_space<workgroup>> -> index
    %xi = arith.addi %xp, %offset : index
    %si = arith.addi %sp, %offset : index
    %xl = arith.index_cast %xi : index to i64
    %sl = arith.index_cast %si : index to i64
    %from = llvm.inttoptr %xl : i64 to !llvm.ptr<1>
    %to = llvm.inttoptr %sl : i64 to !llvm.ptr<3>
    nvvm.cp.async.shared.global %to, %from, 4, cache = ca : !llvm.ptr<3>, !llvm.ptr<1>
    nvvm.cp.async.commit.group
    nvvm.cp.async.wait.group 0
    gpu.barrier
    %o = arith.subi %c63, %t : index
    // RIGHT: [63 62 61 60
    %r = memref.load %s[%o] : memref<64xf32, #gpu.address_space<workgroup>>
    memref.store %r, %y[%t] : memref<64xf32>
    gpu.return
  }
}

func.func @nowait(%x: tensor<64xf32>) -> tensor<64xf32> {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %in = bufferization.to_buffer %x : tensor<64xf32> to memref<64xf32>
  %out = memref.alloc() : memref<64xf32>
  gpu.launch_func @kernels::@nowait blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%in : memref<64xf32>, %out : memref<64xf32>)
  %y = bufferization.to_tensor %out restrict : memref<64xf32> to tensor<64xf32>
  return %y : tensor<64xf32>
}
func.func @nobarrier(%x: tensor<64xf32>) -> tensor<64xf32> {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %in = bufferization.to_buffer %x : tensor<64xf32> to memref<64xf32>
  %out = memref.alloc() : memref<64xf32>
  gpu.launch_func @kernels::@nobarrier blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%in : memref<64xf32>, %out : memref<64xf32>)
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
