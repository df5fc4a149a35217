// Every pipeline can be stopped after each of its stages, and printed.
//
// RUN: rmsnorm-opt %s --rmsnorm-cpu-pipeline="stop-after=raise" | FileCheck %s --check-prefix=RAISE
// RAISE: rmsnorm.norm
// RUN: rmsnorm-opt %s --rmsnorm-cpu-pipeline="stop-after=decompose" | FileCheck %s --check-prefix=DECOMPOSE --implicit-check-not=rmsnorm.norm
// DECOMPOSE: linalg.generic
// RUN: rmsnorm-opt %s --rmsnorm-cpu-pipeline="stop-after=rows" | FileCheck %s --check-prefix=ROWS --implicit-check-not=linalg
// ROWS: scf.forall {{.*}} shared_outs({{.*}}) -> (tensor<4x512xf32>)
// RUN: rmsnorm-opt %s --rmsnorm-cpu-pipeline="stop-after=buffers" | FileCheck %s --check-prefix=BUFFERS
// BUFFERS: func.func @main(%{{.*}}: memref<4x512xf32>, %{{.*}}: memref<4x512xf32>)
// BUFFERS: scf.forall
// RUN: rmsnorm-opt %s --rmsnorm-cpu-pipeline="stop-after=loops" | FileCheck %s --check-prefix=LOOPS --implicit-check-not=scf.forall
// LOOPS: scf.for %
// RUN: rmsnorm-opt %s --rmsnorm-cpu-pipeline="stop-after=llvm" | FileCheck %s --check-prefix=LLVM
// LLVM: llvm.func @_mlir_ciface_main
// RUN: rmsnorm-opt %s --rmsnorm-gpu-pipeline="stop-after=kernels" | FileCheck %s --check-prefix=KERNELS --implicit-check-not=gpu.shuffle
// KERNELS: gpu.launch_func
// RUN: rmsnorm-opt %s --rmsnorm-nvvm-pipeline="stop-after=threads" | FileCheck %s --check-prefix=THREADS
// THREADS: gpu.shuffle
// RUN: rmsnorm-opt %s --rmsnorm-nvvm-pipeline="stop-after=nvvm" | FileCheck %s --check-prefix=NVVM
// NVVM: nvvm.shfl.sync
// RUN: rmsnorm-opt %s --rmsnorm-nvvm-pipeline="format=isa stop-after=binary" | FileCheck %s --check-prefix=BINARY
// BINARY: gpu.binary
//
// RUN: not rmsnorm-opt %s --rmsnorm-cpu-pipeline="stop-after=dinner" 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: no stage 'dinner' to stop after: use raise, linalg, decompose, rows, buffers, loops, arithmetic, llvm
// RUN: env CUDA_HOME=%t.none not rmsnorm-opt %s --rmsnorm-nvvm-pipeline="stop-after=loops" 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: error: no stage 'loops' to stop after: use raise, linalg, decompose, rows, buffers, kernels, threads, nvvm, binary, host
//
// What is printed is the pipeline, and can be run.
// RUN: rmsnorm-opt %s --rmsnorm-cpu-pipeline="chunk=32 stop-after=rows" --dump-pass-pipeline -o %t.whole 2> %t.dump
// RUN: FileCheck %s --check-prefix=DUMP < %t.dump
// DUMP: builtin.module(
// DUMP: rmsnorm-raise
// DUMP: rmsnorm-emit-rows{chunk=32
// DUMP-NOT: one-shot-bufferize
// RUN: rmsnorm-opt %s --pass-pipeline="$(tail -n +2 %t.dump)" -o %t.again
// RUN: diff %t.whole %t.again
func.func @main(%x: tensor<4x512xf32>) -> tensor<4x512xf32> {
  %e = tensor.empty() : tensor<4x512xf32>
  %y = rmsnorm.norm ins(%x : tensor<4x512xf32>) outs(%e : tensor<4x512xf32>) {epsilon = 1.0e-06 : f64} -> tensor<4x512xf32>
  return %y : tensor<4x512xf32>
}
