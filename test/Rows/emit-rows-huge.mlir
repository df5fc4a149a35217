// Rows of more bits than can be counted are long rows; vectors have a size that can be.
//
// RUN: rmsnorm-opt %s --rmsnorm-cpu-pipeline=stop-after=rows | FileCheck %s
// RUN: rmsnorm-opt %s --rmsnorm-gpu-pipeline=stop-after=rows | FileCheck %s --check-prefix=GPU
//
// RUN: not rmsnorm-opt %s --rmsnorm-cpu-pipeline=chunk=0 2>&1 | FileCheck %s --check-prefix=CHUNK
// RUN: not rmsnorm-opt %s --rmsnorm-cpu-pipeline=chunk=-64 2>&1 | FileCheck %s --check-prefix=CHUNK
// RUN: not rmsnorm-opt %s --rmsnorm-cpu-pipeline=chunk=1048576 2>&1 | FileCheck %s --check-prefix=CHUNK
// CHUNK: error: chunk is {{[-0-9]+}}: a vector of a row has 1 to 65536 elements
//
// CHECK: scf.for
// CHECK: vector.transfer_read {{.*}} vector<64xbf16>
// GPU: scf.for
// GPU: vector.transfer_read {{.*}} vector<[8]xbf16>
func.func @main(%x: tensor<?x9223372036854775807xbf16>) -> tensor<?x9223372036854775807xbf16> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?x9223372036854775807xbf16>
  %e = tensor.empty(%d) : tensor<?x9223372036854775807xbf16>
  %y = rmsnorm.norm ins(%x : tensor<?x9223372036854775807xbf16>) outs(%e : tensor<?x9223372036854775807xbf16>) {epsilon = 1.0e-6 : f64} -> tensor<?x9223372036854775807xbf16>
  return %y : tensor<?x9223372036854775807xbf16>
}
