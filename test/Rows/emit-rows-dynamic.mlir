// RUN: rmsnorm-opt %s --rmsnorm-emit-rows --canonicalize --cse | FileCheck %s
// RUN: not rmsnorm-opt %s --rmsnorm-emit-rows=chunk=0 2>&1 | FileCheck %s --check-prefix=WHOLE


#full = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// The end of a row of dynamic length is masked with the neutral element, and the
// initial value of the reduction is combined once.
// CHECK-LABEL: func @masked_tail
// CHECK-SAME: %[[X:.*]]: tensor<?x?xf32>, %[[INIT:.*]]: tensor<?xf32>
// CHECK: scf.forall (%[[I:.*]]) in
// CHECK:   scf.for
// CHECK:   %[[MASK:.*]] = vector.create_mask %{{.*}} : vector<64xi1>
// CHECK:   %[[V:.*]] = vector.transfer_read %[[X]][%[[I]], %{{.*}}], %{{.*}}, %[[MASK]]
// CHECK:   arith.select %[[MASK]], %{{.*}}, %{{.*}} : vector<64xi1>, vector<64xf32>
// CHECK:   %[[S:.*]] = vector.reduction <add>
// CHECK:   %[[START:.*]] = tensor.extract %[[INIT]][%[[I]]]
// CHECK:   %[[R:.*]] = arith.addf %[[START]], %[[S]] : f32
// CHECK:   tensor.insert %[[R]]
// WHOLE: error: a row of dynamic length can't be taken whole; give it a static length
func.func @masked_tail(%x : tensor<?x?xf32>, %init : tensor<?xf32>) -> tensor<?xf32> {
  %sum = linalg.generic {indexing_maps = [#full, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x?xf32>) outs(%init : tensor<?xf32>) {
  ^bb0(%in : f32, %acc : f32):
    %sq = arith.mulf %in, %in : f32
    %s = arith.addf %acc, %sq : f32
    linalg.yield %s : f32
  } -> tensor<?xf32>
  return %sum : tensor<?xf32>
}
