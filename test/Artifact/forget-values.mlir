// RUN: rmsnorm-opt %s --rmsnorm-forget-values --split-input-file | FileCheck %s

// What a check does not need is gone, with the row that it checks an index of.

// CHECK-LABEL: func @check(
// CHECK-NOT: math.exp
// CHECK: linalg.generic
// CHECK-SAME: ins(%arg1 : tensor<?xindex>)
// CHECK: cf.assert
// CHECK-NEXT: linalg.yield
func.func @check(%x: tensor<8xf32>, %i: tensor<?xindex>, %e: tensor<?xf32>) {
  %c8 = arith.constant 8 : index
  %values = math.exp %x : tensor<8xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%i : tensor<?xindex>) outs(%e : tensor<?xf32>) {
  ^bb0(%in: index, %out: f32):
    %ok = arith.cmpi ult, %in, %c8 : index
    cf.assert %ok, "no such row"
    %v = tensor.extract %values[%in] : tensor<8xf32>
    linalg.yield %v : f32
  } -> tensor<?xf32>
  return
}

// -----

// An operand that only an unread value is computed of is no operand; what has
// no check is no op.

// CHECK-LABEL: func @unread(
// CHECK-NOT: linalg
// CHECK: linalg.generic
// CHECK-SAME: ins(%arg1 : tensor<8xi1>)
// CHECK: cf.assert
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @unread(%x: tensor<8xf32>, %c: tensor<8xi1>, %e: tensor<8xf32>) {
  %z = linalg.exp ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%z, %c : tensor<8xf32>, tensor<8xi1>) outs(%e : tensor<8xf32>) {
  ^bb0(%in: f32, %ok: i1, %out: f32):
    cf.assert %ok, "no"
    %n = arith.negf %in : f32
    linalg.yield %n : f32
  } -> tensor<8xf32>
  %u = linalg.exp ins(%y : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// What the check of another op reads stays.

// CHECK-LABEL: func @read(
// CHECK: arith.index_cast
// CHECK: cf.assert
func.func @read(%i: tensor<8xi64>, %e: tensor<8xindex>) {
  %c8 = arith.constant 8 : index
  %j = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%i : tensor<8xi64>) outs(%e : tensor<8xindex>) {
  ^bb0(%in: i64, %out: index):
    %0 = arith.index_cast %in : i64 to index
    linalg.yield %0 : index
  } -> tensor<8xindex>
  %y = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%j : tensor<8xindex>) outs(%e : tensor<8xindex>) {
  ^bb0(%in: index, %out: index):
    %ok = arith.cmpi ult, %in, %c8 : index
    cf.assert %ok, "no such row"
    linalg.yield %in : index
  } -> tensor<8xindex>
  return
}
