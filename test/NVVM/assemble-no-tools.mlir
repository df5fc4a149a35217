// RUN: rmsnorm-opt %s --rmsnorm-serialize -o %t.mlir
// RUN: env CUDA_HOME=%t.none not rmsnorm-opt %t.mlir --rmsnorm-assemble="format=bin" 2>&1 | FileCheck %s --check-prefix=NAMED
// RUN: rm -rf %t.half && mkdir -p %t.half/bin && echo '#!/bin/sh' > %t.half/bin/ptxas && chmod +x %t.half/bin/ptxas
// RUN: env CUDA_HOME=%t.half not rmsnorm-opt %t.mlir --rmsnorm-assemble 2>&1 | FileCheck %s --check-prefix=FATBINARY

//     NAMED: error: no ptxas found for format=bin: point CUDA_HOME, which is '{{.*}}.none', to a CUDA toolkit that has it, or unset it
// FATBINARY: error: no fatbinary found for format=fatbin: point CUDA_HOME, which is '{{.*}}.half', to a CUDA toolkit that has it, or unset it
module attributes {gpu.container_module} {
  gpu.module @kernels [#nvvm.target<chip = "sm_90", features = "+ptx78">] {
    llvm.func @kernel() attributes {gpu.kernel, nvvm.kernel} {
      llvm.return
    }
  }
}
