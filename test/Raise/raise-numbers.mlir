// A root that is rounded before it is used, a norm in a body that does more, and
// the root itself. With the root in f32 the last element would be 1.5078.
//
// RUN: %python -c "import numpy; numpy.save('%t.npy', numpy.array([[2, 3, 7, 9]], dtype='f4'))"
// RUN: rmsnorm-run %s --input=%t.npy | FileCheck %s
// RUN: rmsnorm-run %s --input=%t.npy --target=cuda-emulated | FileCheck %s
// CHECK: {{\[\[}}0.333984 0.5 1.17188 1.5]]
// CHECK-NEXT: {{\[\[}}2.33398 3.5 8.17188 10.5078]]
// CHECK-NEXT: [0.167248]
#map = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @main(%x: tensor<1x4xbf16>) -> (tensor<1x4xbf16>, tensor<1x4xf32>, tensor<1xf32>) {
  %zero = arith.constant dense<0.0> : tensor<1xf32>
  %quarter = arith.constant 0.25 : f32
  %sum = linalg.generic {indexing_maps = [#map, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<1x4xbf16>) outs(%zero : tensor<1xf32>) {
  ^bb0(%in: bf16, %out: f32):
    %0 = arith.extf %in : bf16 to f32
    %1 = arith.mulf %0, %0 : f32
    %2 = arith.addf %out, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<1xf32>
  %e0 = tensor.empty() : tensor<1xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%sum : tensor<1xf32>) outs(%e0 : tensor<1xf32>) {
  ^bb0(%s: f32, %out: f32):
    %0 = arith.mulf %s, %quarter : f32
    %1 = math.rsqrt %0 : f32
    linalg.yield %1 : f32
  } -> tensor<1xf32>
  %e1 = tensor.empty() : tensor<1x4xbf16>
  %y = linalg.generic {indexing_maps = [#row, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%r, %x : tensor<1xf32>, tensor<1x4xbf16>) outs(%e1 : tensor<1x4xbf16>) {
  ^bb0(%s: f32, %in: bf16, %out: bf16):
    %0 = arith.truncf %s : f32 to bf16
    %1 = arith.mulf %in, %0 : bf16
    linalg.yield %1 : bf16
  } -> tensor<1x4xbf16>
  %e2 = tensor.empty() : tensor<1x4xf32>
  %z = linalg.generic {indexing_maps = [#row, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%r, %x : tensor<1xf32>, tensor<1x4xbf16>) outs(%e2 : tensor<1x4xf32>) {
  ^bb0(%s: f32, %in: bf16, %out: f32):
    %0 = arith.extf %in : bf16 to f32
    %1 = arith.mulf %0, %s : f32
    %2 = arith.truncf %1 : f32 to bf16
    %3 = arith.extf %2 : bf16 to f32
    %4 = arith.addf %3, %0 : f32
    linalg.yield %4 : f32
  } -> tensor<1x4xf32>
  return %y, %z, %r : tensor<1x4xbf16>, tensor<1x4xf32>, tensor<1xf32>
}
