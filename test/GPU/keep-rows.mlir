// RUN: rmsnorm-opt %s --split-input-file --rmsnorm-launch-rows --rmsnorm-keep-rows --canonicalize --cse | FileCheck %s --check-prefixes=CHECK,ASYNC
// RUN: rmsnorm-opt %s --split-input-file --rmsnorm-launch-rows --rmsnorm-keep-rows=async=false --canonicalize --cse | FileCheck %s --check-prefixes=CHECK,SYNC
// RUN: rmsnorm-opt %s --split-input-file --rmsnorm-launch-rows --rmsnorm-keep-rows=shared-bytes=101376 --canonicalize --cse | FileCheck %s --check-prefix=SMALL

// The row is copied to shared memory before the first pass, or left there by it,
// and then taken from there. All rows share the weight, which is read once anyway.
// CHECK-LABEL: func.func @static
//       CHECK: %[[BYTES:.*]] = arith.constant 160032 : i32
//       CHECK: gpu.launch {{.*}} dynamic_shared_memory_size %[[BYTES]]
//       CHECK:   %[[MEMORY:.*]] = gpu.dynamic_shared_memory
//       CHECK:   %[[KEPT:.*]] = memref.view %[[MEMORY]][%c0][] {{.*}} to memref<40008xf32, #gpu.address_space<workgroup>>
//       CHECK:   scf.for %[[I:[a-z0-9]+]] =
//       CHECK:     %[[V:.*]] = vector.transfer_read %arg0[%{{.*}}, %[[I]]]
//       ASYNC:     vector.transfer_write %[[V]], %[[KEPT]][%[[I]]] {in_bounds = [true], rmsnorm.async}
//       ASYNC:   %[[COPIES:.*]] = nvgpu.device_async_create_group
//       ASYNC:   nvgpu.device_async_wait %[[COPIES]]
//       ASYNC:   scf.for %[[I:[a-z0-9]+]] =
//       ASYNC:     vector.transfer_read %[[KEPT]][%[[I]]]
//  SYNC-NEXT:     vector.transfer_write %[[V]], %[[KEPT]][%[[I]]] {in_bounds = [true]}
//       CHECK:   %[[LEFT:.*]] = arith.subi %c40001, %[[END:.*]] : index
//       CHECK:   %[[V:.*]] = vector.transfer_read %arg0[%{{.*}}, %[[END]]]
//       CHECK:   vector.reduction
//   CHECK-NOT:   transfer_read %arg0
//       CHECK:   scf.for %[[I:[a-z0-9]+]] =
//       CHECK:     vector.transfer_read %[[KEPT]][%[[I]]], {{.*}} {in_bounds = [true]}
//       CHECK:     vector.transfer_read %arg1[%[[I]]]
//   CHECK-NOT:   transfer_read %arg0

// A row that does not fit is read again.
// SMALL-LABEL: func.func @static
//   SMALL-NOT:   workgroup
// SMALL-COUNT-2: vector.transfer_read %arg0
func.func @static(%x: memref<?x40001xf32>, %w: memref<40001xf32>, %y: memref<?x40001xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %n = arith.constant 40001 : index
  %pad = arith.constant 0.0 : f32
  %zero = arith.constant dense<0.0> : vector<[8]xf32>
  %m = memref.dim %x, %c0 : memref<?x40001xf32>
  scf.forall (%row) in (%m) {
    %vscale = vector.vscale
    %step = arith.muli %vscale, %c8 : index
    %mask = arith.subi %c0, %step : index
    %end = arith.andi %n, %mask : index
    %sum = scf.for %i = %c0 to %end step %step iter_args(%a = %zero) -> (vector<[8]xf32>) {
      %v = vector.transfer_read %x[%row, %i], %pad {in_bounds = [true]} : memref<?x40001xf32>, vector<[8]xf32>
      %s = arith.addf %a, %v : vector<[8]xf32>
      scf.yield %s : vector<[8]xf32>
    }
    %left = arith.subi %n, %end : index
    %inside = vector.create_mask %left : vector<[8]xi1>
    %rest = vector.transfer_read %x[%row, %end], %pad, %inside {in_bounds = [true]} : memref<?x40001xf32>, vector<[8]xf32>
    %all = arith.addf %sum, %rest : vector<[8]xf32>
    %r = vector.reduction <add>, %all : vector<[8]xf32> into f32
    %rs = vector.broadcast %r : f32 to vector<[8]xf32>
    scf.for %i = %c0 to %end step %step {
      %v = vector.transfer_read %x[%row, %i], %pad {in_bounds = [true]} : memref<?x40001xf32>, vector<[8]xf32>
      %wv = vector.transfer_read %w[%i], %pad {in_bounds = [true]} : memref<40001xf32>, vector<[8]xf32>
      %0 = arith.mulf %v, %rs : vector<[8]xf32>
      %1 = arith.mulf %0, %wv : vector<[8]xf32>
      vector.transfer_write %1, %y[%row, %i] {in_bounds = [true]} : vector<[8]xf32>, memref<?x40001xf32>
    }
    %2 = arith.mulf %rest, %rs : vector<[8]xf32>
    vector.transfer_write %2, %y[%row, %end], %inside {in_bounds = [true]} : vector<[8]xf32>, memref<?x40001xf32>
  }
  return
}

