// Arguments are as they were after a call, also where an op takes one as its
// destination or reads and writes it.
//
// RUN: %python -c "import numpy; numpy.save('%t.npy', numpy.arange(4, dtype='f4'))"
// RUN: rmsnorm-run %s --input=%t.npy | FileCheck %s
// RUN: rmsnorm-run %s --target=cuda-emulated --input=%t.npy | FileCheck %s
// CHECK:      [0 2 4 6]
// CHECK-NEXT: [0 3 6 9]
// CHECK-NEXT: [0 1 2 3]
func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %double = arith.addf %x, %x : tensor<4xf32>
  %triple = linalg.add ins(%double, %x : tensor<4xf32>, tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %double, %triple, %x : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// RUN: rmsnorm-run %s --entry=insert --input=%t.npy | FileCheck %s --check-prefix=INSERT
// INSERT:      [9 1 2 3]
// INSERT-NEXT: [0 1 2 3]
func.func @insert(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %nine = arith.constant 9.0 : f32
  %inserted = tensor.insert %nine into %x[%c0] : tensor<4xf32>
  return %inserted, %x : tensor<4xf32>, tensor<4xf32>
}
