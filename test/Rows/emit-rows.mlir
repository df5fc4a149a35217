// RUN: rmsnorm-opt %s --split-input-file --rmsnorm-emit-rows --canonicalize --cse | FileCheck %s
// RUN: rmsnorm-opt %s --split-input-file --rmsnorm-emit-rows="chunk=8 scalable register-bits=1048576" --canonicalize --cse | FileCheck %s --check-prefix=WHOLE

#full = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// Two passes: the sum, then what depends on it.
// CHECK-LABEL: func @two_passes
// CHECK-SAME: %[[X:.*]]: tensor<4x128xf32>
// CHECK: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : vector<64xf32>
// CHECK: %[[EMPTY:.*]] = tensor.empty() : tensor<4x128xf32>
// CHECK: %[[Y:.*]] = scf.forall (%[[I:.*]]) in (4) shared_outs(%[[O:.*]] = %[[EMPTY]]) -> (tensor<4x128xf32>) {
// CHECK:   %[[ROW:.*]] = tensor.extract_slice %[[O]][%[[I]], 0] [1, 128] [1, 1] : tensor<4x128xf32> to tensor<128xf32>
// CHECK:   %[[ACC:.*]] = scf.for %[[J:.*]] = %c0 to %c128 step %c64 iter_args(%[[A:.*]] = %[[ZERO]]) -> (vector<64xf32>) {
// CHECK:     %[[V:.*]] = vector.transfer_read %[[X]][%[[I]], %[[J]]], %{{.*}} {in_bounds = [true]} : tensor<4x128xf32>, vector<64xf32>
// CHECK:     %[[SQ:.*]] = arith.mulf %[[V]], %[[V]] : vector<64xf32>
// CHECK:     arith.addf %[[SQ]], %[[A]] : vector<64xf32>
// CHECK:   %[[S:.*]] = vector.reduction <add>, %[[ACC]] : vector<64xf32> into f32
// CHECK:   %[[NEW:.*]] = scf.for %{{.*}} = %c0 to %c128 step %c64 iter_args(%[[R:.*]] = %[[ROW]]) -> (tensor<128xf32>) {
// CHECK:     %[[V2:.*]] = vector.transfer_read %[[X]]
// CHECK:     %[[B:.*]] = vector.broadcast %[[S]] : f32 to vector<64xf32>
// CHECK:     %[[P:.*]] = arith.mulf %[[V2]], %[[B]] : vector<64xf32>
// CHECK:     vector.transfer_write %[[P]], %[[R]]
// CHECK:   scf.forall.in_parallel {
// CHECK:     tensor.parallel_insert_slice %[[NEW]] into %[[O]][%[[I]], 0] [1, 128] [1, 1]
// CHECK: return %[[Y]]

