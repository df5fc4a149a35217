// RUN: rmsnorm-opt %s --rmsnorm-serialize="format=llvm" --verify-diagnostics

module attributes {gpu.container_module} {
  gpu.module @kernels [#nvvm.target<chip = "sm_90", features = "+ptx78">] {
    llvm.func @kernel(%x: f32) attributes {gpu.kernel, nvvm.kernel} {
      // expected-error@+1 {{'arith.truncf' with a result of type 'f8E4M3FN' has no lowering to GPU code}}
      %y = arith.truncf %x : f32 to f8E4M3FN
      llvm.return
    }
  }
}
