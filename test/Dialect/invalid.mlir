// RUN: rmsnorm-opt %s --split-input-file --verify-diagnostics

func.func @epsilon_missing(%x : tensor<4x8xf32>) {
  // expected-error@+1 {{'rmsnorm.norm' op requires attribute 'epsilon'}}
  %y = rmsnorm.norm ins(%x : tensor<4x8xf32>) outs(%x : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @epsilon_text(%x : tensor<4x8xf32>) {
  // expected-error@+1 {{Invalid attribute `epsilon` in property conversion: "text"}}
  %y = "rmsnorm.norm"(%x, %x) <{epsilon = "text", operandSegmentSizes = array<i32: 1, 0, 0, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @epsilon_integer(%x : tensor<4x8xf32>) {
  // expected-error@+1 {{attribute 'epsilon' failed to satisfy constraint: 64-bit float attribute}}
  %y = rmsnorm.norm ins(%x : tensor<4x8xf32>) outs(%x : tensor<4x8xf32>) {epsilon = 1 : i32} -> tensor<4x8xf32>
  return
}

// -----

func.func @epsilon_negative(%x : tensor<4x8xf32>) {
  // expected-error@+1 {{epsilon must be finite and not negative, but is -1}}
  %y = rmsnorm.norm ins(%x : tensor<4x8xf32>) outs(%x : tensor<4x8xf32>) {epsilon = -1.0 : f64} -> tensor<4x8xf32>
  return
}

// -----

func.func @epsilon_nan(%x : tensor<4x8xf32>) {
  // expected-error@+1 {{epsilon must be finite and not negative}}
  %y = rmsnorm.norm ins(%x : tensor<4x8xf32>) outs(%x : tensor<4x8xf32>) {epsilon = 0x7FF8000000000000 : f64} -> tensor<4x8xf32>
  return
}

// -----

func.func @epsilon_infinite(%x : tensor<4x8xf32>) {
  // expected-error@+1 {{epsilon must be finite and not negative}}
  %y = rmsnorm.norm ins(%x : tensor<4x8xf32>) outs(%x : tensor<4x8xf32>) {epsilon = 0x7FF0000000000000 : f64} -> tensor<4x8xf32>
  return
}

// -----

func.func @offset_infinite(%x : tensor<4x8xf32>, %w : tensor<8xf32>) {
  // expected-error@+1 {{weight_offset must be finite}}
  %y = rmsnorm.norm ins(%x : tensor<4x8xf32>) weight(%w : tensor<8xf32>) outs(%x : tensor<4x8xf32>) {epsilon = 1.0e-6 : f64, weight_offset = 0x7FF0000000000000 : f64} -> tensor<4x8xf32>
  return
}

// -----

func.func @offset_without_weight(%x : tensor<4x8xf32>) {
  // expected-error@+1 {{weight_offset needs a weight}}
  %y = rmsnorm.norm ins(%x : tensor<4x8xf32>) outs(%x : tensor<4x8xf32>) {epsilon = 1.0e-6 : f64, weight_offset = 1.0 : f64} -> tensor<4x8xf32>
  return
}

// -----

func.func @segments_of_wrong_length(%x : tensor<4x8xf32>) {
  // expected-error@+1 {{operandSegmentSizes}}
  %y = "rmsnorm.norm"(%x, %x) <{epsilon = 1.0e-6 : f64, operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @segments_of_wrong_sum(%x : tensor<4x8xf32>) {
  // expected-error@+1 {{operand count (2) does not match with the total size (3)}}
  %y = "rmsnorm.norm"(%x, %x) <{epsilon = 1.0e-6 : f64, operandSegmentSizes = array<i32: 1, 1, 0, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @no_dimension(%x : tensor<f32>) {
  // expected-error@+1 {{x needs at least one dimension to normalise}}
  %y = rmsnorm.norm ins(%x : tensor<f32>) outs(%x : tensor<f32>) {epsilon = 1.0e-6 : f64} -> tensor<f32>
  return
}

// -----

func.func @unranked(%x : tensor<*xf32>) {
  // expected-error@+1 {{operand #0 must be}}
  %y = rmsnorm.norm ins(%x : tensor<*xf32>) outs(%x : tensor<*xf32>) {epsilon = 1.0e-6 : f64} -> tensor<*xf32>
  return
}

// -----

func.func @integers(%x : tensor<4x8xi32>) {
  // expected-error@+1 {{operand #0 must be}}
  %y = rmsnorm.norm ins(%x : tensor<4x8xi32>) outs(%x : tensor<4x8xi32>) {epsilon = 1.0e-6 : f64} -> tensor<4x8xi32>
  return
}

// -----

func.func @other_shape(%x : tensor<4x8xf32>, %init : tensor<4x9xf32>) {
  // expected-error@+1 {{x and outs must have the same shape, but are 'tensor<4x8xf32>' and 'tensor<4x9xf32>'}}
  %y = rmsnorm.norm ins(%x : tensor<4x8xf32>) outs(%init : tensor<4x9xf32>) {epsilon = 1.0e-6 : f64} -> tensor<4x9xf32>
  return
}

// -----

func.func @weight_extent(%x : tensor<2x4xf32>, %w : tensor<1xf32>) {
  // expected-error@+1 {{weight must have the shape of the normalised dimension, [4], but has type 'tensor<1xf32>'}}
  %y = rmsnorm.norm ins(%x : tensor<2x4xf32>) weight(%w : tensor<1xf32>) outs(%x : tensor<2x4xf32>) {epsilon = 1.0e-6 : f64} -> tensor<2x4xf32>
  return
}

// -----

func.func @weight_rank(%x : tensor<2x4xf32>, %w : tensor<4x1xf32>) {
  // expected-error@+1 {{weight must have the shape of the normalised dimension, [4], but has type 'tensor<4x1xf32>'}}
  %y = rmsnorm.norm ins(%x : tensor<2x4xf32>) weight(%w : tensor<4x1xf32>) outs(%x : tensor<2x4xf32>) {epsilon = 1.0e-6 : f64} -> tensor<2x4xf32>
  return
}

// -----

func.func @bias_extent(%x : tensor<2x?xf32>, %b : tensor<2x4xf32>) {
  // expected-error@+1 {{bias must have the shape of the normalised dimension, [?], but has type 'tensor<2x4xf32>'}}
  %y = rmsnorm.norm ins(%x : tensor<2x?xf32>) bias(%b : tensor<2x4xf32>) outs(%x : tensor<2x?xf32>) {epsilon = 1.0e-6 : f64} -> tensor<2x?xf32>
  return
}

// -----

func.func @mixed(%x : tensor<4x8xf32>, %init : memref<4x8xf32>) {
  // expected-error@+1 {{operands must be all tensors or all memrefs}}
  rmsnorm.norm ins(%x : tensor<4x8xf32>) outs(%init : memref<4x8xf32>) {epsilon = 1.0e-6 : f64}
  return
}

// -----

func.func @result_missing(%x : tensor<4x8xf32>) {
  // expected-error@+1 {{on tensors has one result}}
  rmsnorm.norm ins(%x : tensor<4x8xf32>) outs(%x : tensor<4x8xf32>) {epsilon = 1.0e-6 : f64}
  return
}

// -----

func.func @result_on_memrefs(%x : memref<4x8xf32>) {
  // expected-error@+1 {{on memrefs has no results}}
  %y = rmsnorm.norm ins(%x : memref<4x8xf32>) outs(%x : memref<4x8xf32>) {epsilon = 1.0e-6 : f64} -> tensor<4x8xf32>
  return
}

// -----

func.func @result_type(%x : tensor<4x8xf32>) {
  // expected-error@+1 {{result type 'tensor<4x8xbf16>' must be the type of outs, 'tensor<4x8xf32>'}}
  %y = rmsnorm.norm ins(%x : tensor<4x8xf32>) outs(%x : tensor<4x8xf32>) {epsilon = 1.0e-6 : f64} -> tensor<4x8xbf16>
  return
}

// -----

func.func @rounding_text(%x : tensor<4x8xf32>) {
  // expected-error@+1 {{Invalid attribute `rounding` in property conversion: "before"}}
  %y = "rmsnorm.norm"(%x, %x) <{epsilon = 1.0e-6 : f64, rounding = "before", operandSegmentSizes = array<i32: 1, 0, 0, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