// -----

// A length that is known at the launch: the host says by the size whether the
// rows of a block fit, and the kernel can do both. What a pass writes is kept as
// well, here in a type of half the size.
// CHECK-LABEL: func.func @dynamic
//       CHECK:   %[[ROUNDED:.*]] = arith.andi %{{.*}}, %c-8
//       CHECK:   %[[ROW:.*]] = arith.muli %[[ROUNDED]], %c2
//       CHECK:   %[[BLOCK:.*]] = arith.muli %[[ROW]], %
//       CHECK:   %[[FITS:.*]] = arith.cmpi ule, %[[BLOCK]], %c228352
//       CHECK:   %[[BYTES:.*]] = arith.select %[[FITS]], %[[BLOCK]], %c0
//       CHECK:   %[[SIZE:.*]] = arith.index_cast %[[BYTES]] : index to i32
//       CHECK:   gpu.launch {{.*}} threads(%{{.*}}, %[[Y:[a-z0-9]+]], %{{.*}}) in {{.*}} dynamic_shared_memory_size %[[SIZE]]
//       CHECK:     %[[IS_KEPT:.*]] = arith.cmpi ne, %[[SIZE]], %c0_i32
//       CHECK:     scf.if %[[IS_KEPT]] {
//       CHECK:       %[[OFFSET:.*]] = arith.muli %[[Y]], %[[ROW]]
//       CHECK:       %[[KEPT:.*]] = memref.view %{{.*}}[%[[OFFSET]]][%[[ROUNDED]]] {{.*}} to memref<?xbf16, #gpu.address_space<workgroup>>
//       CHECK:       scf.for
//       CHECK:         vector.transfer_write %[[S:[0-9]+]], %arg1
//       CHECK:         vector.transfer_write %[[S]], %[[KEPT]]
//       CHECK:       vector.transfer_write %[[S:[0-9]+]], %arg1[%{{.*}}, %{{.*}}], %{{.*}} {in_bounds = [true]}
//       CHECK:       %[[WHOLE:.*]] = vector.create_mask
//       CHECK:       vector.transfer_write %[[S]], %[[KEPT]][%{{.*}}], %[[WHOLE]] {in_bounds = [true]}
//       CHECK:       scf.for
//       CHECK:         vector.transfer_read %[[KEPT]]
//       CHECK:       vector.transfer_read %[[KEPT]][%{{.*}}], %{{.*}}, %[[WHOLE]]
//       CHECK:     } else {
//   CHECK-NOT:       workgroup
func.func @dynamic(%x: memref<?x?xf32>, %y: memref<?x?xbf16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %pad = arith.constant 0.0 : f32
  %padb = arith.constant 0.0 : bf16
  %zero = arith.constant dense<0.0> : vector<[8]xf32>
  %m = memref.dim %x, %c0 : memref<?x?xf32>
  %n = memref.dim %x, %c1 : memref<?x?xf32>
  scf.forall (%row) in (%m) {
    %vscale = vector.vscale
    %step = arith.muli %vscale, %c8 : index
    %mask = arith.subi %c0, %step : index
    %end = arith.andi %n, %mask : index
    %sum = scf.for %i = %c0 to %end step %step iter_args(%a = %zero) -> (vector<[8]xf32>) {
      %v = vector.transfer_read %x[%row, %i], %pad {in_bounds = [true]} : memref<?x?xf32>, vector<[8]xf32>
      %t = arith.truncf %v : vector<[8]xf32> to vector<[8]xbf16>
      %s = arith.addf %a, %v : vector<[8]xf32>
      vector.transfer_write %t, %y[%row, %i] {in_bounds = [true]} : vector<[8]xbf16>, memref<?x?xbf16>
      scf.yield %s : vector<[8]xf32>
    }
    %left = arith.subi %n, %end : index
    %inside = vector.create_mask %left : vector<[8]xi1>
    %rest = vector.transfer_read %x[%row, %end], %pad, %inside {in_bounds = [true]} : memref<?x?xf32>, vector<[8]xf32>
    %all = arith.addf %sum, %rest : vector<[8]xf32>
    %t = arith.truncf %rest : vector<[8]xf32> to vector<[8]xbf16>
    vector.transfer_write %t, %y[%row, %end], %inside {in_bounds = [true]} : vector<[8]xbf16>, memref<?x?xbf16>
    %r = vector.reduction <add>, %all : vector<[8]xf32> into f32
    %rb = arith.truncf %r : f32 to bf16
    %rs = vector.broadcast %rb : bf16 to vector<[8]xbf16>
    scf.for %i = %c0 to %end step %step {
      %v = vector.transfer_read %y[%row, %i], %padb {in_bounds = [true]} : memref<?x?xbf16>, vector<[8]xbf16>
      %0 = arith.mulf %v, %rs : vector<[8]xbf16>
      vector.transfer_write %0, %y[%row, %i] {in_bounds = [true]} : vector<[8]xbf16>, memref<?x?xbf16>
    }
    %v = vector.transfer_read %y[%row, %end], %padb, %inside {in_bounds = [true]} : memref<?x?xbf16>, vector<[8]xbf16>
    %2 = arith.mulf %v, %rs : vector<[8]xbf16>
    vector.transfer_write %2, %y[%row, %end], %inside {in_bounds = [true]} : vector<[8]xbf16>, memref<?x?xbf16>
  }
  return
}

