// RUN: rmsnorm-opt %s --rmsnorm-expand-math | FileCheck %s --implicit-check-not="math.{{(exp|tanh|erf|powf|log|absi|sin|cos|log1p)}} "

// What is an instruction stays; what has a polynomial in f32 becomes that, in
// 16 bits by way of f32; an exponential in f64 keeps its call.
gpu.module @kernels {
  // CHECK-LABEL: func.func @functions
  //       CHECK: math.sqrt %{{.*}} : vector<8xf32>
  //       CHECK: math.fma
  func.func @functions(%x: vector<8xf32>) -> (vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>) {
    %root = math.sqrt %x : vector<8xf32>
    %e = math.exp %x : vector<8xf32>
    %t = math.tanh %x : vector<8xf32>
    %f = math.erf %x : vector<8xf32>
    %p = math.powf %x, %e : vector<8xf32>
    %l = math.log1p %x : vector<8xf32>
    return %root, %e, %t, %f, %p, %l : vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>
  }

  // Of a negative base the sign follows from the exponent; what is cut off of a
  // number is exact; 2^n is in the bits.
  // CHECK-LABEL: func.func @exact
  //       CHECK: math.trunc
  //       CHECK: arith.select
  //       CHECK: math.copysign
  //       CHECK: math.roundeven
  //       CHECK: arith.shli
  func.func @exact(%x: f32, %y: f32) -> (f32, f32, f32) {
    %p = math.powf %x, %y : f32
    %r = math.round %x : f32
    %e = math.exp2 %x : f32
    return %p, %r, %e : f32, f32, f32
  }

  // CHECK-LABEL: func.func @narrow
  //       CHECK: arith.extf %{{.*}} : vector<8xbf16> to vector<8xf32>
  //       CHECK: arith.truncf %{{.*}} : vector<8xf32> to vector<8xbf16>
  func.func @narrow(%x: vector<8xbf16>) -> vector<8xbf16> {
    %e = math.exp %x : vector<8xbf16>
    return %e : vector<8xbf16>
  }

  // CHECK-LABEL: func.func @integer
  //       CHECK: %[[N:.*]] = arith.subi
  //       CHECK: arith.maxsi %{{.*}}, %[[N]] : vector<8xi32>
  func.func @integer(%x: vector<8xi32>) -> vector<8xi32> {
    %a = math.absi %x : vector<8xi32>
    return %a : vector<8xi32>
  }
}
