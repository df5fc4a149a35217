// RUN: rmsnorm-opt %s --rmsnorm-nvvm-pipeline="format=isa" | FileCheck %s --check-prefix=HOST
// RUN: rmsnorm-opt %s --rmsnorm-nvvm-pipeline="format=isa chip=sm_80" | sed 's/\\0A/\n/g; s/\\09/ /g' | FileCheck %s --check-prefix=PTX
// RUN: rmsnorm-opt %s --rmsnorm-nvvm-pipeline="format=llvm" | FileCheck %s --check-prefix=HOST
// RUN: not rmsnorm-opt %s --rmsnorm-nvvm-pipeline="chip=sm_9999" 2>&1 | FileCheck %s --check-prefix=CHIP

// CHIP: error: unknown chip 'sm_9999'

// HOST-LABEL: llvm.func @norm(
//       HOST:   llvm.call @mgpuStreamCreate
//       HOST:   gpu.launch_func <{{.*}}> @norm_kernel::@norm_kernel
//       HOST:   llvm.call @mgpuStreamSynchronize

// 16 bytes an access, each element of x once, the weight before the first
// shuffle; no product is fused with a sum.

//         PTX: .version 7.0
//         PTX: .target sm_80
//         PTX: .entry norm_kernel(
//         PTX: .maxntid 32, 4, 1
//     PTX-NOT: fma
// PTX-COUNT-4: ld.global.v4.b32
//     PTX-NOT: ld.global
//     PTX-NOT: fma
//         PTX: shfl.sync.bfly
//     PTX-NOT: call
//         PTX: rsqrt.approx.ftz.f32
//     PTX-NOT: fma
// PTX-COUNT-2: st.global.v4.b32
//     PTX-NOT: st.global
//         PTX: .entry norm_kernel_unaligned(
//     PTX-NOT: global.v
//         PTX: .entry norm_f32_kernel(
// PTX-COUNT-8: ld.global.v4.b32
//     PTX-NOT: ld.global
//     PTX-NOT: fma
// PTX-COUNT-4: st.global.v4.b32
//     PTX-NOT: st.global
//         PTX: .entry norm_f32_kernel_unaligned(

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

func.func @norm_f32(%x: memref<?x512xf32>, %w: memref<512xf32>, %y: memref<?x512xf32>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f32
  %inv = arith.constant 0.001953125 : f32
  %eps = arith.constant 1.0e-06 : f32
  %m = memref.dim %x, %c0 : memref<?x512xf32>
  scf.forall (%i) in (%m) {
    %xv = vector.transfer_read %x[%i, %c0], %pad {in_bounds = [true]} : memref<?x512xf32>, vector<512xf32>
    %sq = arith.mulf %xv, %xv : vector<512xf32>
    %ss = vector.reduction <add>, %sq : vector<512xf32> into f32
    %mean = arith.mulf %ss, %inv : f32
    %e = arith.addf %mean, %eps : f32
    %r = math.rsqrt %e : f32
    %rb = vector.broadcast %r : f32 to vector<512xf32>
    %n = arith.mulf %xv, %rb : vector<512xf32>
    %wv = vector.transfer_read %w[%c0], %pad {in_bounds = [true]} : memref<512xf32>, vector<512xf32>
    %yv = arith.mulf %n, %wv : vector<512xf32>
    %row = memref.subview %y[%i, 0] [1, 512] [1, 1] : memref<?x512xf32> to memref<512xf32, strided<[1], offset: ?>>
    vector.transfer_write %yv, %row[%c0] {in_bounds = [true]} : vector<512xf32>, memref<512xf32, strided<[1], offset: ?>>
  }
  return
}
