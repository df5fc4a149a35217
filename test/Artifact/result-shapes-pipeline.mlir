// RUN: rmsnorm-opt %s --rmsnorm-result-shapes-pipeline=entry=norm | FileCheck %s --check-prefix=NORM
// RUN: rmsnorm-opt %s --rmsnorm-result-shapes-pipeline=entry=add | FileCheck %s --check-prefix=ADD

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
