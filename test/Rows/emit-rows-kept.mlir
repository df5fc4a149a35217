// RUN: rmsnorm-opt %s --split-input-file --rmsnorm-emit-rows --canonicalize --cse | FileCheck %s
// RUN: rmsnorm-opt %s --split-input-file --rmsnorm-emit-rows="chunk=8 scalable" --canonicalize --cse | FileCheck %s --check-prefix=BLOCK

#full = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// The function is computed in the first pass, which also keeps it as what it is
// rounded to. Whole chunks, whatever the length of the row.
// CHECK-LABEL: func @costly
// CHECK-SAME: %[[X:.*]]: tensor<?x?xf32>
// CHECK: scf.forall
// CHECK: %[[SIZE:.*]] = affine.apply #{{.*}}()[%{{.*}}]
// CHECK: %[[ROW:.*]] = bufferization.alloc_tensor(%[[SIZE]]) : tensor<?xbf16>
// CHECK: scf.for
// CHECK: vector.transfer_read %[[X]]
// CHECK: %[[E:.*]] = math.exp
// CHECK: %[[B:.*]] = arith.truncf %[[E]]
// CHECK: vector.transfer_write %[[B]], %{{.*}} : vector<64xbf16>, tensor<?xbf16>
// CHECK: vector.reduction <add>
// CHECK: scf.for
// CHECK-NOT: vector.transfer_read %[[X]]
// CHECK-NOT: math.exp
// CHECK: vector.transfer_read %{{.*}} : tensor<?xbf16>, vector<64xbf16>
// CHECK: scf.forall.in_parallel

// Threads of a block have no memory for it, apart from the block's own.
// BLOCK-LABEL: func @costly
// BLOCK-NOT: alloc_tensor
// BLOCK-COUNT-2: math.exp
func.func @costly(%x : tensor<?x?xf32>) -> tensor<?x?xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %e0 = tensor.empty(%m) : tensor<?xf32>
  %e1 = tensor.empty(%m, %n) : tensor<?x?xf32>
  %e2 = tensor.empty(%m, %n) : tensor<?x?xbf16>
  %init = linalg.fill ins(%zero : f32) outs(%e0 : tensor<?xf32>) -> tensor<?xf32>
  %f = linalg.generic {indexing_maps = [#full, #full], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x?xf32>) outs(%e2 : tensor<?x?xbf16>) {
  ^bb0(%in : f32, %out : bf16):
    %e = math.exp %in : f32
    %b = arith.truncf %e : f32 to bf16
    linalg.yield %b : bf16
  } -> tensor<?x?xbf16>
  %wide = linalg.generic {indexing_maps = [#full, #full], iterator_types = ["parallel", "parallel"]}
      ins(%f : tensor<?x?xbf16>) outs(%e1 : tensor<?x?xf32>) {
  ^bb0(%in : bf16, %out : f32):
    %b = arith.extf %in : bf16 to f32
    linalg.yield %b : f32
  } -> tensor<?x?xf32>
  %sum = linalg.generic {indexing_maps = [#full, #row], iterator_types = ["parallel", "reduction"]}
      ins(%wide : tensor<?x?xf32>) outs(%init : tensor<?xf32>) {
  ^bb0(%in : f32, %acc : f32):
    %s = arith.addf %in, %acc : f32
    linalg.yield %s : f32
  } -> tensor<?xf32>
  %y = linalg.generic {indexing_maps = [#full, #row, #full], iterator_types = ["parallel", "parallel"]}
      ins(%wide, %sum : tensor<?x?xf32>, tensor<?xf32>) outs(%e1 : tensor<?x?xf32>) {
  ^bb0(%in : f32, %s : f32, %out : f32):
    %p = arith.mulf %in, %s : f32
    linalg.yield %p : f32
  } -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

// -----

#full = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// A sum of two inputs is computed again.
// CHECK-LABEL: func @cheap
// CHECK-NOT: alloc_tensor
// CHECK-COUNT-2: arith.addf %{{.*}} : vector<64xf32>
func.func @cheap(%x : tensor<4x128xf32>, %r : tensor<4x128xf32>) -> tensor<4x128xf32> {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<4xf32>
  %e1 = tensor.empty() : tensor<4x128xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e0 : tensor<4xf32>) -> tensor<4xf32>
  %a = linalg.add ins(%x, %r : tensor<4x128xf32>, tensor<4x128xf32>) outs(%e1 : tensor<4x128xf32>) -> tensor<4x128xf32>
  %sum = linalg.generic {indexing_maps = [#full, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<4x128xf32>) outs(%init : tensor<4xf32>) {
  ^bb0(%in : f32, %acc : f32):
    %s = arith.mulf %in, %acc : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  %y = linalg.generic {indexing_maps = [#full, #row, #full], iterator_types = ["parallel", "parallel"]}
      ins(%a, %sum : tensor<4x128xf32>, tensor<4xf32>) outs(%e1 : tensor<4x128xf32>) {
  ^bb0(%in : f32, %s : f32, %out : f32):
    %p = arith.mulf %in, %s : f32
    linalg.yield %p : f32
  } -> tensor<4x128xf32>
  return %y : tensor<4x128xf32>
}
