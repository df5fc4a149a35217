// The sizes of results follow from those of the arguments, through any ops, and
// where they hang on values, from the values.
//
// RUN: %python %S/Inputs/make_npy.py %t
// RUN: rmsnorm-run %s --entry=concat --input=%t/x.npy --input=%t/x2.npy | FileCheck %s --check-prefix=CONCAT
// RUN: rmsnorm-run %s --target=cuda-emulated --entry=concat --input=%t/x.npy --input=%t/x2.npy | FileCheck %s --check-prefix=CONCAT
// CONCAT: [ 8 9 10 11]
// CONCAT-NEXT: [ 0 1 2 3]
// CONCAT-NEXT: [ 4 5 6 7]
func.func @concat(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %z = tensor.concat dim(0) %x, %y : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %z : tensor<?x?xf32>
}

// RUN: rmsnorm-run %s --entry=tosa --input=%t/x.npy | FileCheck %s --check-prefix=TOSA
// RUN: rmsnorm-run %s --target=cuda-emulated --entry=tosa --input=%t/x.npy | FileCheck %s --check-prefix=TOSA
// TOSA: {{\[\[}} 0 1]
// TOSA: [10 11]{{\]}}
func.func @tosa(%x: tensor<?x4xf32>) -> tensor<?x2xi32> {
  %size = tosa.const_shape {values = dense<[-1, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %y = tosa.reshape %x, %size : (tensor<?x4xf32>, !tosa.shape<2>) -> tensor<?x2xf32>
  %z = tosa.cast %y : (tensor<?x2xf32>) -> tensor<?x2xi32>
  return %z : tensor<?x2xi32>
}

// RUN: rmsnorm-run %s --entry=value --input=%t/three.npy | FileCheck %s --check-prefix=VALUE
// RUN: rmsnorm-run %s --target=cuda-emulated --entry=value --input=%t/three.npy | FileCheck %s --check-prefix=VALUE
// VALUE: [1 1 1]
func.func @value(%n: tensor<index>) -> tensor<?xf32> {
  %size = tensor.extract %n[] : tensor<index>
  %one = arith.constant 1.0 : f32
  %z = tensor.splat %one[%size] : tensor<?xf32>
  return %z : tensor<?xf32>
}

// RUN: not rmsnorm-run %s --entry=negative --input=%t/three.npy 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: not rmsnorm-run %s --target=cuda-emulated --entry=negative --input=%t/three.npy 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// NEGATIVE: error: result #0 would have size -3 in a dimension: the sizes of the inputs don't fit this function
func.func @negative(%n: tensor<index>) -> tensor<?xf32> {
  %zero = arith.constant 0 : index
  %value = tensor.extract %n[] : tensor<index>
  %size = arith.subi %zero, %value : index
  %z = tensor.empty(%size) : tensor<?xf32>
  return %z : tensor<?xf32>
}

// RUN: rmsnorm-run %s --entry=call --input=%t/x.npy --input=%t/x2.npy --output=%t/a.npy --output=%t/b.npy
// RUN: rmsnorm-run %s --target=cuda-emulated --entry=call --input=%t/x.npy --input=%t/x2.npy --output=%t/a.npy --output=%t/b.npy
// RUN: %python -c "import numpy; print(numpy.load('%t/a.npy').shape, numpy.load('%t/b.npy').shape)" | FileCheck %s --check-prefix=CALL
// CALL: (5, 4) (2, 4)
func.func @call(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %z = call @concat(%x, %y) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %z, %y : tensor<?x?xf32>, tensor<?x?xf32>
}
