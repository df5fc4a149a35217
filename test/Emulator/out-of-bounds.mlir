// Every access must lie in one allocation, or in one variable of shared memory.
//
// RUN: %python -c "import numpy; numpy.save('%t.npy', numpy.ones(64, 'f4'))"
// RUN: not rmsnorm-run %s --entry=read --target=cuda-emulated --input=%t.npy 2>&1 | FileCheck %s --check-prefix=READ --implicit-check-not={{.}}
// RUN: not rmsnorm-run %s --entry=write --target=cuda-emulated --input=%t.npy 2>&1 | FileCheck %s --check-prefix=WRITE --implicit-check-not={{.}}
// RUN: not rmsnorm-run %s --entry=shared --target=cuda-emulated --input=%t.npy 2>&1 | FileCheck %s --check-prefix=SHARED --implicit-check-not={{.}}
// RUN: not rmsnorm-run %s --entry=wild --target=cuda-emulated --input=%t.npy 2>&1 | FileCheck %s --check-prefix=WILD --implicit-check-not={{.}}

module attributes {gpu.container_module} {
gpu.module @kernels {
  gpu.func @read(%x: memref<64xf32>, %y: memref<64xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c1 = arith.constant 1 : index
    %t = gpu.thread_id x
    %next = arith.addi %t, %c1 : index
    // READ: {{.*}}out-of-bounds.mlir:[[#@LINE+1]]:10: error: kernel 'read', block (0, 0, 0), thread (63, 0, 0): out of bounds: reads 4 bytes of device memory at offset 256 of an allocation of 256
    %v = memref.load %x[%next] : memref<64xf32>
    memref.store %v, %y[%t] : memref<64xf32>
    gpu.return
  }
  gpu.func @write(%x: memref<64xf32>, %y: memref<64xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c2 = arith.constant 2 : index
    %t = gpu.thread_id x
    %before = arith.subi %t, %c2 : index
    %v = memref.load %x[%t] : memref<64xf32>
    // WRITE: {{.*}}out-of-bounds.mlir:[[#@LINE+1]]:5: error: kernel 'write', block (0, 0, 0), thread ({{[01]}}, 0, 0): out of bounds: writes 4 bytes of device memory at offset {{-4|-8}} of an allocation of 256
    memref.store %v, %y[%before] : memref<64xf32>
    gpu.return
  }
  gpu.func @shared(%x: memref<64xf32>, %y: memref<64xf32>) workgroup(%s: memref<32xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %v = memref.load %x[%t] : memref<64xf32>
    // SHARED: {{.*}}out-of-bounds.mlir:[[#@LINE+1]]:5: error: kernel 'shared', block (0, 0, 0), thread ([[#]], 0, 0): out of bounds: writes 4 bytes of shared memory '{{.*}}' at offset [[#]], but it has 128
    memref.store %v, %s[%t] : memref<32xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %r = memref.load %s[%t] : memref<32xf32, #gpu.address_space<workgroup>>
    memref.store %r, %y[%t] : memref<64xf32>
    gpu.return
  }
  gpu.func @wild(%x: memref<64xf32>, %y: memref<64xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %far = arith.constant 1000000 : index
    %t = gpu.thread_id x
    %i = arith.addi %t, %far : index
    // WILD: {{.*}}out-of-bounds.mlir:[[#@LINE+1]]:10: error: kernel 'wild', block (0, 0, 0), thread ({{[0-9]+}}, 0, 0): out of bounds: reads 4 bytes of memory that is not the device's, at address 0x{{[0-9A-F]+}}
    %v = memref.load %x[%i] : memref<64xf32>
    memref.store %v, %y[%t] : memref<64xf32>
    gpu.return
  }
}

func.func @read(%x: tensor<64xf32>) -> tensor<64xf32> {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %in = bufferization.to_buffer %x : tensor<64xf32> to memref<64xf32>
  %out = memref.alloc() : memref<64xf32>
  gpu.launch_func @kernels::@read blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%in : memref<64xf32>, %out : memref<64xf32>)
  %y = bufferization.to_tensor %out restrict : memref<64xf32> to tensor<64xf32>
  return %y : tensor<64xf32>
}
func.func @write(%x: tensor<64xf32>) -> tensor<64xf32> {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %in = bufferization.to_buffer %x : tensor<64xf32> to memref<64xf32>
  %out = memref.alloc() : memref<64xf32>
  gpu.launch_func @kernels::@write blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%in : memref<64xf32>, %out : memref<64xf32>)
  %y = bufferization.to_tensor %out restrict : memref<64xf32> to tensor<64xf32>
  return %y : tensor<64xf32>
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
func.func @wild(%x: tensor<64xf32>) -> tensor<64xf32> {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %in = bufferization.to_buffer %x : tensor<64xf32> to memref<64xf32>
  %out = memref.alloc() : memref<64xf32>
  gpu.launch_func @kernels::@wild blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%in : memref<64xf32>, %out : memref<64xf32>)
  %y = bufferization.to_tensor %out restrict : memref<64xf32> to tensor<64xf32>
  return %y : tensor<64xf32>
}
}
