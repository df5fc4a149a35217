// RUN: rmsnorm-opt %s --rmsnorm-round-quotients | FileCheck %s

gpu.module @kernels {
  // What does not depend on the element is computed once; the clamps go in front.
  // CHECK-LABEL: func.func @clamped(
  //  CHECK-SAME:     %[[X:.*]]: vector<8xf32>, %[[S:.*]]: f32)
  //       CHECK:   %[[BITS:.*]] = arith.bitcast %[[S]] : f32 to i32
  //       CHECK:   %[[POWER:.*]] = arith.bitcast %{{.*}} : i32 to f32
  //       CHECK:   %[[NEAR:.*]] = arith.mulf %[[S]], %[[POWER]] : f32
  //       CHECK:   %[[D:.*]] = arith.select %{{.*}}, %{{.*}}, %[[NEAR]] : f32
  //       CHECK:   %[[INVERSE:.*]] = arith.divf %{{.*}}, %[[D]] : f32
  //       CHECK:   %[[HIGH:.*]] = arith.mulf %[[D]], %cst{{.*}} : f32
  //       CHECK:   %[[LOW:.*]] = arith.mulf %[[D]], %cst{{.*}} : f32
  //       CHECK:   %[[POWERS:.*]] = vector.broadcast %[[POWER]]
  //       CHECK:   %[[A0:.*]] = arith.mulf %[[X]], %[[POWERS]]
  //       CHECK:   %[[LOWS:.*]] = vector.broadcast %[[LOW]]
  //       CHECK:   %[[A1:.*]] = arith.maximumf %[[A0]], %[[LOWS]]
  //       CHECK:   %[[HIGHS:.*]] = vector.broadcast %[[HIGH]]
  //       CHECK:   %[[A:.*]] = arith.minimumf %[[A1]], %[[HIGHS]]
  //       CHECK:   %[[INVERSES:.*]] = vector.broadcast %[[INVERSE]]
  //       CHECK:   %[[GUESS:.*]] = arith.mulf %[[A]], %[[INVERSES]]
  //       CHECK:   %[[ERROR:.*]] = math.fma %{{.*}}, %[[GUESS]], %[[A]]
  //       CHECK:   %[[EXACT:.*]] = math.fma %[[ERROR]], %[[INVERSES]], %[[GUESS]]
  // CHECK-COUNT-8: llvm.call_intrinsic "llvm.nvvm.f2i.rn"
  //       CHECK:   arith.trunci %{{.*}} : vector<8xi32> to vector<8xi8>
  func.func @clamped(%x: vector<8xf32>, %s: f32) -> vector<8xi8> {
    %low = arith.constant dense<-128.0> : vector<8xf32>
    %high = arith.constant dense<127.0> : vector<8xf32>
    %b = vector.broadcast %s : f32 to vector<8xf32>
    %0 = arith.divf %x, %b : vector<8xf32>
    %1 = math.roundeven %0 : vector<8xf32>
    %2 = arith.maximumf %1, %low : vector<8xf32>
    %3 = arith.minimumf %2, %high : vector<8xf32>
    %4 = arith.fptosi %3 : vector<8xf32> to vector<8xi8>
    return %4 : vector<8xi8>
  }

  // Zero must be between the bounds, and they be integers; NaN must go through
  // them; other roundings and divisors are other results.
  // CHECK-LABEL: func.func @others
  // CHECK-COUNT-6: arith.divf
  // CHECK-NOT: call_intrinsic
  func.func @others(%x: vector<8xf32>, %s: f32, %d: vector<8xf32>)
      -> (vector<8xi8>, vector<8xi8>, vector<8xi8>, vector<8xi8>, vector<8xi8>, vector<8xi64>) {
    %two = arith.constant dense<2.0> : vector<8xf32>
    %part = arith.constant dense<-2.5> : vector<8xf32>
    %low = arith.constant dense<-128.0> : vector<8xf32>
    %b = vector.broadcast %s : f32 to vector<8xf32>
    %0 = arith.divf %x, %b : vector<8xf32>
    %1 = math.roundeven %0 : vector<8xf32>
    %2 = arith.maximumf %1, %two : vector<8xf32>
    %above = arith.fptosi %2 : vector<8xf32> to vector<8xi8>
    %3 = arith.divf %two, %b : vector<8xf32>
    %4 = math.roundeven %3 : vector<8xf32>
    %5 = arith.maximumf %4, %part : vector<8xf32>
    %fraction = arith.fptosi %5 : vector<8xf32> to vector<8xi8>
    %6 = arith.divf %low, %b : vector<8xf32>
    %7 = math.roundeven %6 : vector<8xf32>
    %8 = arith.maxnumf %7, %low : vector<8xf32>
    %number = arith.fptosi %8 : vector<8xf32> to vector<8xi8>
    %9 = arith.divf %x, %d : vector<8xf32>
    %10 = math.roundeven %9 : vector<8xf32>
    %several = arith.fptosi %10 : vector<8xf32> to vector<8xi8>
    %11 = arith.divf %part, %b : vector<8xf32>
    %12 = math.floor %11 : vector<8xf32>
    %down = arith.fptosi %12 : vector<8xf32> to vector<8xi8>
    %13 = arith.divf %d, %b : vector<8xf32>
    %14 = math.roundeven %13 : vector<8xf32>
    %wide = arith.fptosi %14 : vector<8xf32> to vector<8xi64>
    return %above, %fraction, %number, %several, %down, %wide : vector<8xi8>, vector<8xi8>, vector<8xi8>, vector<8xi8>, vector<8xi8>, vector<8xi64>
  }
}