// The same with the whole row in one vector, which is read once.
// WHOLE-LABEL: func @two_passes
// WHOLE: scf.forall
// WHOLE-COUNT-1: vector.transfer_read {{.*}} vector<128xf32>
// WHOLE-NOT: vector.transfer_read
// WHOLE: vector.reduction <add>, %{{.*}} : vector<128xf32> into f32
// WHOLE: vector.transfer_write
// WHOLE: {mapping = [#gpu.block<linear_dim_0>]}
func.func @two_passes(%x : tensor<4x128xf32>) -> tensor<4x128xf32> {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<4xf32>
  %e1 = tensor.empty() : tensor<4x128xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e0 : tensor<4xf32>) -> tensor<4xf32>
  %sum = linalg.generic {indexing_maps = [#full, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x128xf32>) outs(%init : tensor<4xf32>) {
  ^bb0(%in : f32, %acc : f32):
    %sq = arith.mulf %in, %in : f32
    %s = arith.addf %sq, %acc : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  %y = linalg.generic {indexing_maps = [#full, #row, #full], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sum : tensor<4x128xf32>, tensor<4xf32>) outs(%e1 : tensor<4x128xf32>) {
  ^bb0(%in : f32, %s : f32, %out : f32):
    %p = arith.mulf %in, %s : f32
    linalg.yield %p : f32
  } -> tensor<4x128xf32>
  return %y : tensor<4x128xf32>
}

// -----

#full = affine_map<(i, j) -> (i, j)>
#kept = affine_map<(i, j) -> (i, 0)>

// A residual sum that leaves is written in the first pass and read back in the
// second; a cast behind goes into the same loop; a kept dimension of extent one
// is no column.
// CHECK-LABEL: func @residual_and_cast
// CHECK-SAME: %[[X:.*]]: tensor<?x128xbf16>, %[[D:.*]]: tensor<?x128xbf16>
// CHECK: scf.forall (%{{.*}}) in (%{{.*}}) shared_outs(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) -> (tensor<?x128xbf16>, tensor<?x128xf16>) {
// CHECK:   %[[FIRST:.*]]:2 = scf.for {{.*}} -> (vector<64xf32>, tensor<128xbf16>) {
// CHECK:     vector.transfer_read %[[X]]
// CHECK:     vector.transfer_read %[[D]]
// CHECK:     vector.transfer_write
// CHECK:   vector.reduction <add>, %[[FIRST]]#0
// CHECK:   scf.for
// CHECK:     vector.transfer_read %[[FIRST]]#1
// CHECK-NOT: vector.transfer_read
// CHECK:     arith.truncf %{{.*}} : vector<64xf32> to vector<64xf16>
// CHECK:     vector.transfer_write
// CHECK-NOT: linalg.generic
func.func @residual_and_cast(%x : tensor<?x128xbf16>, %d : tensor<?x128xbf16>) -> (tensor<?x128xbf16>, tensor<?x128xf16>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %m = tensor.dim %x, %c0 : tensor<?x128xbf16>
  %e0 = tensor.empty(%m) : tensor<?x1xf32>
  %e1 = tensor.empty(%m) : tensor<?x128xbf16>
  %e2 = tensor.empty(%m) : tensor<?x128xf32>
  %e3 = tensor.empty(%m) : tensor<?x128xf16>
  %r = linalg.add ins(%x, %d : tensor<?x128xbf16>, tensor<?x128xbf16>) outs(%e1 : tensor<?x128xbf16>) -> tensor<?x128xbf16>
  %init = linalg.fill ins(%zero : f32) outs(%e0 : tensor<?x1xf32>) -> tensor<?x1xf32>
  %sum = linalg.generic {indexing_maps = [#full, #kept], iterator_types = ["parallel", "reduction"]}
      ins(%r : tensor<?x128xbf16>) outs(%init : tensor<?x1xf32>) {
  ^bb0(%in : bf16, %acc : f32):
    %e = arith.extf %in : bf16 to f32
    %s = arith.addf %e, %acc : f32
    linalg.yield %s : f32
  } -> tensor<?x1xf32>
  %y = linalg.generic {indexing_maps = [#full, #kept, #full], iterator_types = ["parallel", "parallel"]}
      ins(%r, %sum : tensor<?x128xbf16>, tensor<?x1xf32>) outs(%e2 : tensor<?x128xf32>) {
  ^bb0(%in : bf16, %s : f32, %out : f32):
    %e = arith.extf %in : bf16 to f32
    %p = arith.mulf %e, %s : f32
    linalg.yield %p : f32
  } -> tensor<?x128xf32>
  %z = linalg.generic {indexing_maps = [#full, #full], iterator_types = ["parallel", "parallel"]}
      ins(%y : tensor<?x128xf32>) outs(%e3 : tensor<?x128xf16>) {
  ^bb0(%in : f32, %out : f16):
    %t = arith.truncf %in : f32 to f16
    linalg.yield %t : f16
  } -> tensor<?x128xf16>
  return %r, %z : tensor<?x128xbf16>, tensor<?x128xf16>
}

// -----

#full = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// The end of a row of static length is a narrower vector; where it is shorter
// than a chunk, the accumulator shrinks too.
// CHECK-LABEL: func @tail
// CHECK: %[[NEUTRAL:.*]] = arith.constant dense<0xFF800000> : vector<4xf32>
// CHECK-NOT: scf.for %
// CHECK: %[[V:.*]] = vector.transfer_read {{.*}} : tensor<2x3xf32>, vector<3xf32>
// CHECK: %[[W:.*]] = vector.insert_strided_slice %[[V]], %[[NEUTRAL]]
// CHECK: vector.reduction <maximumf>, %{{.*}} : vector<4xf32> into f32
func.func @tail(%x : tensor<2x3xf32>, %init : tensor<2xf32>) -> tensor<2xf32> {
  %max = linalg.generic {indexing_maps = [#full, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<2x3xf32>) outs(%init : tensor<2xf32>) {
  ^bb0(%in : f32, %acc : f32):
    %m = arith.maximumf %in, %acc : f32
    linalg.yield %m : f32
  } -> tensor<2xf32>
  return %max : tensor<2xf32>
}

// -----

// A matrix product reduces over two row spaces: it stays, and so does what
// depends on it within a chain of reductions.
// CHECK-LABEL: func @matmul_stays
// CHECK: linalg.matmul
// CHECK-NOT: scf.forall
func.func @matmul_stays(%a : tensor<4x8xf32>, %b : tensor<8x16xf32>, %init : tensor<4x16xf32>) -> tensor<4x16xf32> {
  %c = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%init : tensor<4x16xf32>) -> tensor<4x16xf32>
  return %c : tensor<4x16xf32>
}

// -----

#full = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// The second reduction depends on the first through an op outside, which has to
// run between two loops.
// CHECK-LABEL: func @through_an_op_outside
// CHECK: %[[A:.*]]:2 = scf.forall
// CHECK: %[[B:.*]] = linalg.matmul ins(%[[A]]#1
// CHECK: scf.forall
// CHECK:   vector.transfer_read %[[B]]
func.func @through_an_op_outside(%x : tensor<8x8xf32>, %w : tensor<8x8xf32>, %init : tensor<8xf32>) -> (tensor<8xf32>, tensor<8x8xf32>) {
  %e = tensor.empty() : tensor<8x8xf32>
  %s = linalg.generic {indexing_maps = [#full, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x8xf32>) outs(%init : tensor<8xf32>) {
  ^bb0(%in : f32, %acc : f32):
    %0 = arith.addf %in, %acc : f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  %y = linalg.generic {indexing_maps = [#full, #row, #full], iterator_types = ["parallel", "parallel"]}
      ins(%x, %s : tensor<8x8xf32>, tensor<8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%in : f32, %sum : f32, %out : f32):
    %0 = arith.mulf %in, %sum : f32
    linalg.yield %0 : f32
  } -> tensor<8x8xf32>
  %z = linalg.matmul ins(%y, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %t = linalg.generic {indexing_maps = [#full, #row], iterator_types = ["parallel", "reduction"]}
      ins(%z : tensor<8x8xf32>) outs(%s : tensor<8xf32>) {
  ^bb0(%in : f32, %acc : f32):
    %0 = arith.addf %in, %acc : f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  return %t, %z : tensor<8xf32>, tensor<8x8xf32>
}
