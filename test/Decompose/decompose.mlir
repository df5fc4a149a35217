// RUN: rmsnorm-opt %s --rmsnorm-decompose --canonicalize --cse --split-input-file | FileCheck %s

// CHECK-LABEL: func @after_weight
// CHECK-SAME: %[[X:.*]]: tensor<4x8xbf16>, %[[W:.*]]: tensor<8xbf16>, %[[INIT:.*]]: tensor<4x8xbf16>
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-DAG: %[[RN:.*]] = arith.constant 1.250000e-01 : f32
// CHECK-DAG: %[[EPS:.*]] = arith.constant 9.99999997E-7 : f32
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1.000000e+00 : f32
// CHECK: %[[FILL:.*]] = linalg.fill ins(%[[ZERO]] : f32)
// CHECK: %[[SUM:.*]] = linalg.generic {{.*}}iterator_types = ["parallel", "reduction"]} ins(%[[X]] : tensor<4x8xbf16>) outs(%[[FILL]] : tensor<4xf32>)
// CHECK:   %[[E:.*]] = arith.extf %{{.*}} : bf16 to f32
// CHECK:   %[[SQ:.*]] = arith.mulf %[[E]], %[[E]] fastmath<contract> : f32
// CHECK:   arith.addf %{{.*}}, %[[SQ]] fastmath<contract> : f32
// CHECK: %[[R:.*]] = linalg.generic {{.*}}iterator_types = ["parallel"]} ins(%[[SUM]] : tensor<4xf32>)
// CHECK:   %[[MEAN:.*]] = arith.mulf %{{.*}}, %[[RN]] : f32
// CHECK:   %[[SHIFTED:.*]] = arith.addf %[[MEAN]], %[[EPS]] : f32
// CHECK:   math.rsqrt %[[SHIFTED]] : f32
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "parallel"]} ins(%[[X]], %[[R]], %[[W]] : {{.*}}) outs(%[[INIT]] : tensor<4x8xbf16>)
// CHECK:   %[[N:.*]] = arith.mulf
// CHECK-NOT: truncf
// CHECK:   %[[WF:.*]] = arith.addf %{{.*}}, %[[ONE]] : f32
// CHECK:   %[[Y:.*]] = arith.mulf %[[N]], %[[WF]] : f32
// CHECK:   arith.truncf %[[Y]] : f32 to bf16
func.func @after_weight(%x : tensor<4x8xbf16>, %w : tensor<8xbf16>, %init : tensor<4x8xbf16>) -> tensor<4x8xbf16> {
  %y = rmsnorm.norm ins(%x : tensor<4x8xbf16>) weight(%w : tensor<8xbf16>) outs(%init : tensor<4x8xbf16>)
         {epsilon = 1.0e-06 : f64, weight_offset = 1.0 : f64} -> tensor<4x8xbf16>
  return %y : tensor<4x8xbf16>
}

// -----

