// RUN: rmsnorm-opt %s --rmsnorm-drop-call-sites --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s

// CHECK: arith.negf %{{.*}} : f32 loc("norm.mlir":3:8)
// CHECK: math.absf %{{.*}} : f32 loc("norm.mlir":4:8)
func.func @f(%x: f32) -> f32 {
  %y = arith.negf %x : f32 loc(callsite(callsite("norm.mlir":3:8 at "norm.mlir":9:8) at "main.mlir":1:1))
  %z = math.absf %y : f32 loc("norm.mlir":4:8)
  return %z : f32
}

// Inlined norms have line information.
// RUN: rmsnorm-opt %test_dir/Inputs/neighbours/residual.mlir --rmsnorm-nvvm-pipeline="format=llvm line-info" -o /dev/null
