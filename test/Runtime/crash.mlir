// A crash is an error like any other. Upstream's lowering of a dimension that
// can't be makes one.
//
// RUN: %python -c "import numpy; numpy.save('%t.npy', numpy.ones(4, 'f4'))"
// RUN: not rmsnorm-run %s --input=%t.npy 2>&1 | FileCheck %s --implicit-check-not={{.}}
// CHECK: error: {{.*}}
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %dim = arith.constant -1 : index
  %d = tensor.dim %x, %dim : tensor<?xf32>
  %e = tensor.empty(%d) : tensor<?xf32>
  return %e : tensor<?xf32>
}
