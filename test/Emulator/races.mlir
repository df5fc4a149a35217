// Accesses of the same bytes by two threads, one of them a write, need a barrier
// between; in device memory also those of two blocks, which no barrier orders.
//
// RUN: %python -c "import numpy; numpy.save('%t.npy', numpy.arange(64, dtype='f4'))"
// RUN: not rmsnorm-run %s --entry=shared --target=cuda-emulated --input=%t.npy 2>&1 | FileCheck %s --check-prefix=SHARED --implicit-check-not={{.}}
// RUN: not rmsnorm-run %s --entry=global --target=cuda-emulated --input=%t.npy 2>&1 | FileCheck %s --check-prefix=GLOBAL --implicit-check-not={{.}}
// RUN: not rmsnorm-run %s --entry=several --target=cuda-emulated --input=%t.npy 2>&1 | FileCheck %s --check-prefix=SEVERAL --implicit-check-not={{.}}
// RUN: not rmsnorm-run %s --entry=blocks --target=cuda-emulated --input=%t.npy 2>&1 | FileCheck %s --check-prefix=BLOCKS --implicit-check-not={{.}}
// RUN: not rmsnorm-run %s --entry=shuffle --target=cuda-emulated --input=%t.npy 2>&1 | FileCheck %s --check-prefix=SHUFFLE --implicit-check-not={{.}}
// RUN: rmsnorm-run %s --entry=ordered --target=cuda-emulated --input=%t.npy | FileCheck %s --check-prefix=ORDERED
// RUN: rmsnorm-run %s --entry=warp --target=cuda-emulated --input=%t.npy | FileCheck %s --check-prefix=WARP
// RUN: rmsnorm-run %s --entry=atomic --target=cuda-emulated --input=%t.npy | FileCheck %s --check-prefix=ATOMIC

