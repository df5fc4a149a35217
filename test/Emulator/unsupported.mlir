// Instructions that the emulator does not know are named before anything runs.
//
// RUN: %python -c "import numpy; numpy.save('%t.npy', numpy.ones(64, 'f4'))"
// RUN: split-file %s %t
// RUN: not rmsnorm-run %t/instructions.mlir --target=cuda-emulated --input=%t.npy 2>&1 | FileCheck %s --check-prefix=CLOCK --implicit-check-not={{.}}
// CLOCK: error: the kernels use what can't be emulated: llvm.nvvm.read.ptx.sreg.clock, inline assembly
// RUN: not rmsnorm-run %t/barriers.mlir --target=cuda-emulated --input=%t.npy 2>&1 | FileCheck %s --check-prefix=BARRIERS --implicit-check-not={{.}}
// BARRIERS: error: the kernels use what can't be emulated: llvm.nvvm.mbarrier.init.shared, llvm.nvvm.barrier.cluster.arrive, llvm.nvvm.barrier.cluster.wait
// RUN: not rmsnorm-run %t/clusters.mlir --target=cuda-emulated --input=%t.npy 2>&1 | FileCheck %s --check-prefix=CLUSTERS --implicit-check-not={{.}}
// CLUSTERS: error: kernel 'main' is launched in clusters of blocks, which can't be emulated

//--- instructions.mlir

module attributes {gpu.container_module} {
gpu.module @kernels {
  gpu.func @main(%x: memref<64xf32>, %y: memref<64xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %clock = nvvm.read.ptx.sreg.clock : i32
    %other = llvm.inline_asm has_side_effects "brev.b32 $0, $1;", "=r,r" %clock : (i32) -> i32
    %v = arith.sitofp %other : i32 to f32
    memref.store %v, %y[%t] : memref<64xf32>
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

//--- barriers.mlir
module attributes {gpu.container_module} {
gpu.module @kernels {
  gpu.func @main(%x: memref<64xf32>, %y: memref<64xf32>) workgroup(%s: memref<1xi64, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %count = arith.constant 64 : i32
    %i = memref.extract_aligned_pointer_as_index %s : memref<1xi64, #gpu.address_space<workgroup>> -> index
    %l = arith.index_cast %i : index to i64
    %p = llvm.inttoptr %l : i64 to !llvm.ptr<3>
    nvvm.mbarrier.init %p, %count : !llvm.ptr<3>, i32
    nvvm.cluster.arrive
    nvvm.cluster.wait
    %v = memref.load %x[%t] : memref<64xf32>
    memref.store %v, %y[%t] : memref<64xf32>
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

//--- clusters.mlir
module attributes {gpu.container_module} {
gpu.module @kernels {
  gpu.func @main(%x: memref<64xf32>, %y: memref<64xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %v = memref.load %x[%t] : memref<64xf32>
    memref.store %v, %y[%t] : memref<64xf32>
    gpu.return
  }
}

func.func @main(%x: tensor<64xf32>) -> tensor<64xf32> {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %in = bufferization.to_buffer %x : tensor<64xf32> to memref<64xf32>
  %out = memref.alloc() : memref<64xf32>
  gpu.launch_func @kernels::@main clusters in (%c1, %c1, %c1) blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%in : memref<64xf32>, %out : memref<64xf32>)
  %y = bufferization.to_tensor %out restrict : memref<64xf32> to tensor<64xf32>
  return %y : tensor<64xf32>
}
}
