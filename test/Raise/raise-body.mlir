// RUN: rmsnorm-opt %s --rmsnorm-raise --split-input-file | FileCheck %s

// The end of a norm in the body of an op that does more.

// -----

// A gate behind it: the norm is cut out, and what only it needed.

#map = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#col = affine_map<(d0, d1) -> (d1)>
// CHECK-LABEL: func @gate(
// CHECK-SAME: %[[X:.*]]: tensor<?x64xf16>, %[[W:.*]]: tensor<64xf16>, %[[G:.*]]: tensor<?x64xf16>)
// CHECK: %[[N:.*]] = rmsnorm.norm ins(%[[X]] : tensor<?x64xf16>) weight(%[[W]] : tensor<64xf16>) outs(%{{.*}} : tensor<?x64xf16>) {epsilon = 0.000000e+00 : f64} -> tensor<?x64xf16>
// CHECK-NEXT: %[[Y:.*]] = linalg.generic {{.*}} ins(%[[G]], %[[N]] : tensor<?x64xf16>, tensor<?x64xf16>)
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f16, %[[NORM:.*]]: f16, %{{.*}}: f16):
// CHECK-NEXT: %[[P:.*]] = arith.mulf %[[NORM]], %[[IN]] : f16
// CHECK-NEXT: linalg.yield %[[P]]
// CHECK: return %[[Y]]
func.func @gate(%x: tensor<?x64xf16>, %w: tensor<64xf16>, %g: tensor<?x64xf16>) -> tensor<?x64xf16> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %inv = arith.constant 0.015625 : f32
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
  %y = linalg.generic {indexing_maps = [#row, #col, #map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%sum, %w, %x, %g : tensor<?xf32>, tensor<64xf16>, tensor<?x64xf16>, tensor<?x64xf16>) outs(%e : tensor<?x64xf16>) {
  ^bb0(%s: f32, %v: f16, %in: f16, %gate: f16, %out: f16):
    %2 = arith.mulf %s, %inv : f32
    %3 = math.rsqrt %2 : f32
    %4 = arith.extf %in : f16 to f32
    %5 = arith.mulf %4, %3 : f32
    %6 = arith.extf %v : f16 to f32
    %7 = arith.mulf %5, %6 : f32
    %8 = arith.truncf %7 : f32 to f16
    %9 = arith.mulf %8, %gate : f16
    linalg.yield %9 : f16
  } -> tensor<?x64xf16>
  return %y : tensor<?x64xf16>
}

// -----

// In the body of a product of matrices, over two of its three loops.