module attributes {gpu.container_module} {
gpu.module @kernels {
  gpu.func @shared(%x: memref<64xf32>, %y: memref<64xf32>) workgroup(%s: memref<64xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c63 = arith.constant 63 : index
    %t = gpu.thread_id x
    %v = memref.load %x[%t] : memref<64xf32>
    memref.store %v, %s[%t] : memref<64xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %o = arith.subi %c63, %t : index
    %r = memref.load %s[%o] : memref<64xf32, #gpu.address_space<workgroup>>
    // SHARED: {{.*}}races.mlir:[[#]]:{{10|5}}: error: kernel 'shared', block (0, 0, 0), thread ([[#]], 0, 0): race: {{reads|writes}} 4 bytes of shared memory '{{.*}}' at offset [[#]], which block (0, 0, 0), thread ([[#]], 0, 0) {{reads|writes}}, with no barrier between
    memref.store %r, %s[%t] : memref<64xf32, #gpu.address_space<workgroup>>
    memref.store %r, %y[%t] : memref<64xf32>
    gpu.return
  }
  gpu.func @global(%x: memref<64xf32>, %y: memref<64xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %t = gpu.thread_id x
    %v = memref.load %x[%t] : memref<64xf32>
    // GLOBAL: {{.*}}races.mlir:[[#@LINE+1]]:5: error: kernel 'global', block (0, 0, 0), thread ([[#]], 0, 0): race: writes 4 bytes of device memory at offset 0, which block (0, 0, 0), thread ([[#]], 0, 0) writes, with no barrier between
    memref.store %v, %y[%c0] : memref<64xf32>
    gpu.return
  }
  // All threads read what one of them then writes, the one that read last as
  // well as any other.
  gpu.func @several(%x: memref<64xf32>, %y: memref<64xf32>) workgroup(%s: memref<64xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %t = gpu.thread_id x
    %v = memref.load %x[%t] : memref<64xf32>
    memref.store %v, %s[%t] : memref<64xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %r = memref.load %s[%c0] : memref<64xf32, #gpu.address_space<workgroup>>
    %first = arith.cmpi eq, %t, %c0 : index
    scf.if %first {
      // SEVERAL: {{.*}}races.mlir:[[#]]:{{10|7}}: error: kernel 'several', block (0, 0, 0), thread ([[#]], 0, 0): race: {{reads|writes}} 4 bytes of shared memory '{{.*}}' at offset 0, which block (0, 0, 0), thread ([[#]], 0, 0) {{reads|writes}}, with no barrier between
      memref.store %v, %s[%c0] : memref<64xf32, #gpu.address_space<workgroup>>
    }
    memref.store %r, %y[%t] : memref<64xf32>
    gpu.return
  }
  gpu.func @blocks(%x: memref<64xf32>, %y: memref<64xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %v = memref.load %x[%t] : memref<64xf32>
    // BLOCKS: {{.*}}races.mlir:[[#@LINE+1]]:5: error: kernel 'blocks', block ([[#]], 0, 0), thread ([[#]], 0, 0): race: writes 4 bytes of device memory at offset [[#]], which block ([[#]], 0, 0), thread ([[#]], 0, 0) writes, and no barrier orders blocks
    memref.store %v, %y[%t] : memref<64xf32>
    gpu.return
  }
  // A shuffle lets lanes wait for each other, but orders no memory.
  gpu.func @shuffle(%x: memref<64xf32>, %y: memref<64xf32>) workgroup(%s: memref<64xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c1 = arith.constant 1 : index
    %i1 = arith.constant 1 : i32
    %i32 = arith.constant 32 : i32
    %t = gpu.thread_id x
    %v = memref.load %x[%t] : memref<64xf32>
    memref.store %v, %s[%t] : memref<64xf32, #gpu.address_space<workgroup>>
    %w, %valid = gpu.shuffle xor %v, %i1, %i32 : f32
    %o = arith.xori %t, %c1 : index
    // SHUFFLE: {{.*}}races.mlir:[[#@LINE+1]]:10: error: kernel 'shuffle', block (0, 0, 0), thread ([[#]], 0, 0): race: reads 4 bytes of shared memory '{{.*}}' at offset [[#]], which block (0, 0, 0), thread ([[#]], 0, 0) writes, with no barrier between
    %r = memref.load %s[%o] : memref<64xf32, #gpu.address_space<workgroup>>
    %sum = arith.addf %r, %w : f32
    memref.store %sum, %y[%t] : memref<64xf32>
    gpu.return
  }
  gpu.func @ordered(%x: memref<64xf32>, %y: memref<64xf32>) workgroup(%s: memref<64xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c63 = arith.constant 63 : index
    %t = gpu.thread_id x
    %v = memref.load %x[%t] : memref<64xf32>
    memref.store %v, %s[%t] : memref<64xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %o = arith.subi %c63, %t : index
    %r = memref.load %s[%o] : memref<64xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    memref.store %r, %s[%t] : memref<64xf32, #gpu.address_space<workgroup>>
    // ORDERED: [63 62 61 60
    memref.store %r, %y[%t] : memref<64xf32>
    gpu.return
  }
  gpu.func @warp(%x: memref<64xf32>, %y: memref<64xf32>) workgroup(%s: memref<64xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c1 = arith.constant 1 : index
    %full = arith.constant -1 : i32
    %t = gpu.thread_id x
    %v = memref.load %x[%t] : memref<64xf32>
    memref.store %v, %s[%t] : memref<64xf32, #gpu.address_space<workgroup>>
    nvvm.bar.warp.sync %full : i32
    %o = arith.xori %t, %c1 : index
    // WARP: [ 1 0 3 2
    %r = memref.load %s[%o] : memref<64xf32, #gpu.address_space<workgroup>>
    memref.store %r, %y[%t] : memref<64xf32>
    gpu.return
  }
  gpu.func @atomic(%x: memref<64xf32>, %y: memref<64xf32>) workgroup(%s: memref<1xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0.0 : f32
    %t = gpu.thread_id x
    %first = arith.cmpi eq, %t, %c0 : index
    scf.if %first {
      memref.store %zero, %s[%c0] : memref<1xf32, #gpu.address_space<workgroup>>
    }
    gpu.barrier
    %v = memref.load %x[%t] : memref<64xf32>
    %old = memref.atomic_rmw addf %v, %s[%c0] : (f32, memref<1xf32, #gpu.address_space<workgroup>>) -> f32
    gpu.barrier
    // ATOMIC: [2016 2016
    %r = memref.load %s[%c0] : memref<1xf32, #gpu.address_space<workgroup>>
    memref.store %r, %y[%t] : memref<64xf32>
    gpu.return
  }
}

func.func @shared(%x: tensor<64xf32>) -> tensor<64xf32> {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %in = bufferization.to_buffer %x : tensor<64xf32> to memref<64xf32>
  %out = memref.alloc() : memref<64xf32>
  gpu.launch_func @kernels::@shared blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%in : memref<64xf32>, %out : memref<64xf32>)
  %y = bufferization.to_tensor %out restrict : memref<64xf32> to tensor<64xf32>
  return %y : tensor<64xf32>
}
func.func @global(%x: tensor<64xf32>) -> tensor<64xf32> {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %in = bufferization.to_buffer %x : tensor<64xf32> to memref<64xf32>
  %out = memref.alloc() : memref<64xf32>
  gpu.launch_func @kernels::@global blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%in : memref<64xf32>, %out : memref<64xf32>)
  %y = bufferization.to_tensor %out restrict : memref<64xf32> to tensor<64xf32>
  return %y : tensor<64xf32>
}
func.func @several(%x: tensor<64xf32>) -> tensor<64xf32> {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %in = bufferization.to_buffer %x : tensor<64xf32> to memref<64xf32>
  %out = memref.alloc() : memref<64xf32>
  gpu.launch_func @kernels::@several blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%in : memref<64xf32>, %out : memref<64xf32>)
  %y = bufferization.to_tensor %out restrict : memref<64xf32> to tensor<64xf32>
  return %y : tensor<64xf32>
}
func.func @blocks(%x: tensor<64xf32>) -> tensor<64xf32> {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c2 = arith.constant 2 : index
  %in = bufferization.to_buffer %x : tensor<64xf32> to memref<64xf32>
  %out = memref.alloc() : memref<64xf32>
  gpu.launch_func @kernels::@blocks blocks in (%c2, %c1, %c1) threads in (%c64, %c1, %c1) args(%in : memref<64xf32>, %out : memref<64xf32>)
  %y = bufferization.to_tensor %out restrict : memref<64xf32> to tensor<64xf32>
  return %y : tensor<64xf32>
}
func.func @shuffle(%x: tensor<64xf32>) -> tensor<64xf32> {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %in = bufferization.to_buffer %x : tensor<64xf32> to memref<64xf32>
  %out = memref.alloc() : memref<64xf32>
  gpu.launch_func @kernels::@shuffle blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%in : memref<64xf32>, %out : memref<64xf32>)
  %y = bufferization.to_tensor %out restrict : memref<64xf32> to tensor<64xf32>
  return %y : tensor<64xf32>
}
func.func @ordered(%x: tensor<64xf32>) -> tensor<64xf32> {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %in = bufferization.to_buffer %x : tensor<64xf32> to memref<64xf32>
  %out = memref.alloc() : memref<64xf32>
  gpu.launch_func @kernels::@ordered blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%in : memref<64xf32>, %out : memref<64xf32>)
  %y = bufferization.to_tensor %out restrict : memref<64xf32> to tensor<64xf32>
  return %y : tensor<64xf32>
}
func.func @warp(%x: tensor<64xf32>) -> tensor<64xf32> {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %in = bufferization.to_buffer %x : tensor<64xf32> to memref<64xf32>
  %out = memref.alloc() : memref<64xf32>
  gpu.launch_func @kernels::@warp blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%in : memref<64xf32>, %out : memref<64xf32>)
  %y = bufferization.to_tensor %out restrict : memref<64xf32> to tensor<64xf32>
  return %y : tensor<64xf32>
}
func.func @atomic(%x: tensor<64xf32>) -> tensor<64xf32> {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %in = bufferization.to_buffer %x : tensor<64xf32> to memref<64xf32>
  %out = memref.alloc() : memref<64xf32>
  gpu.launch_func @kernels::@atomic blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%in : memref<64xf32>, %out : memref<64xf32>)
  %y = bufferization.to_tensor %out restrict : memref<64xf32> to tensor<64xf32>
  return %y : tensor<64xf32>
}
}
