// RUN: rmsnorm-opt %s --rmsnorm-emit-rows --canonicalize --cse | FileCheck %s
// RUN: rmsnorm-opt %s --rmsnorm-emit-rows="chunk=8 scalable register-bits=1048576 max-group=256 group-bits=81920" --canonicalize --cse | FileCheck %s --check-prefix=WHOLE

#id = affine_map<(m, n) -> (m, n)>
#row = affine_map<(m, n) -> (m)>
#id3 = affine_map<(m, n, g) -> (m, n, g)>
#group = affine_map<(m, n, g) -> (m, n)>

// A row is divided by its sum, and what that gives by the largest element of each
// group. The second pass goes from group to group; of a group the two chunks stay
// in registers.

// CHECK-LABEL: func @max_of_groups
// CHECK-SAME: %[[X:.*]]: tensor<4x512xf32>
// CHECK: scf.forall (%[[R:.*]]) in (4)
// CHECK:   %[[ACC:.*]] = scf.for %[[J:.*]] = %c0 to %c512 step %c64
// CHECK:   %[[SUM:.*]] = vector.reduction <add>, %[[ACC]]
// CHECK:   scf.for %[[FIRST:.*]] = %c0 to %c512 step %c128 iter_args(%[[S:.*]] = %{{.*}}, %[[Y:.*]] = %{{.*}})
// CHECK:     %[[G:.*]] = arith.divui %[[FIRST]], %c128
// CHECK:     %[[NEXT:.*]] = arith.addi %[[FIRST]], %c64
// CHECK:     vector.transfer_read %[[X]][%[[R]], %[[FIRST]]]
// CHECK:     vector.transfer_read %[[X]][%[[R]], %[[NEXT]]]
// CHECK:     vector.reduction <maximumf>
// CHECK:     tensor.insert %{{.*}} into %[[S]][%[[G]]] : tensor<4xf32>
// CHECK-NOT: transfer_read
// CHECK:     %[[Y1:.*]] = vector.transfer_write %{{.*}}, %[[Y]][%[[G]], %c0] {in_bounds = [true]} : vector<64xf32>, tensor<4x128xf32>
// CHECK:     vector.transfer_write %{{.*}}, %[[Y1]][%[[G]], %c64]
// CHECK:   tensor.parallel_insert_slice %{{.*}} into %{{.*}}[%[[R]], 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<4x4xf32>
// CHECK:   tensor.parallel_insert_slice %{{.*}} into %{{.*}}[%[[R]], 0, 0] [1, 4, 128] [1, 1, 1] : tensor<4x128xf32> into tensor<4x4x128xf32>
// CHECK-NOT: scf.forall (

// A row that is one vector has all its groups at once.

