// RUN: rmsnorm-opt %s --resolve-ranked-shaped-type-result-dims --canonicalize | FileCheck %s
// RUN: rmsnorm-opt %s --emit-bytecode | rmsnorm-opt | FileCheck %s --check-prefix=BYTECODE

// The sizes of results are those of their destinations.
// CHECK-LABEL: func @sizes
// CHECK-SAME: %{{.*}}: tensor<?x?xf32>, %[[INIT:.*]]: tensor<?x?xf32>, %[[R:.*]]: tensor<?xf32>
// CHECK-DAG: %[[D:.*]] = tensor.dim %[[INIT]], %c1
// CHECK-DAG: %[[E:.*]] = tensor.dim %[[R]], %c0
// CHECK: return %[[D]], %[[E]]

// BYTECODE: rmsnorm.norm ins({{.*}}) outs({{.*}}) rstd({{.*}}) {center, epsilon = {{.*}}, rounding = #rmsnorm.rounding<before_weight>, statistic = #rmsnorm.statistic<sum>}
func.func @sizes(%x : tensor<?x?xf32>, %init : tensor<?x?xf32>, %r : tensor<?xf32>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y:2 = rmsnorm.norm ins(%x : tensor<?x?xf32>) outs(%init : tensor<?x?xf32>) rstd(%r : tensor<?xf32>)
           {center, epsilon = 1.0e-06 : f64, rounding = #rmsnorm.rounding<before_weight>, statistic = #rmsnorm.statistic<sum>} -> tensor<?x?xf32>, tensor<?xf32>
  %d = tensor.dim %y#0, %c1 : tensor<?x?xf32>
  %e = tensor.dim %y#1, %c0 : tensor<?xf32>
  return %d, %e : index, index
}