#x = affine_map<(d0, d1, d2) -> (d0, d2)>
#r = affine_map<(d0, d1, d2) -> (d0)>
#b = affine_map<(d0, d1, d2) -> (d2, d1)>
#y = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK: #[[MAP:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-LABEL: func @matmul(
// CHECK: %[[N:.*]] = rmsnorm.norm ins(%arg0 : tensor<8x4xf32>)
// CHECK: linalg.generic {indexing_maps = [#{{.*}}, #[[MAP]], #{{.*}}]{{.*}} ins(%arg1, %[[N]] : tensor<4x16xf32>, tensor<8x4xf32>)
// CHECK-NEXT: ^bb0(%[[B:.*]]: f32, %[[A:.*]]: f32, %[[ACC:.*]]: f32):
// CHECK-NEXT: %[[P:.*]] = arith.mulf %[[A]], %[[B]]
// CHECK-NEXT: arith.addf %[[ACC]], %[[P]]
func.func @matmul(%x: tensor<8x4xf32>, %m: tensor<4x16xf32>, %acc: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %four = arith.constant dense<4.0> : tensor<8xf32>
  %sq = arith.mulf %x, %x : tensor<8x4xf32>
  %sum = linalg.reduce {arith.addf} ins(%sq : tensor<8x4xf32>) outs(%zero : tensor<8xf32>) dimensions = [1]
  %mean = arith.divf %sum, %four : tensor<8xf32>
  %r = math.rsqrt %mean : tensor<8xf32>
  %y = linalg.generic {indexing_maps = [#x, #r, #b, #y], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %r, %m : tensor<8x4xf32>, tensor<8xf32>, tensor<4x16xf32>) outs(%acc : tensor<8x16xf32>) {
  ^bb0(%a: f32, %s: f32, %b: f32, %out: f32):
    %0 = arith.mulf %a, %s : f32
    %1 = arith.mulf %0, %b : f32
    %2 = arith.addf %out, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<8x16xf32>
  return %y : tensor<8x16xf32>
}

// -----

// Two norms in one body; the second is the row of a third, which the body sums
// up the squares of.

#map = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
// CHECK-LABEL: func @two(
// CHECK-DAG: %[[A:.*]] = rmsnorm.norm ins(%arg0 : tensor<8x4xf32>)
// CHECK-DAG: %[[B:.*]] = rmsnorm.norm ins(%arg1 : tensor<8x4xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[B]], %[[A]] : tensor<8x4xf32>, tensor<8x4xf32>) outs(%{{.*}} : tensor<8xf32>)
// CHECK: arith.addf
// CHECK: arith.mulf
// CHECK: arith.addf
// CHECK-NEXT: linalg.yield
func.func @two(%x: tensor<8x4xf32>, %z: tensor<8x4xf32>) -> tensor<8xf32> {
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %four = arith.constant dense<4.0> : tensor<8xf32>
  %sq = arith.mulf %x, %x : tensor<8x4xf32>
  %s0 = linalg.reduce {arith.addf} ins(%sq : tensor<8x4xf32>) outs(%zero : tensor<8xf32>) dimensions = [1]
  %m0 = arith.divf %s0, %four : tensor<8xf32>
  %r0 = math.rsqrt %m0 : tensor<8xf32>
  %zsq = arith.mulf %z, %z : tensor<8x4xf32>
  %s1 = linalg.reduce {arith.addf} ins(%zsq : tensor<8x4xf32>) outs(%zero : tensor<8xf32>) dimensions = [1]
  %m1 = arith.divf %s1, %four : tensor<8xf32>
  %r1 = math.rsqrt %m1 : tensor<8xf32>
  %y = linalg.generic {indexing_maps = [#map, #row, #map, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x, %r0, %z, %r1 : tensor<8x4xf32>, tensor<8xf32>, tensor<8x4xf32>, tensor<8xf32>) outs(%zero : tensor<8xf32>) {
  ^bb0(%a: f32, %ra: f32, %b: f32, %rb: f32, %out: f32):
    %0 = arith.mulf %a, %ra : f32
    %1 = arith.mulf %b, %rb : f32
    %2 = arith.addf %0, %1 : f32
    %3 = arith.mulf %2, %2 : f32
    %4 = arith.addf %out, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<8xf32>
  return %y : tensor<8xf32>
}

// -----

// A row that the reduction itself adds up is no tensor yet.

#map = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
// CHECK-LABEL: func @accumulator(
// CHECK-NOT: rmsnorm.norm
func.func @accumulator(%x: tensor<8xf32>, %z: tensor<8x4xf32>) -> tensor<8xf32> {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %eight = arith.constant dense<8.0> : tensor<f32>
  %sq = arith.mulf %x, %x : tensor<8xf32>
  %s0 = linalg.reduce {arith.addf} ins(%sq : tensor<8xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %m0 = arith.divf %s0, %eight : tensor<f32>
  %r0 = math.rsqrt %m0 : tensor<f32>
  %y = linalg.generic {indexing_maps = [#map, affine_map<(d0, d1) -> ()>, #row], iterator_types = ["parallel", "reduction"]} ins(%z, %r0 : tensor<8x4xf32>, tensor<f32>) outs(%x : tensor<8xf32>) {
  ^bb0(%a: f32, %r: f32, %out: f32):
    %0 = arith.mulf %out, %r : f32
    %1 = arith.addf %0, %a : f32
    linalg.yield %1 : f32
  } -> tensor<8xf32>
  return %y : tensor<8xf32>
}

// -----

// Behind a transposition that was fused: the norm is of the rows as x has them.

#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#x = affine_map<(d0, d1, d2) -> (d0, d2, d1)>
#row = affine_map<(d0, d1, d2) -> (d0, d2)>
#col = affine_map<(d0, d1, d2) -> (d1)>
// CHECK: #[[T:.*]] = affine_map<(d0, d1, d2) -> (d0, d2, d1)>
// CHECK-LABEL: func @transposed(
// CHECK: %[[N:.*]] = rmsnorm.norm ins(%arg0 : tensor<2x8x4xf32>) weight(%arg1 : tensor<4xf32>) outs(%{{.*}} : tensor<2x8x4xf32>)
// CHECK: linalg.generic {indexing_maps = [#[[T]], #{{.*}}]{{.*}} ins(%[[N]] : tensor<2x8x4xf32>) outs(%{{.*}} : tensor<2x4x8xf32>)
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT: linalg.yield %[[IN]]
func.func @transposed(%x: tensor<2x8x4xf32>, %w: tensor<4xf32>) -> tensor<2x4x8xf32> {
  %zero = arith.constant dense<0.0> : tensor<2x8xf32>
  %sq = arith.mulf %x, %x : tensor<2x8x4xf32>
  %sum = linalg.reduce {arith.addf} ins(%sq : tensor<2x8x4xf32>) outs(%zero : tensor<2x8xf32>) dimensions = [2]
  %e = tensor.empty() : tensor<2x4x8xf32>
  %y = linalg.generic {indexing_maps = [#x, #row, #col, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %sum, %w : tensor<2x8x4xf32>, tensor<2x8xf32>, tensor<4xf32>) outs(%e : tensor<2x4x8xf32>) {
  ^bb0(%a: f32, %s: f32, %b: f32, %out: f32):
    %0 = math.rsqrt %s : f32
    %1 = arith.mulf %a, %0 : f32
    %2 = arith.mulf %1, %b : f32
    linalg.yield %2 : f32
  } -> tensor<2x4x8xf32>
  return %y : tensor<2x4x8xf32>
}
