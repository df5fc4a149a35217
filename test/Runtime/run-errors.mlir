// Everything that can be wrong with a call, each one line of error. Nothing is
// run before the arguments are known to fit.
//
// RUN: rm -rf %t && %python %S/Inputs/make_npy.py %t
// RUN: not rmsnorm-run %t/none.mlir 2>&1 | FileCheck %s --check-prefix=NOFILE --implicit-check-not={{.}}
// NOFILE: error: cannot open input file '{{.*}}none.mlir': No such file or directory
// RUN: not rmsnorm-run %t 2>&1 | FileCheck %s --check-prefix=DIRECTORY --implicit-check-not={{.}}
// DIRECTORY: error: cannot open input file '{{.*}}': Is a directory
// RUN: echo 'func.func @main(' > %t/bad.mlir
// RUN: not rmsnorm-run %t/bad.mlir 2>&1 | FileCheck %s --check-prefix=SYNTAX --implicit-check-not={{.}}
// SYNTAX: {{.*}}bad.mlir:1:17: error: expected non-function type
// RUN: echo '' > %t/void.mlir
// RUN: not rmsnorm-run %t/void.mlir 2>&1 | FileCheck %s --check-prefix=VOID --implicit-check-not={{.}}
// VOID: error: the file has no public function with a body
// RUN: not rmsnorm-run %s --entry=nope 2>&1 | FileCheck %s --check-prefix=ENTRY --implicit-check-not={{.}}
// ENTRY: error: no public function 'nope': the file has 'main', 'memref', 'complex', 'number', 'add', 'reshape', 'reshape_to', 'assert', 'missing', 'two': name one with --entry=NAME
// RUN: not rmsnorm-run %s --entry=hidden 2>&1 | FileCheck %s --check-prefix=HIDDEN --implicit-check-not={{.}}
// HIDDEN: error: no public function 'hidden': the file has {{.*}}
//
// RUN: not rmsnorm-run %s --target=tpu 2>&1 | FileCheck %s --check-prefix=TARGET --implicit-check-not={{.}}
// TARGET: error: unknown target 'tpu': use cpu, cuda or cuda-emulated
// RUN: not rmsnorm-run %s --frobnicate 2>&1 | FileCheck %s --check-prefix=OPTION --implicit-check-not={{.}}
// OPTION: error: rmsnorm-run: Unknown command line argument '--frobnicate'.{{.*}}
// RUN: not rmsnorm-run %s --entry 2>&1 | FileCheck %s --check-prefix=VALUE --implicit-check-not={{.}}
// VALUE: error: --entry needs a value: see --help
// RUN: not rmsnorm-run %s --benchmark=7 2>&1 | FileCheck %s --check-prefix=NOVALUE --implicit-check-not={{.}}
// NOVALUE: error: --benchmark takes no value: see --help
// RUN: not rmsnorm-run 2>&1 | FileCheck %s --check-prefix=NOTHING --implicit-check-not={{.}}
// NOTHING: error: no FILE to run: see --help
//
// RUN: not rmsnorm-run %s --input=%t/x.npy 2>&1 | FileCheck %s --check-prefix=FEW --implicit-check-not={{.}}
// FEW: error: 'main' takes 2 arguments, but 1 --input given
// RUN: not rmsnorm-run %s --input=%t/x.npy --input=%t/column.npy --output=a --output=b 2>&1 | FileCheck %s --check-prefix=OUTPUTS --implicit-check-not={{.}}
// OUTPUTS: error: 'main' has 1 result, but 2 --outputs given
// RUN: not rmsnorm-run %s --input=%t/x.npy --input=%t/column3.npy 2>&1 | FileCheck %s --check-prefix=SHAPE --implicit-check-not={{.}}
// SHAPE: error: {{.*}}column3.npy: has shape [3], but the argument's is [4]
// RUN: not rmsnorm-run %s --input=%t/column.npy --input=%t/column.npy 2>&1 | FileCheck %s --check-prefix=RANK --implicit-check-not={{.}}
// RANK: error: {{.*}}column.npy: has shape [4], but the argument's is [?, 4]
// RUN: not rmsnorm-run %s --input=%t/f64.npy --input=%t/column.npy 2>&1 | FileCheck %s --check-prefix=WIDE --implicit-check-not={{.}}
// WIDE: error: {{.*}}f64.npy: has elements of float64, but f32 is read from float32: save it with .astype(numpy.float32)
// RUN: not rmsnorm-run %s --input=%t/i64.npy --input=%t/column.npy 2>&1 | FileCheck %s --check-prefix=INTEGER --implicit-check-not={{.}}
// INTEGER: error: {{.*}}i64.npy: has elements of int64, but f32 is read from float32: save it with .astype(numpy.float32)
// RUN: not rmsnorm-run %s --input=%t/x.npy --input=%t/column.npy --output=%t/no/such/y.npy 2>&1 | FileCheck %s --check-prefix=WRITE --implicit-check-not={{.}}
// WRITE: error: can't write '{{.*}}y.npy': {{.*}}No such file or directory
// RUN: not rmsnorm-run %s --input=%t/x.npy --input=%t/column.npy --output= 2>&1 | FileCheck %s --check-prefix=NAMELESS --implicit-check-not={{.}}
// NAMELESS: error: --output is empty: give it a value or leave it out
// RUN: not rmsnorm-run %s --input=%t/x.npy --input= 2>&1 | FileCheck %s --check-prefix=NOINPUT --implicit-check-not={{.}}
// NOINPUT: error: --input is empty: give it a value or leave it out
// RUN: not rmsnorm-run %s --entry=two --input=%t/x.npy --output=%t/two.npy --output=%t/two.npy 2>&1 | FileCheck %s --check-prefix=SAME --implicit-check-not={{.}}
// SAME: error: two results would go to '{{.*}}two.npy': give each --output a name of its own
// RUN: not rmsnorm-run %s --entry=two --input=%t/x.npy --output=%t/two.npy --output=%t/no/such/y.npy 2>&1 | FileCheck %s --check-prefix=WRITE --implicit-check-not={{.}}
// RUN: not rmsnorm-run %s --entry=two --input=%t/x.npy --output=%t/two.npy --output=%t/x.npy/y.npy 2>&1 | FileCheck %s --check-prefix=FILE --implicit-check-not={{.}}
// FILE: error: can't write '{{.*}}y.npy': Not a directory
// RUN: not ls %t/two.npy
// RUN: not rmsnorm-run %s --input=/dev/zero --input=%t/column.npy 2>&1 | FileCheck %s --check-prefix=ZERO --implicit-check-not={{.}}
// RUN: not rmsnorm-run /dev/zero 2>&1 | FileCheck %s --check-prefix=ZERO --implicit-check-not={{.}}
// ZERO: error: /dev/zero: is a device: give a file
// RUN: mkfifo %t/pipe.npy && not rmsnorm-run %s --input=%t/x.npy --input=%t/column.npy --output=%t/pipe.npy 2>&1 | FileCheck %s --check-prefix=PIPE --implicit-check-not={{.}}
// PIPE: error: can't write '{{.*}}pipe.npy': it exists and is no regular file
// RUN: ln -s target.npy %t/link.npy && rmsnorm-run %s --input=%t/x.npy --input=%t/column.npy --output=%t/link.npy && test -L %t/link.npy && test -f %t/target.npy
// RUN: not rmsnorm-run %s --entry= 2>&1 | FileCheck %s --check-prefix=EMPTY --implicit-check-not={{.}}
// EMPTY: error: --entry is empty: give it a value or leave it out
// RUN: not rmsnorm-run %s --target=cpu --target=cuda 2>&1 | FileCheck %s --check-prefix=TWICE --implicit-check-not={{.}}
// TWICE: error: --target is given twice: see --help
func.func @main(%x: tensor<?x4xf32>, %w: tensor<4xf32>) -> tensor<?x4xf32> {
  return %x : tensor<?x4xf32>
}

