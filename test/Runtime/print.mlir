// Results are printed as NumPy does it, and long ones in part.
//
// RUN: %python -c "import numpy; numpy.save('%t.npy', numpy.arange(200, dtype='f4') - 2.5)"
// RUN: rmsnorm-run %s --input=%t.npy | FileCheck %s
// RUN: rmsnorm-run %s --target=cuda-emulated --input=%t.npy | FileCheck %s
// CHECK: [ -2.5  -1.5  -0.5 ... 194.5 195.5 196.5]
// CHECK-NEXT: {{\[\[}} -1   7]
// CHECK-NEXT: {{^}} [nan   0]]
// CHECK-NEXT: [ true false]
// CHECK-NEXT: [-3]
// CHECK-NEXT: []
// CHECK-NEXT: 4
// CHECK-NOT: {{.}}
func.func @main(%x: tensor<200xf32>) -> (tensor<200xf32>, tensor<2x2xbf16>, tensor<2xi1>, tensor<1xi8>, tensor<0xf32>, tensor<i32>) {
  %f = arith.constant dense<[[-1.0, 7.0], [0x7FC0, 0.0]]> : tensor<2x2xbf16>
  %b = arith.constant dense<[true, false]> : tensor<2xi1>
  %i = arith.constant dense<-3> : tensor<1xi8>
  %e = arith.constant dense<> : tensor<0xf32>
  %n = arith.constant dense<4> : tensor<i32>
  return %x, %f, %b, %i, %e, %n : tensor<200xf32>, tensor<2x2xbf16>, tensor<2xi1>, tensor<1xi8>, tensor<0xf32>, tensor<i32>
}
