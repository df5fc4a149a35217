// RUN: rmsnorm-opt %s --split-input-file --rmsnorm-choose-kernels --verify-diagnostics

module attributes {gpu.container_module} {
func.func @main(%x: memref<bf16>) {
  %c1 = arith.constant 1 : index
  // expected-error @below {{'rmsnorm.checked' has to name kernel arguments that are memrefs or indices}}
  gpu.launch_func @kernels::@norm blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<bf16>)
    {rmsnorm.checked = array<i64: 1>, rmsnorm.unaligned = @kernels::@norm_unaligned}
  return
}
gpu.module @kernels {
  gpu.func @norm(%x: memref<bf16>) kernel {
    gpu.return
  }
  gpu.func @norm_unaligned(%x: memref<bf16>) kernel {
    gpu.return
  }
}
}

// -----

module attributes {gpu.container_module} {
func.func @main(%x: memref<bf16>) {
  %c1 = arith.constant 1 : index
  // expected-error @below {{'rmsnorm.checked' has to name kernel arguments that are memrefs or indices}}
  gpu.launch_func @kernels::@norm blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<bf16>)
    {rmsnorm.checked = array<i64: -1>, rmsnorm.unaligned = @kernels::@norm_unaligned}
  return
}
gpu.module @kernels {
  gpu.func @norm(%x: memref<bf16>) kernel {
    gpu.return
  }
  gpu.func @norm_unaligned(%x: memref<bf16>) kernel {
    gpu.return
  }
}
}

// -----

module attributes {gpu.container_module} {
func.func @main(%x: memref<bf16>) {
  %c1 = arith.constant 1 : index
  // expected-error @below {{'rmsnorm.checked' has to name kernel arguments that are memrefs or indices}}
  gpu.launch_func @kernels::@norm blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<bf16>)
    {rmsnorm.checked = array<i64>, rmsnorm.unaligned = @kernels::@norm_unaligned}
  return
}
gpu.module @kernels {
  gpu.func @norm(%x: memref<bf16>) kernel {
    gpu.return
  }
  gpu.func @norm_unaligned(%x: memref<bf16>) kernel {
    gpu.return
  }
}
}

// -----

module attributes {gpu.container_module} {
func.func @main(%x: f32) {
  %c1 = arith.constant 1 : index
  // expected-error @below {{'rmsnorm.checked' has to name kernel arguments that are memrefs or indices}}
  gpu.launch_func @kernels::@norm blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : f32)
    {rmsnorm.checked = array<i64: 0>, rmsnorm.unaligned = @kernels::@norm_unaligned}
  return
}
gpu.module @kernels {
  gpu.func @norm(%x: f32) kernel {
    gpu.return
  }
  gpu.func @norm_unaligned(%x: f32) kernel {
    gpu.return
  }
}
}
