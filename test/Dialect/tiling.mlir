// RUN: rmsnorm-opt %s --split-input-file --transform-interpreter --canonicalize --cse --verify-diagnostics | FileCheck %s

// Rows are tiled, the row itself stays whole.
// CHECK-LABEL: func @rows
// CHECK: scf.forall
// CHECK:   rmsnorm.norm ins(%{{.*}} : tensor<4x64xf32>) weight(%{{.*}} : tensor<64xf32>) outs(%{{.*}} : tensor<4x64xf32>) {epsilon
// CHECK:   tensor.parallel_insert_slice
func.func @rows(%x : tensor<16x64xf32>, %w : tensor<64xf32>, %init : tensor<16x64xf32>) -> tensor<16x64xf32> {
  %y = rmsnorm.norm ins(%x : tensor<16x64xf32>) weight(%w : tensor<64xf32>) outs(%init : tensor<16x64xf32>) {epsilon = 1.0e-06 : f64} -> tensor<16x64xf32>
  return %y : tensor<16x64xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root : !transform.any_op) {
    %norm = transform.structured.match ops{["rmsnorm.norm"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_forall %norm tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// A tile says as much as the whole.
// CHECK-LABEL: func @attributes
// CHECK: scf.forall
// CHECK:   rmsnorm.norm ins(%{{.*}} : tensor<4x64xbf16>)
// CHECK-SAME: {accumulator_type = f32, center, compute_type = bf16, epsilon = {{[^,]*}}, statistic = #rmsnorm.statistic<wide_mean>, statistic_type = f64}
func.func @attributes(%x : tensor<16x64xbf16>, %init : tensor<16x64xbf16>) -> tensor<16x64xbf16> {
  %y = rmsnorm.norm ins(%x : tensor<16x64xbf16>) outs(%init : tensor<16x64xbf16>)
         {accumulator_type = f32, center, compute_type = bf16, epsilon = 1.0e-06 : f64, statistic = #rmsnorm.statistic<wide_mean>, statistic_type = f64} -> tensor<16x64xbf16>
  return %y : tensor<16x64xbf16>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root : !transform.any_op) {
    %norm = transform.structured.match ops{["rmsnorm.norm"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_forall %norm tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// A producer is fused into the loop of its consumer.
// CHECK-LABEL: func @as_producer
// CHECK: scf.forall
// CHECK:   rmsnorm.norm ins(%{{.*}} : tensor<1x64xf32>)
// CHECK:   linalg.exp
func.func @as_producer(%x : tensor<?x64xf32>, %init : tensor<?x64xf32>) -> tensor<?x64xf32> {
  %y = rmsnorm.norm ins(%x : tensor<?x64xf32>) outs(%init : tensor<?x64xf32>) {epsilon = 1.0e-06 : f64} -> tensor<?x64xf32>
  %z = linalg.exp ins(%y : tensor<?x64xf32>) outs(%init : tensor<?x64xf32>) -> tensor<?x64xf32>
  return %z : tensor<?x64xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root : !transform.any_op) {
    %exp = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %norm = transform.structured.match ops{["rmsnorm.norm"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_forall %exp tile_sizes [1] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.structured.fuse_into_containing_op %norm into %loop : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// CHECK-LABEL: func @decompose_interface
// CHECK-NOT: rmsnorm.norm
// CHECK-COUNT-3: linalg.generic
func.func @decompose_interface(%x : tensor<4x64xf32>, %init : tensor<4x64xf32>) -> tensor<4x64xf32> {
  %y = rmsnorm.norm ins(%x : tensor<4x64xf32>) outs(%init : tensor<4x64xf32>) {epsilon = 1.0e-06 : f64} -> tensor<4x64xf32>
  return %y : tensor<4x64xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root : !transform.any_op) {
    %norm = transform.structured.match ops{["rmsnorm.norm"]} in %root : (!transform.any_op) -> !transform.any_op
    %parts = transform.structured.decompose_interface %norm : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func @columns(%x : tensor<16x64xf32>, %init : tensor<16x64xf32>) -> tensor<16x64xf32> {
  // expected-error@+3 {{can't be tiled along a normalised dimension: its statistic needs the whole row}}
  // expected-error@+2 {{to tile operation}}
  // expected-error@+1 {{failed to generate tiling loops}}
  %y = rmsnorm.norm ins(%x : tensor<16x64xf32>) outs(%init : tensor<16x64xf32>) {epsilon = 1.0e-06 : f64} -> tensor<16x64xf32>
  return %y : tensor<16x64xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root : !transform.any_op) {
    %norm = transform.structured.match ops{["rmsnorm.norm"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %norm tile_sizes [0, 32] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// A consumer of the statistic alone takes the norm into its loop; y comes from the norm outside.
// CHECK-LABEL: func @rstd
// CHECK: %[[NORM:.*]]:2 = rmsnorm.norm
// CHECK: scf.forall
// CHECK:   %[[TILE:.*]]:2 = rmsnorm.norm {{.*}} rstd(%{{.*}} : tensor<4xf32>)
// CHECK:   linalg.exp ins(%[[TILE]]#1
// CHECK: return %{{.*}}, %[[NORM]]#0
func.func @rstd(%x : tensor<16x64xf32>, %init : tensor<16x64xf32>, %r : tensor<16xf32>) -> (tensor<16xf32>, tensor<16x64xf32>) {
  %y:2 = rmsnorm.norm ins(%x : tensor<16x64xf32>) outs(%init : tensor<16x64xf32>) rstd(%r : tensor<16xf32>) {epsilon = 1.0e-06 : f64} -> tensor<16x64xf32>, tensor<16xf32>
  %z = linalg.exp ins(%y#1 : tensor<16xf32>) outs(%r : tensor<16xf32>) -> tensor<16xf32>
  return %z, %y#0 : tensor<16xf32>, tensor<16x64xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root : !transform.any_op) {
    %exp = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %norm = transform.structured.match ops{["rmsnorm.norm"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_forall %exp tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.structured.fuse_into_containing_op %norm into %loop : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Buffers are tiled as tensors are.
// CHECK-LABEL: func @memref
// CHECK: scf.for
// CHECK:   rmsnorm.norm ins(%{{.*}} : memref<4x64xf32, strided<[64, 1], offset: ?>>) outs(%{{.*}} : memref<4x64xf32, strided<[64, 1], offset: ?>>)
func.func @memref(%x : memref<16x64xf32>, %init : memref<16x64xf32>) {
  rmsnorm.norm ins(%x : memref<16x64xf32>) outs(%init : memref<16x64xf32>) {epsilon = 1.0e-06 : f64}
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root : !transform.any_op) {
    %norm = transform.structured.match ops{["rmsnorm.norm"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %norm tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
