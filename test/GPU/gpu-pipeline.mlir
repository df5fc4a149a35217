// RUN: rmsnorm-opt %s --rmsnorm-gpu-pipeline | FileCheck %s

// CHECK-LABEL: func.func @norm
//       CHECK:   scf.if
//       CHECK:     gpu.launch_func @norm_kernel::@norm_kernel blocks in (%{{.*}}, %c1{{.*}}, %c1{{.*}}) threads in (%c32{{.*}}, %c4{{.*}}, %c1{{.*}})
//       CHECK: gpu.module @norm_kernel
//       CHECK:   gpu.func @norm_kernel
//  CHECK-SAME:       known_block_size = array<i32: 32, 4, 1>
// A surplus row is a whole warp. Everything is read before the reduction, and
// the view of the row is gone.
//       CHECK:   scf.if
// CHECK-COUNT-4: vector.load {{.*}} {alignment = 16 : i64}
//       CHECK:     gpu.shuffle
//   CHECK-NOT:     load
//       CHECK:     math.rsqrt
// CHECK-COUNT-2:   vector.store {{.*}} {alignment = 16 : i64}
func.func @norm(%x: memref<?x512xbf16>, %w: memref<512xbf16>, %y: memref<?x512xbf16>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : bf16
  %inv = arith.constant 0.001953125 : f32
  %eps = arith.constant 1.0e-06 : f32
  %m = memref.dim %x, %c0 : memref<?x512xbf16>
  scf.forall (%i) in (%m) {
    %xv = vector.transfer_read %x[%i, %c0], %pad {in_bounds = [true]} : memref<?x512xbf16>, vector<512xbf16>
    %xf = arith.extf %xv : vector<512xbf16> to vector<512xf32>
    %sq = arith.mulf %xf, %xf : vector<512xf32>
    %ss = vector.reduction <add>, %sq : vector<512xf32> into f32
    %mean = arith.mulf %ss, %inv : f32
    %e = arith.addf %mean, %eps : f32
    %r = math.rsqrt %e : f32
    %rb = vector.broadcast %r : f32 to vector<512xf32>
    %n = arith.mulf %xf, %rb : vector<512xf32>
    %wv = vector.transfer_read %w[%c0], %pad {in_bounds = [true]} : memref<512xbf16>, vector<512xbf16>
    %wf = arith.extf %wv : vector<512xbf16> to vector<512xf32>
    %yv = arith.mulf %n, %wf : vector<512xf32>
    %yt = arith.truncf %yv : vector<512xf32> to vector<512xbf16>
    %row = memref.subview %y[%i, 0] [1, 512] [1, 1] : memref<?x512xbf16> to memref<512xbf16, strided<[1], offset: ?>>
    vector.transfer_write %yt, %row[%c0] {in_bounds = [true]} : vector<512xbf16>, memref<512xbf16, strided<[1], offset: ?>>
  }
  return
}
