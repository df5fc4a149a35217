// RUN: rmsnorm-opt %s --rmsnorm-fuse-squares | FileCheck %s

// The second summand is fused, and one that is left out beyond the end of a row
// as well; what is not marked is not.

// CHECK-LABEL: func.func @sums
//  CHECK-SAME: %[[X:.*]]: vector<8xf32>, %[[Y:.*]]: vector<8xf32>, %[[IN:.*]]: vector<8xi1>, %[[SUM:.*]]: vector<8xf32>
//       CHECK: %[[FIRST:.*]] = arith.mulf %[[X]], %[[X]] : vector<8xf32>
//       CHECK: %[[BOTH:.*]] = math.fma %[[Y]], %[[Y]], %[[FIRST]] : vector<8xf32>
//       CHECK: %[[NEXT:.*]] = math.fma %[[X]], %[[X]], %[[SUM]] : vector<8xf32>
//       CHECK: %[[TAIL:.*]] = arith.select %[[IN]], %[[NEXT]], %[[SUM]] : vector<8xi1>, vector<8xf32>
//       CHECK: %[[PLAIN:.*]] = arith.mulf %[[X]], %[[Y]] : vector<8xf32>
//       CHECK: %[[ADDED:.*]] = arith.addf %[[SUM]], %[[PLAIN]] : vector<8xf32>
//       CHECK: return %[[BOTH]], %[[TAIL]], %[[ADDED]]
func.func @sums(%x: vector<8xf32>, %y: vector<8xf32>, %in: vector<8xi1>, %sum: vector<8xf32>)
    -> (vector<8xf32>, vector<8xf32>, vector<8xf32>) {
  %zeros = arith.constant dense<0.0> : vector<8xf32>
  %xx = arith.mulf %x, %x fastmath<contract> : vector<8xf32>
  %yy = arith.mulf %y, %y fastmath<contract> : vector<8xf32>
  %both = arith.addf %xx, %yy fastmath<contract> : vector<8xf32>
  %masked = arith.select %in, %xx, %zeros : vector<8xi1>, vector<8xf32>
  %tail = arith.addf %sum, %masked fastmath<contract> : vector<8xf32>
  %xy = arith.mulf %x, %y : vector<8xf32>
  %added = arith.addf %sum, %xy fastmath<contract> : vector<8xf32>
  return %both, %tail, %added : vector<8xf32>, vector<8xf32>, vector<8xf32>
}
