// The norms of a transformer's block, one loop over rows each, with the residual
// sums beside them: matrix products stand between the ops that share rows.
// RUN: rmsnorm-opt %s --rmsnorm-gpu-pipeline=stop-after=rows | FileCheck %s
// RUN: rmsnorm-opt %s --rmsnorm-gpu-pipeline | FileCheck %s --check-prefix=LAUNCH --implicit-check-not=rmsnorm.unaligned

// Norms in front of the products, as Llama has them: the sum of the first residual
// goes into the loop of the second norm.
// CHECK-LABEL: func @before
// CHECK: scf.forall (
// CHECK:   math.rsqrt
// CHECK: linalg.matmul
// CHECK: scf.forall (
// CHECK:   arith.addf %{{.*}} : vector<32xf32>
// CHECK:   vector.transfer_write
// CHECK:   math.rsqrt
// CHECK: linalg.matmul
// CHECK-NOT: math.rsqrt
// Kernels whose rows are shared by lanes are those of norms.
// LAUNCH-LABEL: func @before
// LAUNCH-COUNT-2: gpu.launch_func {{.*}}rmsnorm.unaligned
func.func @before(%x: tensor<6x32xf32>, %w1: tensor<32xf32>, %a: tensor<32x32xf32>, %w2: tensor<32xf32>, %b: tensor<32x32xf32>) -> tensor<6x32xf32> {
  %e = tensor.empty() : tensor<6x32xf32>
  %zero = arith.constant 0.0 : f32
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<6x32xf32>) -> tensor<6x32xf32>
  %n1 = rmsnorm.norm ins(%x : tensor<6x32xf32>) weight(%w1 : tensor<32xf32>) outs(%e : tensor<6x32xf32>) {epsilon = 1.0e-06 : f64} -> tensor<6x32xf32>
  %m1 = linalg.matmul ins(%n1, %a : tensor<6x32xf32>, tensor<32x32xf32>) outs(%init : tensor<6x32xf32>) -> tensor<6x32xf32>
  %h1 = linalg.add ins(%x, %m1 : tensor<6x32xf32>, tensor<6x32xf32>) outs(%e : tensor<6x32xf32>) -> tensor<6x32xf32>
  %n2 = rmsnorm.norm ins(%h1 : tensor<6x32xf32>) weight(%w2 : tensor<32xf32>) outs(%e : tensor<6x32xf32>) {epsilon = 1.0e-06 : f64} -> tensor<6x32xf32>
  %m2 = linalg.matmul ins(%n2, %b : tensor<6x32xf32>, tensor<32x32xf32>) outs(%init : tensor<6x32xf32>) -> tensor<6x32xf32>
  %h2 = linalg.add ins(%h1, %m2 : tensor<6x32xf32>, tensor<6x32xf32>) outs(%e : tensor<6x32xf32>) -> tensor<6x32xf32>
  return %h2 : tensor<6x32xf32>
}

// Norms behind the products, as OLMo 2 has them. All residual sums share the rows,
// but a product waits for each: what is before it is left to others, and the norm
// behind it has its loop all the same.
// CHECK-LABEL: func @behind
// CHECK: linalg.matmul
// CHECK: scf.forall (
// CHECK:   math.rsqrt
// CHECK:   arith.addf %{{.*}} : vector<32xf32>
// CHECK: linalg.matmul
// CHECK: scf.forall (
// CHECK:   math.rsqrt
// CHECK:   arith.addf %{{.*}} : vector<32xf32>
// CHECK-NOT: math.rsqrt
// CHECK-NOT: linalg.add
// LAUNCH-LABEL: func @behind
// LAUNCH-COUNT-2: gpu.launch_func {{.*}}rmsnorm.unaligned
func.func @behind(%y: tensor<6x32xf32>, %w1: tensor<32xf32>, %a: tensor<32x32xf32>, %w2: tensor<32xf32>, %b: tensor<32x32xf32>) -> tensor<6x32xf32> {
  %e = tensor.empty() : tensor<6x32xf32>
  %zero = arith.constant 0.0 : f32
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<6x32xf32>) -> tensor<6x32xf32>
  %x = linalg.square ins(%y : tensor<6x32xf32>) outs(%e : tensor<6x32xf32>) -> tensor<6x32xf32>
  %m1 = linalg.matmul ins(%x, %a : tensor<6x32xf32>, tensor<32x32xf32>) outs(%init : tensor<6x32xf32>) -> tensor<6x32xf32>
  %n1 = rmsnorm.norm ins(%m1 : tensor<6x32xf32>) weight(%w1 : tensor<32xf32>) outs(%e : tensor<6x32xf32>) {epsilon = 1.0e-06 : f64} -> tensor<6x32xf32>
  %h1 = linalg.add ins(%x, %n1 : tensor<6x32xf32>, tensor<6x32xf32>) outs(%e : tensor<6x32xf32>) -> tensor<6x32xf32>
  %m2 = linalg.matmul ins(%h1, %b : tensor<6x32xf32>, tensor<32x32xf32>) outs(%init : tensor<6x32xf32>) -> tensor<6x32xf32>
  %n2 = rmsnorm.norm ins(%m2 : tensor<6x32xf32>) weight(%w2 : tensor<32xf32>) outs(%e : tensor<6x32xf32>) {epsilon = 1.0e-06 : f64} -> tensor<6x32xf32>
  %h2 = linalg.add ins(%h1, %n2 : tensor<6x32xf32>, tensor<6x32xf32>) outs(%e : tensor<6x32xf32>) -> tensor<6x32xf32>
  return %h2 : tensor<6x32xf32>
}
