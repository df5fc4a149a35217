// RUN: rmsnorm-opt %s --rmsnorm-raise --split-input-file | FileCheck %s

// torch.nn.RMSNorm as torch-mlir writes it, any number of rows. All that only
// the norm needed is gone.

#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0, 0)>
#map2 = affine_map<(d0, d1) -> (d1)>
// CHECK-LABEL: func @torch_f32(
// CHECK-SAME: %[[X:.*]]: tensor<?x97xf32>, %[[W:.*]]: tensor<97xf32>)
// CHECK-NOT: linalg
// CHECK: %[[C0:.*]] = arith.constant 0 : index
// CHECK: %[[DIM:.*]] = tensor.dim %[[X]], %[[C0]]
// CHECK: %[[INIT:.*]] = tensor.empty(%[[DIM]]) : tensor<?x97xf32>
// CHECK: %[[Y:.*]] = rmsnorm.norm ins(%[[X]] : tensor<?x97xf32>) weight(%[[W]] : tensor<97xf32>)
// CHECK-SAME: outs(%[[INIT]] : tensor<?x97xf32>) {epsilon = 9.9999999999999995E-7 : f64} -> tensor<?x97xf32>
// CHECK-NEXT: return %[[Y]]
func.func @torch_f32(%arg0: tensor<?x97xf32>, %arg1: tensor<97xf32>) -> tensor<?x97xf32> {
  %c0 = arith.constant 0 : index
  %cst = arith.constant 0.000000e+00 : f32
  %cst_0 = arith.constant 9.9999999999999995E-7 : f64
  %cst_1 = arith.constant 9.700000e+01 : f32
  %dim = tensor.dim %arg0, %c0 : tensor<?x97xf32>
  %0 = tensor.empty(%dim) : tensor<?x97xf32>
  %1 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %arg0 : tensor<?x97xf32>, tensor<?x97xf32>) outs(%0 : tensor<?x97xf32>) {
  ^bb0(%in: f32, %in_2: f32, %out: f32):
    %10 = arith.mulf %in, %in_2 : f32
    linalg.yield %10 : f32
  } -> tensor<?x97xf32>
  %2 = tensor.empty(%dim) : tensor<?x1xf32>
  %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<?x1xf32>) -> tensor<?x1xf32>
  %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%1 : tensor<?x97xf32>) outs(%3 : tensor<?x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %10 = arith.addf %in, %out : f32
    linalg.yield %10 : f32
  } -> tensor<?x1xf32>
  %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<?x1xf32>) outs(%2 : tensor<?x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %10 = arith.divf %in, %cst_1 : f32
    linalg.yield %10 : f32
  } -> tensor<?x1xf32>
  %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%5 : tensor<?x1xf32>) outs(%2 : tensor<?x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %10 = arith.truncf %cst_0 : f64 to f32
    %11 = arith.addf %in, %10 : f32
    linalg.yield %11 : f32
  } -> tensor<?x1xf32>
  %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<?x1xf32>) outs(%2 : tensor<?x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %10 = math.rsqrt %in : f32
    linalg.yield %10 : f32
  } -> tensor<?x1xf32>
  %8 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %7 : tensor<?x97xf32>, tensor<?x1xf32>) outs(%0 : tensor<?x97xf32>) {
  ^bb0(%in: f32, %in_2: f32, %out: f32):
    %10 = arith.mulf %in, %in_2 : f32
    linalg.yield %10 : f32
  } -> tensor<?x97xf32>
  %9 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%8, %arg1 : tensor<?x97xf32>, tensor<97xf32>) outs(%0 : tensor<?x97xf32>) {
  ^bb0(%in: f32, %in_2: f32, %out: f32):
    %10 = arith.mulf %in, %in_2 : f32
    linalg.yield %10 : f32
  } -> tensor<?x97xf32>
  return %9 : tensor<?x97xf32>
}

// -----

// The same in TOSA: the weight is read before its reshape.