// RUN: not rmsnorm-run %s --entry=memref 2>&1 | FileCheck %s --check-prefix=MEMREF --implicit-check-not={{.}}
// MEMREF: error: argument #0 of 'memref' has type memref<4xf32>, but only ranked tensors and numbers can be passed
func.func @memref(%x: memref<4xf32>) {
  return
}

// RUN: not rmsnorm-run %s --entry=complex 2>&1 | FileCheck %s --check-prefix=COMPLEX --implicit-check-not={{.}}
// COMPLEX: error: argument #0 of 'complex': elements of type complex<f32> can't be passed: use floats and integers of 8, 16, 32 or 64 bits, i1 or index
func.func @complex(%x: tensor<4xcomplex<f32>>) {
  return
}

// RUN: not rmsnorm-run %s --entry=number 2>&1 | FileCheck %s --check-prefix=RESULT --implicit-check-not={{.}}
// RESULT: error: result #0 of 'number' has type f32, but only ranked tensors can be passed
func.func @number(%x: f32) -> f32 {
  return %x : f32
}

// RUN: not rmsnorm-run %s --entry=add --input=%t/x.npy --input=%t/x2.npy 2>&1 | FileCheck %s --check-prefix=FIT --implicit-check-not={{.}}
// FIT: error: the sizes of the inputs don't fit together: dimension #0 of input/output operand #1 is incompatible with inferred dimension size at loc("{{.*}}run-errors.mlir":[[#@LINE+5]]:8)
func.func @add(%x: tensor<?x4xf32>, %y: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?x4xf32>
  %e = tensor.empty(%d) : tensor<?x4xf32>
  %z = linalg.add ins(%x, %y : tensor<?x4xf32>, tensor<?x4xf32>) outs(%e : tensor<?x4xf32>) -> tensor<?x4xf32>
  return %z : tensor<?x4xf32>
}

