// The transform ops of the stock mlir-opt on norms, without a pass of ours.
// RUN: mlir-opt --load-dialect-plugin=%lib_dir/RMSNormPlugin.so %s --split-input-file --transform-interpreter --canonicalize --cse --verify-diagnostics | FileCheck %s

// The norm as a consumer goes into the loop of its producer.
// CHECK-LABEL: func @as_consumer
// CHECK: scf.forall
// CHECK:   linalg.exp
// CHECK:   rmsnorm.norm ins(%{{.*}} : tensor<4x64xf32>)
// CHECK:   tensor.parallel_insert_slice
// CHECK: return
func.func @as_consumer(%x : tensor<16x64xf32>, %init : tensor<16x64xf32>) -> tensor<16x64xf32> {
  %e = linalg.exp ins(%x : tensor<16x64xf32>) outs(%init : tensor<16x64xf32>) -> tensor<16x64xf32>
  %y = rmsnorm.norm ins(%e : tensor<16x64xf32>) outs(%init : tensor<16x64xf32>) {epsilon = 1.0e-06 : f64} -> tensor<16x64xf32>
  return %y : tensor<16x64xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root : !transform.any_op) {
    %exp = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %norm = transform.structured.match ops{["rmsnorm.norm"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_forall %exp tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %fused, %fused_loop = transform.test.fuse_consumer %norm into (%loop) : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Both results of a norm come out of the loop.
// CHECK-LABEL: func @all_results
// CHECK: %[[R:.*]]:2 = scf.forall
// CHECK:   rmsnorm.norm ins({{.*}}) weight(%{{.*}} : tensor<2x8xf32>) outs({{.*}}) rstd(%{{.*}} : tensor<1x2xf32>)
// CHECK: return %[[R]]#0, %[[R]]#1
func.func @all_results(%x : tensor<4x6x8xf32>, %w : tensor<6x8xf32>, %init : tensor<4x6x8xf32>, %r : tensor<4x6xf32>) -> (tensor<4x6x8xf32>, tensor<4x6xf32>) {
  %y:2 = rmsnorm.norm ins(%x : tensor<4x6x8xf32>) weight(%w : tensor<6x8xf32>) outs(%init : tensor<4x6x8xf32>) rstd(%r : tensor<4x6xf32>)
           {epsilon = 1.0e-06 : f64} -> tensor<4x6x8xf32>, tensor<4x6xf32>
  return %y#0, %y#1 : tensor<4x6x8xf32>, tensor<4x6xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root : !transform.any_op) {
    %norm = transform.structured.match ops{["rmsnorm.norm"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_forall %norm tile_sizes [1, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// The statistic of a decomposed norm is a reduction like any other.
// CHECK-LABEL: func @statistic
// CHECK: scf.forall
// CHECK:   linalg.generic {{.*}} outs(%{{.*}} : tensor<4xf32>)
// CHECK: linalg.reduce
func.func @statistic(%x : tensor<4x64xf32>, %init : tensor<4x64xf32>) -> tensor<4x64xf32> {
  %y = rmsnorm.norm ins(%x : tensor<4x64xf32>) outs(%init : tensor<4x64xf32>) {epsilon = 1.0e-06 : f64} -> tensor<4x64xf32>
  return %y : tensor<4x64xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root : !transform.any_op) {
    %norm = transform.structured.match ops{["rmsnorm.norm"]} in %root : (!transform.any_op) -> !transform.any_op
    %parts = transform.structured.decompose_interface %norm : (!transform.any_op) -> !transform.any_op
    %sum = transform.structured.match attributes{iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>]} in %root : (!transform.any_op) -> !transform.any_op
    %fill, %split, %combine, %loop = transform.structured.tile_reduction_using_forall %sum by num_threads = [0, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Partial sums are held in the accumulator's type; the whole one is rounded.
// CHECK-LABEL: func @accumulator
// CHECK: %[[PARTIAL:.*]] = scf.forall {{.*}} -> (tensor<4x4xf32>)
// CHECK:   linalg.generic {{.*}} ins(%{{.*}} : tensor<4x16xbf16>) outs(%{{.*}} : tensor<4xf32>)
// CHECK:     arith.mulf %{{.*}}, %{{.*}} : bf16
// CHECK:     arith.addf %{{.*}}, %{{.*}} : f32
// CHECK: %[[SUM:.*]] = linalg.reduce ins(%[[PARTIAL]] : tensor<4x4xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[SUM]] : tensor<4xf32>) outs(%{{.*}} : tensor<4xbf16>)
// CHECK:   arith.truncf
func.func @accumulator(%x : tensor<4x64xbf16>, %init : tensor<4x64xbf16>) -> tensor<4x64xbf16> {
  %y = rmsnorm.norm ins(%x : tensor<4x64xbf16>) outs(%init : tensor<4x64xbf16>)
         {accumulator_type = f32, compute_type = bf16, epsilon = 1.0e-06 : f64} -> tensor<4x64xbf16>
  return %y : tensor<4x64xbf16>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root : !transform.any_op) {
    %norm = transform.structured.match ops{["rmsnorm.norm"]} in %root : (!transform.any_op) -> !transform.any_op
    %parts = transform.structured.decompose_interface %norm : (!transform.any_op) -> !transform.any_op
    %sum = transform.structured.match attributes{iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>]} in %root : (!transform.any_op) -> !transform.any_op
    %fill, %split, %combine, %loop = transform.structured.tile_reduction_using_forall %sum by num_threads = [0, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Rows may be tiled by a sequential loop too, with a size that doesn't divide them.
// CHECK-LABEL: func @tile_using_for
// CHECK: %[[Y:.*]]:2 = scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} iter_args
// CHECK:   affine.min
// CHECK:   rmsnorm.norm ins(%{{.*}} : tensor<?x64xf32>) outs(%{{.*}} : tensor<?x64xf32>) rstd(%{{.*}} : tensor<?xf32>)
// CHECK:   scf.yield
// CHECK: return %[[Y]]#0, %[[Y]]#1
func.func @tile_using_for(%x : tensor<18x64xf32>, %init : tensor<18x64xf32>, %r : tensor<18xf32>) -> (tensor<18x64xf32>, tensor<18xf32>) {
  %y:2 = rmsnorm.norm ins(%x : tensor<18x64xf32>) outs(%init : tensor<18x64xf32>) rstd(%r : tensor<18xf32>) {epsilon = 1.0e-06 : f64} -> tensor<18x64xf32>, tensor<18xf32>
  return %y#0, %y#1 : tensor<18x64xf32>, tensor<18xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root : !transform.any_op) {
    %norm = transform.structured.match ops{["rmsnorm.norm"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %norm tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// A loop that cuts rows can't take the norm.
func.func @cut_by_producer(%x : tensor<16x64xf32>, %init : tensor<16x64xf32>) -> tensor<16x64xf32> {
  %e = linalg.exp ins(%x : tensor<16x64xf32>) outs(%init : tensor<16x64xf32>) -> tensor<16x64xf32>
  // expected-error@+2 {{can't be tiled along a normalised dimension: its statistic needs the whole row}}
  // expected-error@+1 {{failed to fuse consumer of slice}}
  %y = rmsnorm.norm ins(%e : tensor<16x64xf32>) outs(%init : tensor<16x64xf32>) {epsilon = 1.0e-06 : f64} -> tensor<16x64xf32>
  return %y: tensor<16x64xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root : !transform.any_op) {
    %exp = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %norm = transform.structured.match ops{["rmsnorm.norm"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_forall %exp tile_sizes [4, 32] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %fused, %fused_loop = transform.test.fuse_consumer %norm into (%loop) : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