// Each step rounds to the result's type, the normalised value to x's first.
// CHECK-LABEL: func @before_weight
// CHECK: math.rsqrt
// CHECK: linalg.generic
// CHECK:   %[[N:.*]] = arith.mulf %{{.*}}, %{{.*}} : f32
// CHECK:   %[[NT:.*]] = arith.truncf %[[N]] : f32 to bf16
// CHECK:   %[[NE:.*]] = arith.extf %[[NT]] : bf16 to f32
// CHECK:   %[[P:.*]] = arith.mulf %[[NE]], %{{.*}} : f32
// CHECK:   %[[PT:.*]] = arith.truncf %[[P]] : f32 to f16
// CHECK:   %[[PE:.*]] = arith.extf %[[PT]] : f16 to f32
// CHECK:   %[[S:.*]] = arith.addf %[[PE]], %{{.*}} : f32
// CHECK:   arith.truncf %[[S]] : f32 to f16
func.func @before_weight(%x : tensor<4x8xbf16>, %w : tensor<8xf32>, %b : tensor<8xf32>, %init : tensor<4x8xf16>) -> tensor<4x8xf16> {
  %y = rmsnorm.norm ins(%x : tensor<4x8xbf16>) weight(%w : tensor<8xf32>) bias(%b : tensor<8xf32>) outs(%init : tensor<4x8xf16>)
         {epsilon = 1.0e-06 : f64, rounding = #rmsnorm.rounding<before_weight>} -> tensor<4x8xf16>
  return %y : tensor<4x8xf16>
}

// -----

// The extent of a dynamic row is read once; f64 is computed in f64.
// CHECK-LABEL: func @dynamic_row
// CHECK: %[[N:.*]] = tensor.dim %{{.*}}, %c1
// CHECK: arith.sitofp %{{.*}} : i64 to f64
// CHECK: arith.divf
// CHECK: math.rsqrt %{{.*}} : f64
func.func @dynamic_row(%x : tensor<4x?xf64>, %init : tensor<4x?xf64>) -> tensor<4x?xf64> {
  %y = rmsnorm.norm ins(%x : tensor<4x?xf64>) outs(%init : tensor<4x?xf64>) {epsilon = 0.0 : f64} -> tensor<4x?xf64>
  return %y : tensor<4x?xf64>
}

// -----

// CHECK-LABEL: func @memrefs
// CHECK-SAME: %[[X:.*]]: memref<4x8xf32>, %[[Y:.*]]: memref<4x8xf32>
// CHECK: bufferization.to_tensor %[[X]] restrict
// CHECK-COUNT-3: linalg.generic
// CHECK: bufferization.materialize_in_destination %{{.*}} in writable %[[Y]]
func.func @memrefs(%x : memref<4x8xf32>, %y : memref<4x8xf32>) {
  rmsnorm.norm ins(%x : memref<4x8xf32>) outs(%y : memref<4x8xf32>) {epsilon = 1.0e-06 : f64}
  return
}

// -----

// In 16 bits each way to the mean and to the quotient has its own roundings.
// CHECK-LABEL: func @steps
// CHECK-DAG: %[[RN:.*]] = arith.constant 1.669920e-01 : bf16
// CHECK: %[[MEAN:.*]] = arith.mulf %{{.*}}, %[[RN]] : bf16
// CHECK: %[[V:.*]] = arith.addf %[[MEAN]]
// CHECK: math.sqrt %[[V]] : bf16
// CHECK: arith.divf %{{.*}}, %{{.*}} : bf16
func.func @steps(%x : tensor<4x6xbf16>, %init : tensor<4x6xbf16>) -> tensor<4x6xbf16> {
  %y = rmsnorm.norm ins(%x : tensor<4x6xbf16>) outs(%init : tensor<4x6xbf16>)
         {compute_type = bf16, epsilon = 0.125 : f64, root = #rmsnorm.root<divide>, statistic = #rmsnorm.statistic<reciprocal_mean>} -> tensor<4x6xbf16>
  return %y : tensor<4x6xbf16>
}

// -----

// In 32 bits they are one.
// CHECK-LABEL: func @no_steps
// CHECK-NOT: arith.divf
// CHECK: math.rsqrt
// CHECK-NOT: arith.divf
func.func @no_steps(%x : tensor<4x6xbf16>, %init : tensor<4x6xbf16>) -> tensor<4x6xbf16> {
  %y = rmsnorm.norm ins(%x : tensor<4x6xbf16>) outs(%init : tensor<4x6xbf16>)
         {epsilon = 0.125 : f64, root = #rmsnorm.root<divide>, statistic = #rmsnorm.statistic<reciprocal_mean>} -> tensor<4x6xbf16>
  return %y : tensor<4x6xbf16>
}

// -----

// Terms in the compute type, added up in another, rounded once.
// CHECK-LABEL: func @accumulator
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "reduction"]} ins(%{{.*}} : tensor<4x6xbf16>) outs(%{{.*}} : tensor<4xf32>)
// CHECK:   %[[SQ:.*]] = arith.mulf %[[IN:.*]], %[[IN]] : bf16
// CHECK:   %[[TERM:.*]] = arith.extf %[[SQ]] : bf16 to f32
// CHECK:   arith.addf %{{.*}}, %[[TERM]] : f32
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<4xf32>) outs(%{{.*}} : tensor<4xbf16>)
// CHECK:   %[[SUM:.*]] = arith.truncf %{{.*}} : f32 to bf16
// CHECK:   %[[S:.*]] = arith.divf %[[SUM]], %{{.*}} : bf16
// CHECK:   %[[V:.*]] = arith.addf %[[S]], %{{.*}} : bf16
// CHECK:   %[[W:.*]] = arith.extf %[[V]] : bf16 to f32
// CHECK:   %[[R:.*]] = math.rsqrt %[[W]] : f32
// CHECK:   arith.truncf %[[R]] : f32 to bf16
func.func @accumulator(%x : tensor<4x6xbf16>, %init : tensor<4x6xbf16>) -> tensor<4x6xbf16> {
  %y = rmsnorm.norm ins(%x : tensor<4x6xbf16>) outs(%init : tensor<4x6xbf16>)
         {accumulator_type = f32, compute_type = bf16, epsilon = 0.125 : f64} -> tensor<4x6xbf16>
  return %y : tensor<4x6xbf16>
}