// WHOLE-LABEL: func @max_of_groups
// WHOLE: scf.forall
// WHOLE:   %[[Q:.*]] = arith.divf %{{.*}} : vector<512xf32>
// WHOLE:   %[[CUT:.*]] = vector.shape_cast %[[Q]] : vector<512xf32> to vector<4x128xf32>
// WHOLE:   %[[MAX:.*]] = vector.multi_reduction <maximumf>, %[[CUT]], %{{.*}} [1] : vector<4x128xf32> to vector<4xf32>
// WHOLE:   %[[TOP:.*]] = arith.maximumf %[[MAX]], %{{.*}} : vector<4xf32>
// WHOLE:   vector.transfer_write %[[TOP]], %{{.*}}[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
// WHOLE:   %[[COLUMN:.*]] = vector.shape_cast %[[TOP]] : vector<4xf32> to vector<4x1xf32>
// WHOLE:   %[[EACH:.*]] = vector.broadcast %[[COLUMN]] : vector<4x1xf32> to vector<4x128xf32>
// WHOLE:   %[[FLAT:.*]] = vector.shape_cast %[[EACH]] : vector<4x128xf32> to vector<512xf32>
// WHOLE:   %[[Y:.*]] = arith.divf %[[Q]], %[[FLAT]]
// WHOLE:   %[[OUT:.*]] = vector.shape_cast %[[Y]] : vector<512xf32> to vector<4x128xf32>
// WHOLE:   vector.transfer_write %[[OUT]], %{{.*}}[%c0, %c0] {in_bounds = [true, true]} : vector<4x128xf32>, tensor<4x128xf32>
// WHOLE-NOT: scf.forall (
func.func @max_of_groups(%x: tensor<4x512xf32>) -> (tensor<4x4xf32>, tensor<4x4x128xf32>) {
  %zero = arith.constant 0.0 : f32
  %er = tensor.empty() : tensor<4xf32>
  %e = tensor.empty() : tensor<4x512xf32>
  %eg = tensor.empty() : tensor<4x4xf32>
  %e3 = tensor.empty() : tensor<4x4x128xf32>
  %zr = linalg.fill ins(%zero : f32) outs(%er : tensor<4xf32>) -> tensor<4xf32>
  %zg = linalg.fill ins(%zero : f32) outs(%eg : tensor<4x4xf32>) -> tensor<4x4xf32>
  %sum = linalg.reduce { arith.addf } ins(%x : tensor<4x512xf32>) outs(%zr : tensor<4xf32>) dimensions = [1]
  %q = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %sum : tensor<4x512xf32>, tensor<4xf32>) outs(%e : tensor<4x512xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.divf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<4x512xf32>
  %groups = tensor.expand_shape %q [[0], [1, 2]] output_shape [4, 4, 128] : tensor<4x512xf32> into tensor<4x4x128xf32>
  %max = linalg.reduce { arith.maximumf } ins(%groups : tensor<4x4x128xf32>) outs(%zg : tensor<4x4xf32>) dimensions = [2]
  %y = linalg.generic {indexing_maps = [#id3, #group, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%groups, %max : tensor<4x4x128xf32>, tensor<4x4xf32>) outs(%e3 : tensor<4x4x128xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.divf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<4x4x128xf32>
  return %max, %y : tensor<4x4xf32>, tensor<4x4x128xf32>
}

// Long groups are walked in chunks, once for their sum and once for what is divided
// by it, and so is a row whose length is known at run time only. Lanes walk such a row
// and take its groups side by side, as many as the row has.

// CHECK-LABEL: func @sums_of_long_groups
// CHECK-SAME: %[[X:.*]]: tensor<?x?xf32>
// CHECK: scf.forall
// CHECK:   scf.for %[[J:.*]] = %c0 to %{{.*}} step %c384
// CHECK:     scf.for %[[I:.*]] = %c0 to %c384 step %c64
// CHECK:       %[[AT:.*]] = arith.addi %[[J]], %[[I]]
// CHECK:       vector.transfer_read %{{.*}}, %[[AT]]]
// CHECK:     vector.reduction <add>
// CHECK:     scf.for %{{.*}} = %c0 to %c384 step %c64
// CHECK-NOT: scf.forall (

// WHOLE-LABEL: func @sums_of_long_groups
// WHOLE-SAME: (%[[X:[a-z0-9]+]]: tensor<?x?xf32>
// WHOLE: %[[GROUPS:.*]] = affine.apply #{{.*}}()[%{{.*}}]
// WHOLE: scf.forall (%[[R:.*]]) in
// WHOLE:   vector.transfer_read %[[X]]{{.*}} vector<[8]xf32>
// WHOLE:   %[[MAX:.*]] = arith.maximumf %{{.*}} : f32
// WHOLE:   scf.forall (%[[G:.*]]) in (%[[GROUPS]]) shared_outs(%[[O:.*]] = %{{.*}}) -> (tensor<?x384xf32>) {
// WHOLE:     %[[FIRST:.*]] = affine.apply #{{.*}}(%[[G]])
// WHOLE:     %[[PART:.*]] = tensor.extract_slice %[[O]][%[[G]], 0] [1, 384] [1, 1] : tensor<?x384xf32> to tensor<384xf32>
// WHOLE:     %[[V:.*]] = vector.transfer_read %[[X]][%[[R]], %[[FIRST]]]{{.*}} vector<384xf32>
// WHOLE:     vector.broadcast %[[MAX]] : f32 to vector<384xf32>
// WHOLE:     vector.reduction <add>, %{{.*}} : vector<384xf32> into f32
// WHOLE:     %[[NEW:.*]] = vector.transfer_write %{{.*}}, %[[PART]][%c0]
// WHOLE:     scf.forall.in_parallel {
// WHOLE:       tensor.parallel_insert_slice %[[NEW]] into %[[O]][%[[G]], 0] [1, 384] [1, 1]
// WHOLE:   } {mapping = [#gpu.warp<linear_dim_0>]}
// WHOLE-NOT: scf.forall (
func.func @sums_of_long_groups(%x: tensor<?x?xf32>, %ir: tensor<?xf32>, %ig: tensor<?x?xf32>, %e: tensor<?x?xf32>, %e3: tensor<?x?x384xf32>, %m: index, %n: index) -> tensor<?x?x384xf32> {
  %max = linalg.reduce { arith.maximumf } ins(%x : tensor<?x?xf32>) outs(%ir : tensor<?xf32>) dimensions = [1]
  %q = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %max : tensor<?x?xf32>, tensor<?xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.subf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<?x?xf32>
  %groups = tensor.expand_shape %q [[0], [1, 2]] output_shape [%m, %n, 384] : tensor<?x?xf32> into tensor<?x?x384xf32>
  %sum = linalg.reduce { arith.addf } ins(%groups : tensor<?x?x384xf32>) outs(%ig : tensor<?x?xf32>) dimensions = [2]
  %y = linalg.generic {indexing_maps = [#id3, #group, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%groups, %sum : tensor<?x?x384xf32>, tensor<?x?xf32>) outs(%e3 : tensor<?x?x384xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.divf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<?x?x384xf32>
  return %y : tensor<?x?x384xf32>
}