// CHECK-LABEL: func @torch_f32_tosa(
// CHECK-SAME: %[[X:.*]]: tensor<?x97xf32>, %[[W:.*]]: tensor<97xf32>)
// CHECK-NOT: tosa
// CHECK: rmsnorm.norm ins(%[[X]] : tensor<?x97xf32>) weight(%[[W]] : tensor<97xf32>)
// CHECK-SAME: {epsilon = 9.9999999747524271E-7 : f64}
// CHECK-NEXT: return
func.func @torch_f32_tosa(%arg0: tensor<?x97xf32>, %arg1: tensor<97xf32>) -> tensor<?x97xf32> {
  %0 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %1 = tosa.const_shape {values = dense<[1, 97]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %2 = "tosa.const"() <{values = dense<0.010309278> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %3 = "tosa.const"() <{values = dense<9.99999997E-7> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %4 = tosa.mul %arg0, %arg0, %0 : (tensor<?x97xf32>, tensor<?x97xf32>, tensor<1xi8>) -> tensor<?x97xf32>
  %5 = tosa.reduce_sum %4 {axis = 1 : i32} : (tensor<?x97xf32>) -> tensor<?x1xf32>
  %6 = tosa.mul %5, %2, %0 : (tensor<?x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<?x1xf32>
  %7 = tosa.add %6, %3 : (tensor<?x1xf32>, tensor<1x1xf32>) -> tensor<?x1xf32>
  %8 = tosa.rsqrt %7 : (tensor<?x1xf32>) -> tensor<?x1xf32>
  %9 = tosa.mul %arg0, %8, %0 : (tensor<?x97xf32>, tensor<?x1xf32>, tensor<1xi8>) -> tensor<?x97xf32>
  %10 = tosa.reshape %arg1, %1 : (tensor<97xf32>, !tosa.shape<2>) -> tensor<1x97xf32>
  %11 = tosa.mul %9, %10, %0 : (tensor<?x97xf32>, tensor<1x97xf32>, tensor<1xi8>) -> tensor<?x97xf32>
  return %11 : tensor<?x97xf32>
}

// -----

// Llama, behind a residual add: x is the 16-bit sum, and the normalised value is
// rounded before the weight.

#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map2 = affine_map<(d0, d1, d2) -> (d2)>
// CHECK-LABEL: func @llama_residual(
// CHECK-SAME: %{{.*}}: tensor<2x5x96xbf16>, %{{.*}}: tensor<2x5x96xbf16>, %[[W:.*]]: tensor<96xbf16>)
// CHECK: %[[SUM:.*]] = linalg.generic
// CHECK: arith.addf {{.*}} : bf16
// CHECK-NOT: linalg.generic
// CHECK: %[[Y:.*]] = rmsnorm.norm ins(%[[SUM]] : tensor<2x5x96xbf16>) weight(%[[W]] : tensor<96xbf16>)
// CHECK-SAME: {epsilon = 9.9999999999999995E-7 : f64, rounding = #rmsnorm.rounding<before_weight>}
// CHECK: return %[[Y]], %[[SUM]]
func.func @llama_residual(%arg0: tensor<2x5x96xbf16>, %arg1: tensor<2x5x96xbf16>, %arg2: tensor<96xbf16>) -> (tensor<2x5x96xbf16>, tensor<2x5x96xbf16>) {
  %c2_i64 = arith.constant 2 : i64
  %cst = arith.constant 0.000000e+00 : f32
  %cst_1 = arith.constant 9.9999999999999995E-7 : f64
  %cst_2 = arith.constant 9.600000e+01 : f32
  %0 = tensor.empty() : tensor<2x5x96xbf16>
  %1 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %arg1 : tensor<2x5x96xbf16>, tensor<2x5x96xbf16>) outs(%0 : tensor<2x5x96xbf16>) {
  ^bb0(%in: bf16, %in_3: bf16, %out: bf16):
    %14 = arith.addf %in, %in_3 : bf16
    linalg.yield %14 : bf16
  } -> tensor<2x5x96xbf16>
  %2 = tensor.empty() : tensor<2x5x96xf32>
  %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : tensor<2x5x96xbf16>) outs(%2 : tensor<2x5x96xf32>) {
  ^bb0(%in: bf16, %out: f32):
    %14 = arith.extf %in : bf16 to f32
    linalg.yield %14 : f32
  } -> tensor<2x5x96xf32>
  %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%3 : tensor<2x5x96xf32>) outs(%2 : tensor<2x5x96xf32>) {
  ^bb0(%in: f32, %out: f32):
    %14 = math.fpowi %in, %c2_i64 : f32, i64
    linalg.yield %14 : f32
  } -> tensor<2x5x96xf32>
  %5 = tensor.empty() : tensor<2x5x1xf32>
  %6 = linalg.fill ins(%cst : f32) outs(%5 : tensor<2x5x1xf32>) -> tensor<2x5x1xf32>
  %7 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%4 : tensor<2x5x96xf32>) outs(%6 : tensor<2x5x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %14 = arith.addf %in, %out : f32
    linalg.yield %14 : f32
  } -> tensor<2x5x1xf32>
  %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7 : tensor<2x5x1xf32>) outs(%5 : tensor<2x5x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %14 = arith.divf %in, %cst_2 : f32
    linalg.yield %14 : f32
  } -> tensor<2x5x1xf32>
  %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8 : tensor<2x5x1xf32>) outs(%5 : tensor<2x5x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %14 = arith.truncf %cst_1 : f64 to f32
    %15 = arith.addf %in, %14 : f32
    linalg.yield %15 : f32
  } -> tensor<2x5x1xf32>
  %10 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9 : tensor<2x5x1xf32>) outs(%5 : tensor<2x5x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %14 = math.rsqrt %in : f32
    linalg.yield %14 : f32
  } -> tensor<2x5x1xf32>
  %11 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%3, %10 : tensor<2x5x96xf32>, tensor<2x5x1xf32>) outs(%2 : tensor<2x5x96xf32>) {
  ^bb0(%in: f32, %in_3: f32, %out: f32):
    %14 = arith.mulf %in, %in_3 : f32
    linalg.yield %14 : f32
  } -> tensor<2x5x96xf32>
  %12 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11 : tensor<2x5x96xf32>) outs(%0 : tensor<2x5x96xbf16>) {
  ^bb0(%in: f32, %out: bf16):
    %14 = arith.truncf %in : f32 to bf16
    linalg.yield %14 : bf16
  } -> tensor<2x5x96xbf16>
  %13 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg2, %12 : tensor<96xbf16>, tensor<2x5x96xbf16>) outs(%0 : tensor<2x5x96xbf16>) {
  ^bb0(%in: bf16, %in_3: bf16, %out: bf16):
    %14 = arith.mulf %in, %in_3 : bf16
    linalg.yield %14 : bf16
  } -> tensor<2x5x96xbf16>
  return %13, %1 : tensor<2x5x96xbf16>, tensor<2x5x96xbf16>
}

