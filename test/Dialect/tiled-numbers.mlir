// Upstream's tiling and fusion change no number: the loop that they make of a norm
// between two elementwise ops, and the one that Rows makes, have the same bits.
// RUN: %python -c "import numpy; numpy.save('%t.npy', numpy.random.default_rng(0).standard_normal((5, 97)).astype('f4'))"
// RUN: rmsnorm-opt %s --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%S/Inputs/tile-rows.mlir},transform-interpreter)" -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: rmsnorm-run %t.mlir --input=%t.npy --output=%t.tiled.npy --output=%t.tiled.rstd.npy
// RUN: rmsnorm-run %s --input=%t.npy --output=%t.rows.npy --output=%t.rows.rstd.npy
// RUN: %python %S/Inputs/tiled_numbers.py %t

// CHECK: scf.forall
// CHECK:   linalg.exp
// CHECK:   rmsnorm.norm
// CHECK:   linalg.negf
func.func @main(%x : tensor<5x97xf32>) -> (tensor<5x97xf32>, tensor<5xf32>) {
  %init = tensor.empty() : tensor<5x97xf32>
  %r = tensor.empty() : tensor<5xf32>
  %e = linalg.exp ins(%x : tensor<5x97xf32>) outs(%init : tensor<5x97xf32>) -> tensor<5x97xf32>
  %y:2 = rmsnorm.norm ins(%e : tensor<5x97xf32>) outs(%init : tensor<5x97xf32>) rstd(%r : tensor<5xf32>) {center, epsilon = 1.0e-05 : f64} -> tensor<5x97xf32>, tensor<5xf32>
  %n = linalg.negf ins(%y#0 : tensor<5x97xf32>) outs(%init : tensor<5x97xf32>) -> tensor<5x97xf32>
  return %n, %y#1 : tensor<5x97xf32>, tensor<5xf32>
}
