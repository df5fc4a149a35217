// RUN: rmsnorm-opt %s --rmsnorm-result-shapes-pipeline=entry=norm | FileCheck %s --check-prefix=NORM
// RUN: rmsnorm-opt %s --rmsnorm-result-shapes-pipeline=entry=add | FileCheck %s --check-prefix=ADD
// RUN: rmsnorm-opt %s --rmsnorm-result-shapes-pipeline=entry=gather | FileCheck %s --check-prefix=GATHER

// Of a norm remains the size of its argument.
// NORM:     func.func @norm_shapes(%[[X:.*]]: tensor<?x8xf32>, %{{.*}}: tensor<8xf32>) -> tensor<2xindex>
// NORM-DAG:   %[[C8:.*]] = arith.constant 8 : index
// NORM-DAG:   %[[DIM:.*]] = tensor.dim %[[X]]
// NORM-NOT:   {{^ *%[0-9]+ = linalg}}
// NORM:       tensor.from_elements %[[DIM]], %[[C8]]
// NORM-NOT: func.func
func.func @norm(%x: tensor<?x8xf32>, %w: tensor<8xf32>) -> tensor<?x8xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?x8xf32>
  %e = tensor.empty(%d) : tensor<?x8xf32>
  %y = rmsnorm.norm ins(%x : tensor<?x8xf32>) weight(%w : tensor<8xf32>) outs(%e : tensor<?x8xf32>) {epsilon = 1.0e-06 : f64} -> tensor<?x8xf32>
  return %y : tensor<?x8xf32>
}

// Sizes that must agree are compared, though the sum itself is gone.
// ADD:      func.func @add_shapes(%[[X:.*]]: tensor<?xf32>, %[[Y:.*]]: tensor<?xf32>) -> tensor<1xindex>
// ADD-DAG:    tensor.dim %[[X]]
// ADD-DAG:    %[[DIM:.*]] = tensor.dim %[[Y]]
// ADD:        %[[SAME:.*]] = index.cmp eq({{.*}}, %[[DIM]])
// ADD:        cf.assert %[[SAME]], "{{.*}}dimension #0 of input/output operand #1 is incompatible
// ADD-NOT:    {{^ *%[0-9]+ = linalg}}
func.func @add(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %e = tensor.empty(%d) : tensor<?xf32>
  %z = linalg.add ins(%x, %y : tensor<?xf32>, tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %z : tensor<?xf32>
}

// Of rows that are gathered remains the check of their numbers: neither what
// the rows are computed from nor what is computed of them.
// GATHER:      func.func @gather_shapes(%{{.*}}: tensor<8xf32>, %[[IDS:.*]]: tensor<?xindex>) -> tensor<1xindex>
// GATHER-NOT:    {{^ *%[0-9]+ = linalg.exp}}
// GATHER:        linalg.generic {{.*}} ins(%[[IDS]] : tensor<?xindex>)
// GATHER:        cf.assert %{{.*}}, "{{.*}}out-of-bounds
// GATHER-NOT:    tensor.extract %
// GATHER-NOT:    {{^ *%[0-9]+ = linalg.exp}}
// GATHER:        return
func.func @gather(%x: tensor<8xf32>, %ids: tensor<?xindex>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %ids, %c0 : tensor<?xindex>
  %e = tensor.empty(%d) : tensor<?xf32>
  %x_init = tensor.empty() : tensor<8xf32>
  %values = linalg.exp ins(%x : tensor<8xf32>) outs(%x_init : tensor<8xf32>) -> tensor<8xf32>
  %rows = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%ids : tensor<?xindex>) outs(%e : tensor<?xf32>) {
  ^bb0(%id: index, %out: f32):
    %row = tensor.extract %values[%id] : tensor<8xf32>
    linalg.yield %row : f32
  } -> tensor<?xf32>
  %y = linalg.exp ins(%rows : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}