// -----

// Llama in TOSA; the weight is a constant with unit dims.

// CHECK-LABEL: func @llama_tosa(
// CHECK-SAME: %[[X:.*]]: tensor<2x5x96xbf16>)
// CHECK: %[[C:.*]] = "tosa.const"() <{values = dense<1.500000e+00> : tensor<1x1x96xbf16>}>
// CHECK: %[[W:.*]] = tensor.collapse_shape %[[C]] {{\[}}[0, 1, 2]] : tensor<1x1x96xbf16> into tensor<96xbf16>
// CHECK: rmsnorm.norm ins(%[[X]] : tensor<2x5x96xbf16>) weight(%[[W]] : tensor<96xbf16>)
// CHECK-SAME: rounding = #rmsnorm.rounding<before_weight>
func.func @llama_tosa(%arg0: tensor<2x5x96xbf16>) -> tensor<2x5x96xbf16> {
  %0 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %1 = "tosa.const"() <{values = dense<2.000000e+00> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
  %2 = "tosa.const"() <{values = dense<0.010416667> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
  %3 = "tosa.const"() <{values = dense<9.99999997E-7> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
  %4 = "tosa.const"() <{values = dense<1.5> : tensor<1x1x96xbf16>}> : () -> tensor<1x1x96xbf16>
  %5 = tosa.cast %arg0 : (tensor<2x5x96xbf16>) -> tensor<2x5x96xf32>
  %6 = tosa.pow %5, %1 : (tensor<2x5x96xf32>, tensor<1x1x1xf32>) -> tensor<2x5x96xf32>
  %7 = tosa.reduce_sum %6 {axis = 2 : i32} : (tensor<2x5x96xf32>) -> tensor<2x5x1xf32>
  %8 = tosa.mul %7, %2, %0 : (tensor<2x5x1xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<2x5x1xf32>
  %9 = tosa.add %8, %3 : (tensor<2x5x1xf32>, tensor<1x1x1xf32>) -> tensor<2x5x1xf32>
  %10 = tosa.rsqrt %9 : (tensor<2x5x1xf32>) -> tensor<2x5x1xf32>
  %11 = tosa.mul %5, %10, %0 : (tensor<2x5x96xf32>, tensor<2x5x1xf32>, tensor<1xi8>) -> tensor<2x5x96xf32>
  %12 = tosa.cast %11 : (tensor<2x5x96xf32>) -> tensor<2x5x96xbf16>
  %13 = tosa.mul %4, %12, %0 : (tensor<1x1x96xbf16>, tensor<2x5x96xbf16>, tensor<1xi8>) -> tensor<2x5x96xbf16>
  return %13 : tensor<2x5x96xbf16>
}

// -----

// Gemma and Qwen3-Next: 1 + w in f32, one rounding at the end.

// CHECK-LABEL: func @gemma_tosa(
// CHECK-SAME: %[[X:.*]]: tensor<2x5x96xbf16>, %[[W:.*]]: tensor<96xbf16>)
// CHECK-NOT: tosa
// CHECK: rmsnorm.norm ins(%[[X]] : tensor<2x5x96xbf16>) weight(%[[W]] : tensor<96xbf16>)
// CHECK-SAME: {epsilon = {{.*}} : f64, weight_offset = 1.000000e+00 : f64} -> tensor<2x5x96xbf16>
func.func @gemma_tosa(%arg0: tensor<2x5x96xbf16>, %w: tensor<96xbf16>) -> tensor<2x5x96xbf16> {
  %1 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %2 = tosa.const_shape {values = dense<[1, 1, 96]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %3 = "tosa.const"() <{values = dense<2.000000e+00> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
  %4 = "tosa.const"() <{values = dense<0.010416667> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
  %5 = "tosa.const"() <{values = dense<9.99999997E-7> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
  %6 = "tosa.const"() <{values = dense<1.000000e+00> : tensor<1xf32>}> : () -> tensor<1xf32>
  %7 = tosa.cast %arg0 : (tensor<2x5x96xbf16>) -> tensor<2x5x96xf32>
  %8 = tosa.pow %7, %3 : (tensor<2x5x96xf32>, tensor<1x1x1xf32>) -> tensor<2x5x96xf32>
  %9 = tosa.reduce_sum %8 {axis = 2 : i32} : (tensor<2x5x96xf32>) -> tensor<2x5x1xf32>
  %10 = tosa.mul %9, %4, %1 : (tensor<2x5x1xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<2x5x1xf32>
  %11 = tosa.add %10, %5 : (tensor<2x5x1xf32>, tensor<1x1x1xf32>) -> tensor<2x5x1xf32>
  %12 = tosa.rsqrt %11 : (tensor<2x5x1xf32>) -> tensor<2x5x1xf32>
  %13 = tosa.mul %7, %12, %1 : (tensor<2x5x96xf32>, tensor<2x5x1xf32>, tensor<1xi8>) -> tensor<2x5x96xf32>
  %14 = tosa.cast %w : (tensor<96xbf16>) -> tensor<96xf32>
  %15 = tosa.add %14, %6 : (tensor<96xf32>, tensor<1xf32>) -> tensor<96xf32>
  %16 = tosa.reshape %15, %2 : (tensor<96xf32>, !tosa.shape<3>) -> tensor<1x1x96xf32>
  %17 = tosa.mul %13, %16, %1 : (tensor<2x5x96xf32>, tensor<1x1x96xf32>, tensor<1xi8>) -> tensor<2x5x96xf32>
  %18 = tosa.cast %17 : (tensor<2x5x96xf32>) -> tensor<2x5x96xbf16>
  return %18 : tensor<2x5x96xbf16>
}

// -----

// Two fused ops. The offset is on the other side, the sum is scaled by 1/N, the
// casts are in the bodies, and x is multiplied last.

#map = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#col = affine_map<(d0, d1) -> (d1)>
// CHECK-LABEL: func @fused(
// CHECK-SAME: %[[X:.*]]: tensor<?x64xf16>, %[[W:.*]]: tensor<64xf16>)
// CHECK-NOT: linalg
// CHECK: rmsnorm.norm ins(%[[X]] : tensor<?x64xf16>) weight(%[[W]] : tensor<64xf16>)
// CHECK-SAME: {epsilon = {{.*}} : f64, weight_offset = 1.000000e+00 : f64} -> tensor<?x64xf16>
func.func @fused(%x: tensor<?x64xf16>, %w: tensor<64xf16>) -> tensor<?x64xf16> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %inv = arith.constant 0.015625 : f32
  %eps = arith.constant 1.0e-5 : f32
  %m = tensor.dim %x, %c0 : tensor<?x64xf16>
  %0 = tensor.empty(%m) : tensor<?xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<?xf32>) -> tensor<?xf32>
  %sum = linalg.generic {indexing_maps = [#map, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x64xf16>) outs(%1 : tensor<?xf32>) {
  ^bb0(%in: f16, %out: f32):
    %2 = arith.extf %in : f16 to f32
    %3 = arith.mulf %2, %2 : f32
    %4 = arith.addf %out, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<?xf32>
  %e = tensor.empty(%m) : tensor<?x64xf16>
  %y = linalg.generic {indexing_maps = [#row, #col, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%sum, %w, %x : tensor<?xf32>, tensor<64xf16>, tensor<?x64xf16>) outs(%e : tensor<?x64xf16>) {
  ^bb0(%s: f32, %v: f16, %in: f16, %out: f16):
    %2 = arith.mulf %inv, %s : f32
    %3 = arith.addf %eps, %2 : f32
    %4 = math.sqrt %3 : f32
    %5 = arith.extf %v : f16 to f32
    %6 = arith.addf %one, %5 : f32
    %7 = arith.divf %6, %4 : f32
    %8 = arith.extf %in : f16 to f32
    %9 = arith.mulf %7, %8 : f32
    %10 = arith.truncf %9 : f32 to f16
    linalg.yield %10 : f16
  } -> tensor<?x64xf16>
  return %y : tensor<?x64xf16>
}

// -----

// Named ops, a broadcast of its own, no epsilon.

// CHECK-LABEL: func @named(
// CHECK-SAME: %[[X:.*]]: tensor<8x64xf32>)
// CHECK-NOT: linalg
// CHECK: rmsnorm.norm ins(%[[X]] : tensor<8x64xf32>) outs(%{{.*}}) {epsilon = 0.000000e+00 : f64}
func.func @named(%x: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %zero = arith.constant 0.0 : f32
  %n = arith.constant dense<64.0> : tensor<8xf32>
  %e2 = tensor.empty() : tensor<8x64xf32>
  %e1 = tensor.empty() : tensor<8xf32>
  %0 = linalg.square ins(%x : tensor<8x64xf32>) outs(%e2 : tensor<8x64xf32>) -> tensor<8x64xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<8xf32>) -> tensor<8xf32>
  %2 = linalg.reduce {arith.addf} ins(%0 : tensor<8x64xf32>) outs(%1 : tensor<8xf32>) dimensions = [1]
  %3 = linalg.div ins(%2, %n : tensor<8xf32>, tensor<8xf32>) outs(%e1 : tensor<8xf32>) -> tensor<8xf32>
  %4 = linalg.map {math.sqrt} ins(%3 : tensor<8xf32>) outs(%e1 : tensor<8xf32>)
  %5 = linalg.broadcast ins(%4 : tensor<8xf32>) outs(%e2 : tensor<8x64xf32>) dimensions = [1]
  %6 = linalg.div ins(%x, %5 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%e2 : tensor<8x64xf32>) -> tensor<8x64xf32>
  return %6 : tensor<8x64xf32>
}

// -----

// Elementwise ops on tensors; pow(-0.5); r * w first; a bias.

#map = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0, 0)>
#col = affine_map<(d0, d1) -> (d1)>
// CHECK-LABEL: func @bias(
// CHECK-SAME: %[[X:.*]]: tensor<8x64xf32>, %[[W:.*]]: tensor<64xf32>, %[[B:.*]]: tensor<64xf32>)
// CHECK-NOT: linalg
// CHECK: rmsnorm.norm ins(%[[X]] : {{.*}}) weight(%[[W]] : tensor<64xf32>) bias(%[[B]] : tensor<64xf32>)
// CHECK-SAME: {epsilon = 1.250000e-01 : f64}
func.func @bias(%x: tensor<8x64xf32>, %w: tensor<64xf32>, %b: tensor<64xf32>) -> tensor<8x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<8x1xf32>
  %n = arith.constant dense<64.0> : tensor<8x1xf32>
  %eps = arith.constant dense<0.125> : tensor<8x1xf32>
  %exp = arith.constant dense<-0.5> : tensor<8x1xf32>
  %0 = arith.mulf %x, %x : tensor<8x64xf32>
  %1 = linalg.generic {indexing_maps = [#map, #row], iterator_types = ["parallel", "reduction"]} ins(%0 : tensor<8x64xf32>) outs(%zero : tensor<8x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.addf %in, %out : f32
    linalg.yield %s : f32
  } -> tensor<8x1xf32>
  %2 = arith.divf %1, %n : tensor<8x1xf32>
  %3 = arith.addf %2, %eps : tensor<8x1xf32>
  %4 = math.powf %3, %exp : tensor<8x1xf32>
  %e = tensor.empty() : tensor<8x64xf32>
  %5 = linalg.generic {indexing_maps = [#map, #row, #col, #col, #map], iterator_types = ["parallel", "parallel"]} ins(%x, %4, %w, %b : tensor<8x64xf32>, tensor<8x1xf32>, tensor<64xf32>, tensor<64xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%in: f32, %r: f32, %v: f32, %c: f32, %out: f32):
    %6 = arith.mulf %r, %v : f32
    %7 = arith.mulf %in, %6 : f32
    %8 = arith.addf %c, %7 : f32
    linalg.yield %8 : f32
  } -> tensor<8x64xf32>
  return %5 : tensor<8x64xf32>
}

// -----

// N is known at run time only, and read from x. Unit dims come and go.

#map = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#unit = affine_map<(d0, d1) -> (d0, 0)>
// CHECK-LABEL: func @dynamic_row(
// CHECK-SAME: %[[X:.*]]: tensor<?x?xf32>)
// CHECK-NOT: linalg
// CHECK: %[[INIT:.*]] = tensor.empty(%{{.*}}, %{{.*}}) : tensor<?x?xf32>
// CHECK: rmsnorm.norm ins(%[[X]] : tensor<?x?xf32>) outs(%[[INIT]] : tensor<?x?xf32>)
func.func @dynamic_row(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %n_i64 = arith.index_cast %n : index to i64
  %n_f32 = arith.sitofp %n_i64 : i64 to f32
  %0 = tensor.empty(%m) : tensor<?xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<?xf32>) -> tensor<?xf32>
  %2 = linalg.generic {indexing_maps = [#map, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x?xf32>) outs(%1 : tensor<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.mulf %in, %in : f32
    %t = arith.addf %s, %out : f32
    linalg.yield %t : f32
  } -> tensor<?xf32>
  %3 = tensor.expand_shape %2 [[0, 1]] output_shape [%m, 1] : tensor<?xf32> into tensor<?x1xf32>
  %4 = tensor.empty(%m, %n) : tensor<?x?xf32>
  %5 = linalg.generic {indexing_maps = [#unit, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%3, %x : tensor<?x1xf32>, tensor<?x?xf32>) outs(%4 : tensor<?x?xf32>) {
  ^bb0(%s: f32, %in: f32, %out: f32):
    %6 = arith.divf %s, %n_f32 : f32
    %7 = arith.addf %6, %eps : f32
    %8 = math.rsqrt %7 : f32
    %9 = arith.mulf %in, %8 : f32
    linalg.yield %9 : f32
  } -> tensor<?x?xf32>
  return %5 : tensor<?x?xf32>
}

// -----

// -----

// n * n is no weight, and in one dimension a row looks like a column.

// CHECK-LABEL: func @square_of_norm(
// CHECK: %[[N:.*]] = rmsnorm.norm ins(%{{.*}} : tensor<4xf32>) outs
// CHECK: arith.mulf %[[N]], %[[N]]
func.func @square_of_norm(%x: tensor<4xf32>) -> tensor<4xf32> {
  %inv = arith.constant 0.25 : f32
  %zero = arith.constant dense<0.0> : tensor<f32>
  %sum = linalg.dot ins(%x, %x : tensor<4xf32>, tensor<4xf32>) outs(%zero : tensor<f32>) -> tensor<f32>
  %e = tensor.empty() : tensor<4xf32>
  %n = linalg.generic {indexing_maps = [affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%sum, %x : tensor<f32>, tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%s: f32, %in: f32, %out: f32):
    %0 = arith.mulf %s, %inv : f32
    %1 = math.rsqrt %0 : f32
    %2 = arith.mulf %in, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<4xf32>
  %y = arith.mulf %n, %n : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// The outer norm is found first, around the inner one.

// CHECK-LABEL: func @norm_of_norm(
// CHECK: %[[N:.*]] = rmsnorm.norm
// CHECK: rmsnorm.norm ins(%[[N]] :
func.func @norm_of_norm(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.25> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %eps = "tosa.const"() <{values = dense<0.125> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %sq = tosa.mul %x, %x, %s : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %sum = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %mean = tosa.mul %sum, %inv, %s : (tensor<8x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  %v = tosa.add %mean, %eps : (tensor<8x1xf32>, tensor<1x1xf32>) -> tensor<8x1xf32>
  %r = tosa.rsqrt %v : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %n = tosa.mul %x, %r, %s : (tensor<8x4xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %sq2 = tosa.mul %n, %n, %s : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %sum2 = tosa.reduce_sum %sq2 {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %mean2 = tosa.mul %sum2, %inv, %s : (tensor<8x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  %v2 = tosa.add %mean2, %eps : (tensor<8x1xf32>, tensor<1x1xf32>) -> tensor<8x1xf32>
  %r2 = tosa.rsqrt %v2 : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %y = tosa.mul %n, %r2, %s : (tensor<8x4xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  return %y : tensor<8x4xf32>
}

// -----

// Rows of one element: their sum is their mean.

// CHECK-LABEL: func @rows_of_one(
// CHECK: rmsnorm.norm ins(%{{.*}} : tensor<3x1xf32>) weight(%{{.*}} : tensor<1xf32>)
func.func @rows_of_one(%x: tensor<3x1xf32>, %w: tensor<1xf32>) -> tensor<3x1xf32> {
  %e = tensor.empty() : tensor<3x1xf32>
  %zero = arith.constant dense<0.0> : tensor<3xf32>
  %eps = arith.constant 1.0e-6 : f32
  %sum = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<3x1xf32>) outs(%zero : tensor<3xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %in : f32
    %1 = arith.addf %0, %out : f32
    linalg.yield %1 : f32
  } -> tensor<3xf32>
  %n = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%sum, %x, %w : tensor<3xf32>, tensor<3x1xf32>, tensor<1xf32>) outs(%e : tensor<3x1xf32>) {
  ^bb0(%s: f32, %in: f32, %v: f32, %out: f32):
    %0 = arith.addf %s, %eps : f32
    %1 = math.rsqrt %0 : f32
    %2 = arith.mulf %in, %1 : f32
    %3 = arith.mulf %2, %v : f32
    linalg.yield %3 : f32
  } -> tensor<3x1xf32>
  return %n : tensor<3x1xf32>
}

// -----

#map = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// An epsilon is what the program adds: here 1e-5 as f16 has it.

// CHECK-LABEL: func @epsilon_f16(
// CHECK: rmsnorm.norm {{.*}} {epsilon = 1.0013580322265625E-5 : f64}
func.func @epsilon_f16(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %inv = arith.constant 0.25 : f32
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %eps = arith.constant 1.0e-5 : f16
  %sum = linalg.generic {indexing_maps = [#map, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<8x4xf32>) outs(%zero : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %in : f32
    %1 = arith.addf %0, %out : f32
    linalg.yield %1 : f32
  } -> tensor<8xf32>
  %e = tensor.empty() : tensor<8x4xf32>
  %n = linalg.generic {indexing_maps = [#row, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%sum, %x : tensor<8xf32>, tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) {
  ^bb0(%s: f32, %in: f32, %out: f32):
    %0 = arith.mulf %s, %inv : f32
    %4 = arith.extf %eps : f16 to f32
    %1 = arith.addf %0, %4 : f32
    %2 = math.rsqrt %1 : f32
    %3 = arith.mulf %in, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<8x4xf32>
  return %n : tensor<8x4xf32>
}

// CHECK-LABEL: func @epsilon_rank_0(
// CHECK: rmsnorm.norm {{.*}} {epsilon = 1.000000e-05 : f64}
func.func @epsilon_rank_0(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %inv = arith.constant 0.25 : f32
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %eps = arith.constant dense<1.0e-5> : tensor<f64>
  %sum = linalg.generic {indexing_maps = [#map, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<8x4xf32>) outs(%zero : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %in : f32
    %1 = arith.addf %0, %out : f32
    linalg.yield %1 : f32
  } -> tensor<8xf32>
  %e = tensor.empty() : tensor<8x4xf32>
  %n = linalg.generic {indexing_maps = [#row, #map, affine_map<(d0, d1) -> ()>, #map], iterator_types = ["parallel", "parallel"]} ins(%sum, %x , %eps : tensor<8xf32>, tensor<8x4xf32>, tensor<f64>) outs(%e : tensor<8x4xf32>) {
  ^bb0(%s: f32, %in: f32, %f: f64, %out: f32):
    %0 = arith.mulf %s, %inv : f32
    %4 = arith.truncf %f : f64 to f32
    %1 = arith.addf %0, %4 : f32
    %2 = math.rsqrt %1 : f32
    %3 = arith.mulf %in, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<8x4xf32>
  return %n : tensor<8x4xf32>
}

// CHECK-LABEL: func @epsilon_extracted(
// CHECK: rmsnorm.norm {{.*}} {epsilon = 1.000000e-05 : f64}
func.func @epsilon_extracted(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %inv = arith.constant 0.25 : f32
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %t = arith.constant dense<1.0e-5> : tensor<f64>
  %eps = tensor.extract %t[] : tensor<f64>
  %sum = linalg.generic {indexing_maps = [#map, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<8x4xf32>) outs(%zero : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %in : f32
    %1 = arith.addf %0, %out : f32
    linalg.yield %1 : f32
  } -> tensor<8xf32>
  %e = tensor.empty() : tensor<8x4xf32>
  %n = linalg.generic {indexing_maps = [#row, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%sum, %x : tensor<8xf32>, tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) {
  ^bb0(%s: f32, %in: f32, %out: f32):
    %0 = arith.mulf %s, %inv : f32
    %4 = arith.truncf %eps : f64 to f32
    %1 = arith.addf %4, %0 : f32
    %2 = math.rsqrt %1 : f32
    %3 = arith.mulf %in, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<8x4xf32>
  return %n : tensor<8x4xf32>
}

// -----

// All in f64.

// CHECK-LABEL: func @f64(
// CHECK: rmsnorm.norm ins(%{{.*}} : tensor<8x4xf64>)
func.func @f64(%x: tensor<8x4xf64>) -> tensor<8x4xf64> {
  %zero = arith.constant dense<0.0> : tensor<8xf64>
  %four = arith.constant dense<4.0> : tensor<8xf64>
  %eps = arith.constant dense<0.125> : tensor<8xf64>
  %sq = arith.mulf %x, %x : tensor<8x4xf64>
  %sum = linalg.reduce {arith.addf} ins(%sq : tensor<8x4xf64>) outs(%zero : tensor<8xf64>) dimensions = [1]
  %mean = arith.divf %sum, %four : tensor<8xf64>
  %v = arith.addf %mean, %eps : tensor<8xf64>
  %r = math.rsqrt %v : tensor<8xf64>
  %e = tensor.empty() : tensor<8x4xf64>
  %b = linalg.broadcast ins(%r : tensor<8xf64>) outs(%e : tensor<8x4xf64>) dimensions = [1]
  %n = arith.mulf %x, %b : tensor<8x4xf64>
  return %n : tensor<8x4xf64>
}

// A statistic that is wider than the model's own type.

// CHECK-LABEL: func @statistic_in_f64(
// CHECK: rmsnorm.norm ins(%{{.*}} : tensor<8x4xf32>)
func.func @statistic_in_f64(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %zero = arith.constant dense<0.0> : tensor<8xf64>
  %four = arith.constant dense<4.0> : tensor<8xf64>
  %eps = arith.constant dense<0.125> : tensor<8xf64>
  %xd = arith.extf %x : tensor<8x4xf32> to tensor<8x4xf64>
  %sq = arith.mulf %xd, %xd : tensor<8x4xf64>
  %sum = linalg.reduce {arith.addf} ins(%sq : tensor<8x4xf64>) outs(%zero : tensor<8xf64>) dimensions = [1]
  %mean = arith.divf %sum, %four : tensor<8xf64>
  %v = arith.addf %mean, %eps : tensor<8xf64>
  %r = math.rsqrt %v : tensor<8xf64>
  %e = tensor.empty() : tensor<8x4xf32>
  %rf = arith.truncf %r : tensor<8xf64> to tensor<8xf32>
  %b = linalg.broadcast ins(%rf : tensor<8xf32>) outs(%e : tensor<8x4xf32>) dimensions = [1]
  %n = arith.mulf %x, %b : tensor<8x4xf32>
  return %n : tensor<8x4xf32>
}

// -----

// Inside of control flow.

// CHECK-LABEL: func @in_a_loop(
// CHECK: scf.for
// CHECK: rmsnorm.norm
func.func @in_a_loop(%x: tensor<8x4xf32>, %n0: index) -> tensor<8x4xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.25> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %eps = "tosa.const"() <{values = dense<0.125> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.for %i = %c0 to %n0 step %c1 iter_args(%x0 = %x) -> tensor<8x4xf32> {
    %sq = tosa.mul %x0, %x0, %s : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
    %sum = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
    %mean = tosa.mul %sum, %inv, %s : (tensor<8x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
    %v = tosa.add %mean, %eps : (tensor<8x1xf32>, tensor<1x1xf32>) -> tensor<8x1xf32>
    %r = tosa.rsqrt %v : (tensor<8x1xf32>) -> tensor<8x1xf32>
    %n = tosa.mul %x0, %r, %s : (tensor<8x4xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x4xf32>
    scf.yield %n : tensor<8x4xf32>
  }
  return %y : tensor<8x4xf32>
}

// -----

// Rounded to 16 bits before a wider weight.

// CHECK-LABEL: func @mixed_weight(
// CHECK: rmsnorm.norm ins(%{{.*}} : tensor<8x4xbf16>) weight(%{{.*}} : tensor<4xf32>) outs(%{{.*}} : tensor<8x4xf32>)
// CHECK-SAME: before_weight
func.func @mixed_weight(%h: tensor<8x4xbf16>, %w: tensor<1x4xf32>) -> tensor<8x4xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.25> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %eps = "tosa.const"() <{values = dense<0.125> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %x = tosa.cast %h : (tensor<8x4xbf16>) -> tensor<8x4xf32>
  %sq = tosa.mul %x, %x, %s : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %sum = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %mean = tosa.mul %sum, %inv, %s : (tensor<8x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  %v = tosa.add %mean, %eps : (tensor<8x1xf32>, tensor<1x1xf32>) -> tensor<8x1xf32>
  %r = tosa.rsqrt %v : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %n = tosa.mul %x, %r, %s : (tensor<8x4xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %nh = tosa.cast %n : (tensor<8x4xf32>) -> tensor<8x4xbf16>
  %nf = tosa.cast %nh : (tensor<8x4xbf16>) -> tensor<8x4xf32>
  %y = tosa.mul %nf, %w, %s : (tensor<8x4xf32>, tensor<1x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  return %y : tensor<8x4xf32>
}

// -----

// Rounded to another type than the one of x before the weight: the op knows no such
// order, so the weight stays outside.

// CHECK-LABEL: func @sum_in_f32(
// CHECK: %[[N:.*]] = rmsnorm.norm ins(%{{.*}} : tensor<8x4xf32>) outs(%{{.*}} : tensor<8x4xbf16>)
// CHECK: tosa.mul %[[N]]
func.func @sum_in_f32(%x: tensor<8x4xf32>, %w: tensor<1x4xbf16>) -> tensor<8x4xbf16> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.25> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %eps = "tosa.const"() <{values = dense<0.125> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %sq = tosa.mul %x, %x, %s : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %sum = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %mean = tosa.mul %sum, %inv, %s : (tensor<8x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  %v = tosa.add %mean, %eps : (tensor<8x1xf32>, tensor<1x1xf32>) -> tensor<8x1xf32>
  %r = tosa.rsqrt %v : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %n = tosa.mul %x, %r, %s : (tensor<8x4xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %nh = tosa.cast %n : (tensor<8x4xf32>) -> tensor<8x4xbf16>
  %y = tosa.mul %nh, %w, %s : (tensor<8x4xbf16>, tensor<1x4xbf16>, tensor<1xi8>) -> tensor<8x4xbf16>
  return %y : tensor<8x4xbf16>
}

// -----

// 1 + w rounds here, so it is no offset but the weight.

// CHECK-LABEL: func @rounded_weight(
// CHECK: %[[W:.*]] = tosa.add
// CHECK: rmsnorm.norm ins(%{{.*}} : tensor<8x4xbf16>) weight(%[[W]] : tensor<4xbf16>)
// CHECK-NOT: weight_offset
func.func @rounded_weight(%h: tensor<8x4xbf16>, %w: tensor<4xbf16>) -> tensor<8x4xbf16> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %inv = "tosa.const"() <{values = dense<0.25> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %eps = "tosa.const"() <{values = dense<0.125> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %x = tosa.cast %h : (tensor<8x4xbf16>) -> tensor<8x4xf32>
  %sq = tosa.mul %x, %x, %s : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %sum = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %mean = tosa.mul %sum, %inv, %s : (tensor<8x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  %v = tosa.add %mean, %eps : (tensor<8x1xf32>, tensor<1x1xf32>) -> tensor<8x1xf32>
  %r = tosa.rsqrt %v : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %n = tosa.mul %x, %r, %s : (tensor<8x4xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %one = "tosa.const"() <{values = dense<1.0> : tensor<1xbf16>}> : () -> tensor<1xbf16>
  %w1 = tosa.add %w, %one : (tensor<4xbf16>, tensor<1xbf16>) -> tensor<4xbf16>
  %shape = tosa.const_shape {values = dense<[1, 4]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %w2 = tosa.reshape %w1, %shape : (tensor<4xbf16>, !tosa.shape<2>) -> tensor<1x4xbf16>
  %w3 = tosa.cast %w2 : (tensor<1x4xbf16>) -> tensor<1x4xf32>
  %m = tosa.mul %n, %w3, %s : (tensor<8x4xf32>, tensor<1x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %y = tosa.cast %m : (tensor<8x4xf32>) -> tensor<8x4xbf16>
  return %y : tensor<8x4xbf16>
}

// -----

// The norm of a norm: what is rounded between them is no step of the second.

// CHECK-LABEL: func @norm_of_norm(
// CHECK: %[[N:.*]] = rmsnorm.norm ins(%arg0 : tensor<8x4xbf16>)
// CHECK: %[[M:.*]] = rmsnorm.norm ins(%[[N]] : tensor<8x4xbf16>)
// CHECK: return %[[M]]
func.func @norm_of_norm(%h: tensor<8x4xbf16>) -> tensor<8x4xbf16> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %x = tosa.cast %h : (tensor<8x4xbf16>) -> tensor<8x4xf32>
  %sq = tosa.mul %x, %x, %s : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %u = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %r = tosa.rsqrt %u : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %y = tosa.mul %x, %r, %s : (tensor<8x4xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %n = tosa.cast %y : (tensor<8x4xf32>) -> tensor<8x4xbf16>
  %x2 = tosa.cast %n : (tensor<8x4xbf16>) -> tensor<8x4xf32>
  %sq2 = tosa.mul %x2, %x2, %s : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %u2 = tosa.reduce_sum %sq2 {axis = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x1xf32>
  %r2 = tosa.rsqrt %u2 : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %y2 = tosa.mul %x2, %r2, %s : (tensor<8x4xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x4xf32>
  %m = tosa.cast %y2 : (tensor<8x4xf32>) -> tensor<8x4xbf16>
  return %m : tensor<8x4xbf16>
}
