// A mask of i1 beside rows: bytes in memory, where a vector of i1 would be bits.
//
// RUN: %python -c "import numpy; m = numpy.zeros((3, 16), '?'); m[0, 3] = m[1, 5] = m[2, 9] = True; numpy.save('%t.m.npy', m); numpy.save('%t.x.npy', numpy.arange(48, dtype='f4').reshape(3, 16))"
// RUN: rmsnorm-run %s --input=%t.m.npy --input=%t.x.npy | FileCheck %s
// RUN: rmsnorm-run %s --input=%t.m.npy --input=%t.x.npy --target=cuda-emulated | FileCheck %s
// CHECK: {{\[\[}}117 118 119 117 121 122 123 124 125 126 127 128 129 130 131 132]
// CHECK-NEXT: [371 372 373 374 375 355 377 378 379 380 381 382 383 384 385 386]
// CHECK-NEXT: [623 624 625 626 627 628 629 630 631 591 633 634 635 636 637 638]]
#map = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @main(%mask: tensor<3x16xi1>, %x: tensor<3x16xf32>) -> tensor<3x16xf32> {
  %zero = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : tensor<3xf32>
  %sum = linalg.generic {indexing_maps = [#map, #map, #row], iterator_types = ["parallel", "reduction"]} ins(%mask, %x : tensor<3x16xi1>, tensor<3x16xf32>) outs(%zeros : tensor<3xf32>) {
  ^bb0(%m: i1, %in: f32, %out: f32):
    %0 = arith.select %m, %zero, %in : f32
    %1 = arith.addf %0, %out : f32
    linalg.yield %1 : f32
  } -> tensor<3xf32>
  %e = tensor.empty() : tensor<3x16xf32>
  %y = linalg.generic {indexing_maps = [#map, #map, #row, #map], iterator_types = ["parallel", "parallel"]} ins(%mask, %x, %sum : tensor<3x16xi1>, tensor<3x16xf32>, tensor<3xf32>) outs(%e : tensor<3x16xf32>) {
  ^bb0(%m: i1, %in: f32, %s: f32, %out: f32):
    %0 = arith.select %m, %zero, %in : f32
    %1 = arith.addf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<3x16xf32>
  return %y : tensor<3x16xf32>
}
