// RUN: rmsnorm-opt %s --rmsnorm-merge-kernels | FileCheck %s

module attributes {gpu.container_module} {

// Equal kernels are one; a name that means two things becomes two names.

// CHECK-LABEL: func.func @main
//       CHECK: gpu.launch_func @a::@kernel blocks
//       CHECK: gpu.launch_func @a::@kernel blocks
//       CHECK: gpu.launch_func @a::@[[OTHER:.*]] blocks
//       CHECK: gpu.launch_func @a::@own blocks
func.func @main(%x: memref<4xf32>) {
  %c1 = arith.constant 1 : index
  gpu.launch_func @a::@kernel blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<4xf32>)
  gpu.launch_func @b::@kernel blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<4xf32>)
  gpu.launch_func @c::@kernel blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<4xf32>)
  gpu.launch_func @c::@own blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<4xf32>)
  return
}

// CHECK-LABEL: gpu.module @a
//       CHECK:   memref.global "private" constant @table : memref<4xf32> = dense<1.0
//       CHECK:   gpu.func @kernel
//       CHECK:     memref.get_global @table :
//       CHECK:   memref.global "private" constant @[[TABLE:table_.*]] : memref<4xf32> = dense<2.0
//       CHECK:   gpu.func @[[OTHER]]
//       CHECK:     memref.get_global @[[TABLE]] :
//       CHECK:   gpu.func @own
//       CHECK:     memref.get_global @table :
//   CHECK-NOT: gpu.module
gpu.module @a {
  memref.global "private" constant @table : memref<4xf32> = dense<1.0>
  gpu.func @kernel(%x: memref<4xf32>) kernel {
    %c0 = arith.constant 0 : index
    %t = memref.get_global @table : memref<4xf32>
    %v = memref.load %t[%c0] : memref<4xf32>
    memref.store %v, %x[%c0] : memref<4xf32>
    gpu.return
  }
}
gpu.module @b {
  memref.global "private" constant @table_0 : memref<4xf32> = dense<1.0>
  gpu.func @kernel(%x: memref<4xf32>) kernel {
    %c0 = arith.constant 0 : index
    %t = memref.get_global @table_0 : memref<4xf32>
    %v = memref.load %t[%c0] : memref<4xf32>
    memref.store %v, %x[%c0] : memref<4xf32>
    gpu.return
  }
}
gpu.module @c {
  memref.global "private" constant @table : memref<4xf32> = dense<2.0>
  memref.global "private" constant @table_0 : memref<4xf32> = dense<1.0>
  gpu.func @kernel(%x: memref<4xf32>) kernel {
    %c0 = arith.constant 0 : index
    %t = memref.get_global @table : memref<4xf32>
    %v = memref.load %t[%c0] : memref<4xf32>
    memref.store %v, %x[%c0] : memref<4xf32>
    gpu.return
  }
  gpu.func @own(%x: memref<4xf32>) kernel {
    %c1 = arith.constant 1 : index
    %t = memref.get_global @table_0 : memref<4xf32>
    %v = memref.load %t[%c1] : memref<4xf32>
    memref.store %v, %x[%c1] : memref<4xf32>
    gpu.return
  }
}
}