// -----

// Rounded after the division.
// CHECK-LABEL: func @wide_mean
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<4xf32>) outs(%{{.*}} : tensor<4xbf16>)
// CHECK:   %[[S:.*]] = arith.mulf %{{.*}}, %{{.*}} : f32
// CHECK:   %[[R:.*]] = arith.truncf %[[S]] : f32 to bf16
// CHECK:   arith.addf %[[R]], %{{.*}} : bf16
func.func @wide_mean(%x : tensor<4x6xbf16>, %init : tensor<4x6xbf16>) -> tensor<4x6xbf16> {
  %y = rmsnorm.norm ins(%x : tensor<4x6xbf16>) outs(%init : tensor<4x6xbf16>)
         {accumulator_type = f32, compute_type = bf16, epsilon = 0.125 : f64, statistic = #rmsnorm.statistic<wide_mean>} -> tensor<4x6xbf16>
  return %y : tensor<4x6xbf16>
}

// -----

// Two means: one of 16 bits that rows are less of, one for the variance.
// CHECK-LABEL: func @statistic_type
// CHECK: %[[SUM:.*]] = linalg.generic {{.*}} ins(%arg0 : tensor<4x6xbf16>) outs(%{{.*}} : tensor<4xbf16>)
// CHECK: %[[MEAN:.*]] = linalg.generic {{.*}} ins(%[[SUM]] : tensor<4xbf16>)
// CHECK: %[[WIDESUM:.*]] = linalg.generic {{.*}} ins(%arg0 : tensor<4x6xbf16>) outs(%{{.*}} : tensor<4xf64>)
// CHECK: %[[WIDEMEAN:.*]] = linalg.generic {{.*}} ins(%[[WIDESUM]] : tensor<4xf64>)
// CHECK: %[[SQUARES:.*]] = linalg.generic {{.*}} ins(%arg0, %[[WIDEMEAN]] : tensor<4x6xbf16>, tensor<4xf64>) outs(%{{.*}} : tensor<4xf64>)
// CHECK:   %[[X:.*]] = arith.extf %{{.*}} : bf16 to f64
// CHECK:   %[[D:.*]] = arith.subf %[[X]], %{{.*}} : f64
// CHECK:   arith.mulf %[[D]], %[[D]] fastmath<contract> : f64
// CHECK: %[[R:.*]] = linalg.generic {{.*}} ins(%[[SQUARES]] : tensor<4xf64>) outs(%{{.*}} : tensor<4xbf16>)
// CHECK:   %[[V:.*]] = arith.mulf %{{.*}}, %{{.*}} : f64
// CHECK:   %[[S:.*]] = arith.truncf %[[V]] : f64 to bf16
// CHECK:   arith.addf %[[S]], %{{.*}} : bf16
// CHECK: linalg.generic {{.*}} ins(%arg0, %[[MEAN]], %[[R]] : tensor<4x6xbf16>, tensor<4xbf16>, tensor<4xbf16>)
// CHECK:   arith.subf %{{.*}}, %{{.*}} : bf16
func.func @statistic_type(%x : tensor<4x6xbf16>, %init : tensor<4x6xbf16>) -> tensor<4x6xbf16> {
  %y = rmsnorm.norm ins(%x : tensor<4x6xbf16>) outs(%init : tensor<4x6xbf16>)
         {center, compute_type = bf16, epsilon = 0.125 : f64, statistic_type = f64} -> tensor<4x6xbf16>
  return %y : tensor<4x6xbf16>
}