// -----

// The first pass is over a prefix, so the second one reads what nobody has kept.
// CHECK-LABEL: func.func @prefix
//   CHECK-NOT:   workgroup
func.func @prefix(%x: memref<?x80000xf16>, %y: memref<?x80000xf16>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %p = arith.constant 50000 : index
  %n = arith.constant 80000 : index
  %pad = arith.constant 0.0 : f16
  %zero = arith.constant dense<0.0> : vector<[8]xf32>
  %m = memref.dim %x, %c0 : memref<?x80000xf16>
  scf.forall (%row) in (%m) {
    %vscale = vector.vscale
    %step = arith.muli %vscale, %c8 : index
    %mask = arith.subi %c0, %step : index
    %first = arith.andi %p, %mask : index
    %sum = scf.for %i = %c0 to %first step %step iter_args(%a = %zero) -> (vector<[8]xf32>) {
      %v = vector.transfer_read %x[%row, %i], %pad {in_bounds = [true]} : memref<?x80000xf16>, vector<[8]xf16>
      %f = arith.extf %v : vector<[8]xf16> to vector<[8]xf32>
      %s = arith.addf %a, %f : vector<[8]xf32>
      scf.yield %s : vector<[8]xf32>
    }
    %left = arith.subi %p, %first : index
    %inside = vector.create_mask %left : vector<[8]xi1>
    %rest = vector.transfer_read %x[%row, %first], %pad, %inside {in_bounds = [true]} : memref<?x80000xf16>, vector<[8]xf16>
    %f = arith.extf %rest : vector<[8]xf16> to vector<[8]xf32>
    %all = arith.addf %sum, %f : vector<[8]xf32>
    %r = vector.reduction <add>, %all : vector<[8]xf32> into f32
    %rs = vector.broadcast %r : f32 to vector<[8]xf32>
    %end = arith.andi %n, %mask : index
    scf.for %i = %c0 to %end step %step {
      %v = vector.transfer_read %x[%row, %i], %pad {in_bounds = [true]} : memref<?x80000xf16>, vector<[8]xf16>
      %e = arith.extf %v : vector<[8]xf16> to vector<[8]xf32>
      %0 = arith.mulf %e, %rs : vector<[8]xf32>
      %1 = arith.truncf %0 : vector<[8]xf32> to vector<[8]xf16>
      vector.transfer_write %1, %y[%row, %i] {in_bounds = [true]} : vector<[8]xf16>, memref<?x80000xf16>
    }
    %over = arith.subi %n, %end : index
    %last = vector.create_mask %over : vector<[8]xi1>
    %v = vector.transfer_read %x[%row, %end], %pad, %last {in_bounds = [true]} : memref<?x80000xf16>, vector<[8]xf16>
    vector.transfer_write %v, %y[%row, %end], %last {in_bounds = [true]} : vector<[8]xf16>, memref<?x80000xf16>
  }
  return
}
