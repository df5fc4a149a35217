// RUN: rmsnorm-opt %s --rmsnorm-emit-rows --canonicalize --cse | FileCheck %s
// RUN: rmsnorm-opt %s --rmsnorm-emit-rows="chunk=8 scalable register-bits=1048576" --canonicalize --cse | FileCheck %s --check-prefix=LANES


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
// CHECK:   %[[START:.*]] = tensor.extract %[[INIT]][%[[I]]]
// CHECK:   %[[S:.*]] = vector.reduction <add>
// CHECK:   %[[R:.*]] = arith.addf %[[START]], %[[S]] : f32
// CHECK:   tensor.insert %[[R]]

// Lanes of a block take eight elements each at a time.
// LANES-LABEL: func @masked_tail
// LANES-SAME: %[[X:.*]]: tensor<?x?xf32>
// LANES: %[[N:.*]] = tensor.dim %[[X]], %c1
// LANES: scf.forall (%[[I:.*]]) in
// LANES:   %[[LANES:.*]] = vector.vscale
// LANES:   %[[STEP:.*]] = arith.muli %[[LANES]], %c8
// LANES:   %[[WHOLE:.*]] = arith.subi %c0, %[[STEP]]
// LANES:   %[[END:.*]] = arith.andi %[[N]], %[[WHOLE]]
// LANES:   scf.for {{.*}} to %[[END]] step %{{.*}} -> (vector<[8]xf32>, vector<[8]xf32>)
// LANES:     scf.for {{.*}} step %[[STEP]] iter_args({{.*}}) -> (vector<[8]xf32>)
// LANES:   %[[LEFT:.*]] = arith.subi %[[N]], %[[END]]
// LANES:   %[[MASK:.*]] = vector.create_mask %[[LEFT]] : vector<[8]xi1>
// LANES:   vector.transfer_read %[[X]][%[[I]], %[[END]]], %{{.*}}, %[[MASK]]
// LANES:   vector.reduction <add>, %{{.*}} : vector<[8]xf32> into f32
// LANES: {mapping = [#gpu.block<linear_dim_0>]}
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

// A pass that only stores leaves out a tail without elements.
// CHECK-LABEL: func @stored_tail
// CHECK:   %[[DONE:.*]] = scf.for
// CHECK:   %[[LEFT:.*]] = arith.subi
// CHECK:   %[[SOME:.*]] = arith.cmpi sgt, %[[LEFT]], %c0
// CHECK:   scf.if %[[SOME]] -> (tensor<?xf32>) {
// CHECK:     vector.transfer_write %{{.*}}, %{{.*}}, %{{.*}} {in_bounds = [true]} : vector<64xf32>, tensor<?xf32>
// CHECK:   } else {
// LANES-LABEL: func @stored_tail
// LANES-NOT: scf.if
func.func @stored_tail(%x : tensor<?x?xf32>, %init : tensor<?xf32>, %y : tensor<?x?xf32>) -> tensor<?x?xf32> {
  %sum = linalg.generic {indexing_maps = [#full, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x?xf32>) outs(%init : tensor<?xf32>) {
  ^bb0(%a : f32, %acc : f32):
    %s = arith.addf %a, %acc : f32
    linalg.yield %s : f32
  } -> tensor<?xf32>
  %z = linalg.generic {indexing_maps = [#full, #row, #full], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sum : tensor<?x?xf32>, tensor<?xf32>) outs(%y : tensor<?x?xf32>) {
  ^bb0(%a : f32, %s : f32, %o : f32):
    %p = arith.mulf %a, %s : f32
    linalg.yield %p : f32
  } -> tensor<?x?xf32>
  return %z : tensor<?x?xf32>
}
