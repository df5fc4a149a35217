// RUN: rmsnorm-opt %s --rmsnorm-expand-math | FileCheck %s --implicit-check-not="math.{{(exp|exp2|expm1|tanh|erf|powf|log|log2|log10|absi|sin|cos|log1p|round[^e])}} "

// What is an instruction stays; the others become arithmetic, in 16 bits by way
// of f32.
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

  // CHECK-LABEL: func.func @in_f64
  //       CHECK: math.roundeven
  //       CHECK: arith.fptosi %{{.*}} : vector<2xf64> to vector<2xi64>
  func.func @in_f64(%x: vector<2xf64>) -> (vector<2xf64>, vector<2xf64>, vector<2xf64>, vector<2xf64>, vector<2xf64>) {
    %0 = math.exp %x : vector<2xf64>
    %1 = math.tanh %x : vector<2xf64>
    %2 = math.erf %x : vector<2xf64>
    %3 = math.log1p %x : vector<2xf64>
    %4 = math.powf %x, %0 : vector<2xf64>
    return %0, %1, %2, %3, %4 : vector<2xf64>, vector<2xf64>, vector<2xf64>, vector<2xf64>, vector<2xf64>
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
