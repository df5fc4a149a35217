// RUN: rmsnorm-opt %s --rmsnorm-unpack-bf16 | FileCheck %s

gpu.module @kernels {
  // CHECK-LABEL: func.func @words
  //   CHECK-DAG: %[[UPPER:.*]] = arith.constant dense<-65536> : vector<4xi32>
  //   CHECK-DAG: %[[SIXTEEN:.*]] = arith.constant dense<16> : vector<4xi32>
  //       CHECK: %[[WORDS:.*]] = vector.bitcast %{{.*}} : vector<8xbf16> to vector<4xi32>
  //       CHECK: %[[LOW:.*]] = arith.shli %[[WORDS]], %[[SIXTEEN]]
  //       CHECK: %[[HIGH:.*]] = arith.andi %[[WORDS]], %[[UPPER]]
  //       CHECK: %[[A:.*]] = arith.bitcast %[[LOW]] : vector<4xi32> to vector<4xf32>
  //       CHECK: %[[B:.*]] = arith.bitcast %[[HIGH]] : vector<4xi32> to vector<4xf32>
  //       CHECK: vector.shuffle %[[A]], %[[B]] [0, 4, 1, 5, 2, 6, 3, 7]
  func.func @words(%x: vector<8xbf16>) -> vector<8xf32> {
    %y = arith.extf %x : vector<8xbf16> to vector<8xf32>
    return %y : vector<8xf32>
  }

  // CHECK-LABEL: func.func @others
  // CHECK-COUNT-3: arith.extf
  func.func @others(%x: vector<3xbf16>, %y: vector<8xf16>, %z: bf16) -> (vector<3xf32>, vector<8xf32>, f32) {
    %a = arith.extf %x : vector<3xbf16> to vector<3xf32>
    %b = arith.extf %y : vector<8xf16> to vector<8xf32>
    %c = arith.extf %z : bf16 to f32
    return %a, %b, %c : vector<3xf32>, vector<8xf32>, f32
  }
}
