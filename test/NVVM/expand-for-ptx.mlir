// RUN: rmsnorm-opt %s --rmsnorm-expand-for-ptx | FileCheck %s

gpu.module @kernels {
  // CHECK-LABEL: func.func @roots
  //       CHECK:   llvm.call_intrinsic "llvm.nvvm.rsqrt.approx.f"(%{{.*}}) : (f32) -> f32
  // CHECK-COUNT-2: llvm.call_intrinsic "llvm.nvvm.rsqrt.approx.f"
  //       CHECK:   vector.from_elements {{.*}} : vector<2xf32>
  //       CHECK:   %[[ROOT:.*]] = llvm.call_intrinsic "llvm.sqrt"(%{{.*}}) : (f64) -> f64
  //       CHECK:   arith.divf %{{.*}}, %[[ROOT]] : f64
  //       CHECK:   arith.extf %{{.*}} : bf16 to f32
  //       CHECK:   llvm.call_intrinsic "llvm.nvvm.rsqrt.approx.f"
  //       CHECK:   arith.truncf %{{.*}} : f32 to bf16
  func.func @roots(%a: f32, %v: vector<2xf32>, %d: f64, %h: bf16) -> (f32, vector<2xf32>, f64, bf16) {
    %0 = math.rsqrt %a : f32
    %1 = math.rsqrt %v : vector<2xf32>
    %2 = math.rsqrt %d : f64
    %3 = math.rsqrt %h : bf16
    return %0, %1, %2, %3 : f32, vector<2xf32>, f64, bf16
  }

  // With an epsilon there is no subnormal number to bring into range.
  // CHECK-LABEL: func.func @epsilon
  //       CHECK:   llvm.call_intrinsic "llvm.nvvm.rsqrt.approx.ftz.f"
  //       CHECK:   llvm.call_intrinsic "llvm.nvvm.rsqrt.approx.f"
  func.func @epsilon(%a: f32) -> (f32, f32) {
    %epsilon = arith.constant 1.0e-06 : f32
    %tiny = arith.constant 1.0e-31 : f32
    %0 = arith.addf %a, %epsilon : f32
    %1 = math.rsqrt %0 : f32
    %2 = arith.addf %a, %tiny : f32
    %3 = math.rsqrt %2 : f32
    return %1, %3 : f32, f32
  }

  // CHECK-LABEL: func.func @instructions
  //       CHECK:   llvm.call_intrinsic "llvm.sqrt"(%{{.*}}) : (vector<8xf32>) -> vector<8xf32>
  //       CHECK:   llvm.call_intrinsic "llvm.fabs"
  //       CHECK:   llvm.call_intrinsic "llvm.floor"
  //       CHECK:   llvm.call_intrinsic "llvm.ceil"
  //       CHECK:   llvm.call_intrinsic "llvm.trunc"
  //       CHECK:   llvm.call_intrinsic "llvm.roundeven"
  //       CHECK:   llvm.call_intrinsic "llvm.copysign"
  //       CHECK:   llvm.call_intrinsic "llvm.fma"
  func.func @instructions(%v: vector<8xf32>) -> vector<8xf32> {
    %0 = math.sqrt %v : vector<8xf32>
    %1 = math.absf %0 : vector<8xf32>
    %2 = math.floor %1 : vector<8xf32>
    %3 = math.ceil %2 : vector<8xf32>
    %4 = math.trunc %3 : vector<8xf32>
    %5 = math.roundeven %4 : vector<8xf32>
    %6 = math.copysign %5, %v : vector<8xf32>
    %7 = math.fma %6, %v, %v : vector<8xf32>
    return %7 : vector<8xf32>
  }

  // CHECK-LABEL: func.func @shuffle
  // CHECK-COUNT-2: gpu.shuffle xor {{.*}} : i32
  func.func @shuffle(%d: f64, %o: i32, %w: i32) -> f64 {
    %0, %valid = gpu.shuffle xor %d, %o, %w : f64
    return %0 : f64
  }
}
