// The stock mlir-opt reads the dialect and runs the passes.
//
// RUN: mlir-opt %s --load-dialect-plugin=%lib_dir/RMSNormPlugin.so | FileCheck %s --check-prefix=DIALECT
// RUN: mlir-opt %s --load-dialect-plugin=%lib_dir/RMSNormPlugin.so --load-pass-plugin=%lib_dir/RMSNormPlugin.so \
// RUN:   --pass-pipeline='builtin.module(rmsnorm-decompose)' | FileCheck %s --check-prefix=PASS
// RUN: mlir-opt %s --load-dialect-plugin=%lib_dir/RMSNormPlugin.so --load-pass-plugin=%lib_dir/RMSNormPlugin.so \
// RUN:   --pass-pipeline='builtin.module(rmsnorm-cpu-pipeline)' | FileCheck %s --check-prefix=PIPELINE
//
// DIALECT: rmsnorm.norm ins
// PASS-NOT: rmsnorm.norm
// PASS: linalg.generic
// PIPELINE: llvm.func @_mlir_ciface_main
func.func @main(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %y = rmsnorm.norm ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {epsilon = 1.0e-06 : f64} -> tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}
