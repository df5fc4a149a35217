// A float beyond the range of an integer becomes the nearest one, and NaN 0, unless
// either has 64 bits: then only the highest bit is set. An i8 is cut from an i16.
//
// RUN: %python -c "import numpy; numpy.save('%t.npy', numpy.float32([numpy.nan, 3e9, -3e9, 40000, -129.7, numpy.inf, 2.5, -2.5]))"
// RUN: rmsnorm-run %s --target=cuda-emulated --input=%t.npy | FileCheck %s
// CHECK: [ 0 -1 0 -1 127 -1 2 -2]
// CHECK-NEXT: [          0  2147483647 -2147483648       40000        -129  2147483647 {{ *}}2 {{ *}}-2]
// CHECK-NEXT: [-9223372036854775808 {{ *}}3000000000 {{ *}}-3000000000 {{ *}}40000 {{ *}}-129  9223372036854775807 {{ *}}2 {{ *}}-2]
func.func @main(%x: tensor<8xf32>) -> (tensor<8xi8>, tensor<8xi32>, tensor<8xi64>) {
  %i8 = arith.fptosi %x : tensor<8xf32> to tensor<8xi8>
  %i32 = arith.fptosi %x : tensor<8xf32> to tensor<8xi32>
  %i64 = arith.fptosi %x : tensor<8xf32> to tensor<8xi64>
  return %i8, %i32, %i64 : tensor<8xi8>, tensor<8xi32>, tensor<8xi64>
}
