// RUN: rmsnorm-opt %s --split-input-file --rmsnorm-specialize-alignment --canonicalize --cse | FileCheck %s

// Wide accesses hang on the pointers, and on the length of a row that is known
// at the launch only; not on the number of rows, nor on what isn't a row.

module attributes {gpu.container_module} {
// CHECK-LABEL: func.func @dynamic
//  CHECK-SAME: %[[X:.*]]: memref<bf16>, %[[S:.*]]: memref<f32>, %[[M:.*]]: index, %[[N:.*]]: index
//   CHECK-DAG: memref.extract_aligned_pointer_as_index %[[X]]
//   CHECK-DAG: %[[N2:.*]] = arith.muli %[[N]], %c2
//       CHECK: %[[BITS:.*]] = arith.ori
//   CHECK-NOT: arith.ori
//       CHECK: %[[REST:.*]] = arith.andi %{{.*}}, %c15
//       CHECK: %[[ALIGNED:.*]] = arith.cmpi eq, %[[REST]], %c0
//       CHECK: scf.if %[[ALIGNED]] {
//  CHECK-NEXT:   gpu.launch_func @kernels::@dynamic_kernel blocks
//       CHECK: } else {
//  CHECK-NEXT:   gpu.launch_func @kernels::@dynamic_kernel_unaligned blocks
func.func @dynamic(%x: memref<bf16>, %s: memref<f32>, %m: index, %n: index) {
  %c1 = arith.constant 1 : index
  gpu.launch_func @kernels::@dynamic_kernel blocks in (%m, %c1, %c1) threads in (%c1, %c1, %c1)
      args(%x : memref<bf16>, %s : memref<f32>, %m : index, %n : index)
  return
}

// CHECK-LABEL: gpu.module @kernels
//       CHECK: gpu.func @dynamic_kernel(%{{.*}}: memref<bf16>, %{{.*}}: memref<f32>, %{{.*}}: index, %{{.*}}: index {rmsnorm.divisor = 8 : i64}) kernel
//       CHECK: gpu.func @dynamic_kernel_unaligned(%{{.*}}: memref<bf16> {llvm.align = 2 : i64}, %{{.*}}: memref<f32>, %{{.*}}: index, %{{.*}}: index) kernel
gpu.module @kernels {
  gpu.func @dynamic_kernel(%p: memref<bf16>, %s: memref<f32>, %m: index, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %pad = arith.constant 0.0 : bf16
    %i = gpu.block_id x
    %x = memref.reinterpret_cast %p to offset: [0], sizes: [%m, %n], strides: [%n, 1] : memref<bf16> to memref<?x?xbf16>
    %lanes = vector.vscale
    %step = arith.muli %lanes, %c8 : index
    %whole = arith.subi %c0, %step : index
    %end = arith.andi %n, %whole : index
    %left = arith.subi %n, %end : index
    %mask = vector.create_mask %left : vector<[8]xi1>
    %v = vector.transfer_read %x[%i, %end], %pad, %mask {in_bounds = [true]} : memref<?x?xbf16>, vector<[8]xbf16>
    %f = arith.extf %v : vector<[8]xbf16> to vector<[8]xf32>
    %sum = vector.reduction <add>, %f : vector<[8]xf32> into f32
    memref.store %sum, %s[] : memref<f32>
    gpu.return
  }
}
}

// -----

// An odd row has no wide accesses wherever it lies.

module attributes {gpu.container_module} {
// CHECK-LABEL: func.func @odd
//   CHECK-NOT: scf.if
//       CHECK: gpu.launch_func @kernels::@odd_kernel
//   CHECK-NOT: unaligned
func.func @odd(%x: memref<8x97xf16>, %y: memref<97xf16>) {
  %c1 = arith.constant 1 : index
  gpu.launch_func @kernels::@odd_kernel blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
      args(%x : memref<8x97xf16>)
  return
}
gpu.module @kernels {
  gpu.func @odd_kernel(%x: memref<8x97xf16>) kernel {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0.0 : f16
    %i = gpu.block_id x
    %v = vector.transfer_read %x[%i, %c0], %pad {in_bounds = [true]} : memref<8x97xf16>, vector<97xf16>
    vector.transfer_write %v, %x[%i, %c0] {in_bounds = [true]} : vector<97xf16>, memref<8x97xf16>
    gpu.return
  }
}
}