// RUN: not rmsnorm-run %s --entry=reshape --input=%t/x.npy 2>&1 | FileCheck %s --check-prefix=RESHAPE --implicit-check-not={{.}}
// RESHAPE: error: the sizes of the inputs don't fit together: a reshape changes the number of elements at loc("{{.*}}run-errors.mlir":[[#@LINE+6]]:8)
func.func @reshape(%x: tensor<?x4xf32>) -> tensor<?x2x4xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %d = tensor.dim %x, %c0 : tensor<?x4xf32>
  %half = arith.divui %d, %c2 : index
  %z = tensor.expand_shape %x [[0, 1], [2]] output_shape [%half, 2, 4] : tensor<?x4xf32> into tensor<?x2x4xf32>
  return %z : tensor<?x2x4xf32>
}

// RUN: not rmsnorm-run %s --entry=reshape_to --input=%t/x.npy --input=%t/i64.npy 2>&1 | FileCheck %s --check-prefix=RESHAPE-TO --implicit-check-not={{.}}
// RESHAPE-TO: error: the sizes of the inputs don't fit together: a reshape changes the number of elements at loc("{{.*}}run-errors.mlir":[[#@LINE+7]]:8)
func.func @reshape_to(%x: tensor<?x4xf32>, %sizes: tensor<?x4xi64>) -> tensor<?x?xf32> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %m = tensor.extract %sizes[%c1, %c2] : tensor<?x4xi64>
  %n = tensor.extract %sizes[%c1, %c1] : tensor<?x4xi64>
  %shape = tensor.from_elements %m, %n : tensor<2xi64>
  %z = tensor.reshape %x(%shape) : (tensor<?x4xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return %z : tensor<?x?xf32>
}

// RUN: not rmsnorm-run %s --entry=assert --input=%t/column.npy 2>&1 | FileCheck %s --check-prefix=ASSERT --implicit-check-not={{.}}
// ASSERT: error: only for the few
func.func @assert(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %few = arith.cmpi ult, %d, %c3 : index
  cf.assert %few, "only for the few"
  return %x : tensor<?xf32>
}

// RUN: not rmsnorm-run %s --entry=missing --input=%t/column.npy 2>&1 | FileCheck %s --check-prefix=MISSING --implicit-check-not={{.}}
// MISSING: error: the compiled code can't be loaded: {{.*}}_mlir_ciface_elsewhere{{.*}}
func.func private @elsewhere(tensor<4xf32>) -> tensor<4xf32>
func.func @missing(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = func.call @elsewhere(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

func.func @two(%x: tensor<?x4xf32>) -> (tensor<?x4xf32>, tensor<?x4xf32>) {
  return %x, %x : tensor<?x4xf32>, tensor<?x4xf32>
}

func.func private @hidden() {
  return
}
