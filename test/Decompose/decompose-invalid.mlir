// RUN: rmsnorm-opt %s --rmsnorm-decompose --verify-diagnostics

func.func @two_dynamic_dims(%x : tensor<?x?xf32>, %init : tensor<?x?xf32>) -> tensor<?x?xf32> {
  // expected-error@+1 {{can't be decomposed with more than one dynamic dimension in a row}}
  %y = rmsnorm.norm ins(%x : tensor<?x?xf32>) outs(%init : tensor<?x?xf32>) {axes = 2 : i64, epsilon = 1.0e-6 : f64} -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}
