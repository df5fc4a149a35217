// RUN: rmsnorm-opt %s --split-input-file --verify-diagnostics

func.func @epsilon_missing(%x : tensor<4x8xf32>) {
  // expected-error@+1 {{'rmsnorm.norm' op requires attribute 'epsilon'}}
  %y = rmsnorm.norm ins(%x : tensor<4x8xf32>) outs(%x : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @epsilon_text(%x : tensor<4x8xf32>) {
  // expected-error@+1 {{Invalid attribute `epsilon` in property conversion: "text"}}
  %y = "rmsnorm.norm"(%x, %x) <{epsilon = "text", operandSegmentSizes = array<i32: 1, 0, 0, 1, 0>}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
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
  // expected-error@+1 {{(C8) epsilon must be finite and not negative, but is -1}}
  %y = rmsnorm.norm ins(%x : tensor<4x8xf32>) outs(%x : tensor<4x8xf32>) {epsilon = -1.0 : f64} -> tensor<4x8xf32>
  return
}

// -----

func.func @epsilon_nan(%x : tensor<4x8xf32>) {
  // expected-error@+1 {{(C8) epsilon must be finite and not negative}}
  %y = rmsnorm.norm ins(%x : tensor<4x8xf32>) outs(%x : tensor<4x8xf32>) {epsilon = 0x7FF8000000000000 : f64} -> tensor<4x8xf32>
  return
}

// -----

func.func @epsilon_infinite(%x : tensor<4x8xf32>) {
  // expected-error@+1 {{(C8) epsilon must be finite and not negative}}
  %y = rmsnorm.norm ins(%x : tensor<4x8xf32>) outs(%x : tensor<4x8xf32>) {epsilon = 0x7FF0000000000000 : f64} -> tensor<4x8xf32>
  return
}

// -----

func.func @offset_infinite(%x : tensor<4x8xf32>, %w : tensor<8xf32>) {
  // expected-error@+1 {{(C9) weight_offset must be finite, and 0 where there is no weight, but is INF}}
  %y = rmsnorm.norm ins(%x : tensor<4x8xf32>) weight(%w : tensor<8xf32>) outs(%x : tensor<4x8xf32>) {epsilon = 1.0e-6 : f64, weight_offset = 0x7FF0000000000000 : f64} -> tensor<4x8xf32>
  return
}

// -----

func.func @offset_without_weight(%x : tensor<4x8xf32>) {
  // expected-error@+1 {{(C9) weight_offset must be finite, and 0 where there is no weight, but is 1}}
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
  %y = "rmsnorm.norm"(%x, %x) <{epsilon = 1.0e-6 : f64, operandSegmentSizes = array<i32: 1, 1, 0, 1, 0>}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @no_dimension(%x : tensor<f32>) {
  // expected-error@+1 {{(C1) x needs at least one dimension, and axes must lie between 1 and the rank of x, 0, but is 1}}
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
  // expected-error@+1 {{(C2) outs must have the shape of x, but x is 'tensor<4x8xf32>' and outs is 'tensor<4x9xf32>'}}
  %y = rmsnorm.norm ins(%x : tensor<4x8xf32>) outs(%init : tensor<4x9xf32>) {epsilon = 1.0e-6 : f64} -> tensor<4x9xf32>
  return
}

// -----

func.func @weight_extent(%x : tensor<2x4xf32>, %w : tensor<1xf32>) {
  // expected-error@+1 {{(C3) weight must have the shape of the last dimensions of x, at least 1 of them, but x is 'tensor<2x4xf32>' and weight is 'tensor<1xf32>'}}
  %y = rmsnorm.norm ins(%x : tensor<2x4xf32>) weight(%w : tensor<1xf32>) outs(%x : tensor<2x4xf32>) {epsilon = 1.0e-6 : f64} -> tensor<2x4xf32>
  return
}

// -----

func.func @weight_rank(%x : tensor<2x4xf32>, %w : tensor<4x1xf32>) {
  // expected-error@+1 {{(C3) weight must have the shape of the last dimensions of x, at least 1 of them, but x is 'tensor<2x4xf32>' and weight is 'tensor<4x1xf32>'}}
  %y = rmsnorm.norm ins(%x : tensor<2x4xf32>) weight(%w : tensor<4x1xf32>) outs(%x : tensor<2x4xf32>) {epsilon = 1.0e-6 : f64} -> tensor<2x4xf32>
  return
}

// -----

func.func @bias_extent(%x : tensor<2x?xf32>, %b : tensor<3x4xf32>) {
  // expected-error@+1 {{(C3) bias must have the shape of the last dimensions of x, at least 1 of them, but x is 'tensor<2x?xf32>' and bias is 'tensor<3x4xf32>'}}
  %y = rmsnorm.norm ins(%x : tensor<2x?xf32>) bias(%b : tensor<3x4xf32>) outs(%x : tensor<2x?xf32>) {epsilon = 1.0e-6 : f64} -> tensor<2x?xf32>
  return
}

// -----

func.func @mixed(%x : tensor<4x8xf32>, %init : memref<4x8xf32>) {
  // expected-error@+1 {{(C6) operands must be all tensors or all memrefs}}
  rmsnorm.norm ins(%x : tensor<4x8xf32>) outs(%init : memref<4x8xf32>) {epsilon = 1.0e-6 : f64}
  return
}

// -----

func.func @result_missing(%x : tensor<4x8xf32>) {
  // expected-error@+1 {{(C7) needs 1 result(s) on tensors, one for outs and one for rstd, but has 0}}
  rmsnorm.norm ins(%x : tensor<4x8xf32>) outs(%x : tensor<4x8xf32>) {epsilon = 1.0e-6 : f64}
  return
}

// -----

func.func @result_on_memrefs(%x : memref<4x8xf32>) {
  // expected-error@+1 {{(C7) has no results on memrefs}}
  %y = rmsnorm.norm ins(%x : memref<4x8xf32>) outs(%x : memref<4x8xf32>) {epsilon = 1.0e-6 : f64} -> tensor<4x8xf32>
  return
}

// -----

func.func @result_type(%x : tensor<4x8xf32>) {
  // expected-error@+1 {{(C7) result #0 must have the type of its destination, 'tensor<4x8xf32>', but has type 'tensor<4x8xbf16>'}}
  %y = rmsnorm.norm ins(%x : tensor<4x8xf32>) outs(%x : tensor<4x8xf32>) {epsilon = 1.0e-6 : f64} -> tensor<4x8xbf16>
  return
}

// -----

func.func @rounding_text(%x : tensor<4x8xf32>) {
  // expected-error@+1 {{Invalid attribute `rounding` in property conversion: "before"}}
  %y = "rmsnorm.norm"(%x, %x) <{epsilon = 1.0e-6 : f64, rounding = "before", operandSegmentSizes = array<i32: 1, 0, 0, 1, 0>}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @axes_zero(%x : tensor<4x8xf32>) {
  // expected-error@+1 {{(C1) x needs at least one dimension, and axes must lie between 1 and the rank of x, 2, but is 0}}
  %y = rmsnorm.norm ins(%x : tensor<4x8xf32>) outs(%x : tensor<4x8xf32>) {axes = 0 : i64, epsilon = 1.0e-6 : f64} -> tensor<4x8xf32>
  return
}

// -----

func.func @axes_above_rank(%x : tensor<4x8xf32>) {
  // expected-error@+1 {{(C1) x needs at least one dimension, and axes must lie between 1 and the rank of x, 2, but is 3}}
  %y = rmsnorm.norm ins(%x : tensor<4x8xf32>) outs(%x : tensor<4x8xf32>) {axes = 3 : i64, epsilon = 1.0e-6 : f64} -> tensor<4x8xf32>
  return
}

// -----

func.func @weight_below_axes(%x : tensor<4x8xf32>, %w : tensor<8xf32>) {
  // expected-error@+1 {{(C3) weight must have the shape of the last dimensions of x, at least 2 of them}}
  %y = rmsnorm.norm ins(%x : tensor<4x8xf32>) weight(%w : tensor<8xf32>) outs(%x : tensor<4x8xf32>) {axes = 2 : i64, epsilon = 1.0e-6 : f64} -> tensor<4x8xf32>
  return
}

// -----

func.func @rstd_shape(%x : tensor<4x8xf32>, %r : tensor<8xf32>) {
  // expected-error@+1 {{(C4) rstd must have the shape of the rows, x without its last 1 dimensions, but x is 'tensor<4x8xf32>' and rstd is 'tensor<8xf32>'}}
  %y:2 = rmsnorm.norm ins(%x : tensor<4x8xf32>) outs(%x : tensor<4x8xf32>) rstd(%r : tensor<8xf32>) {epsilon = 1.0e-6 : f64} -> tensor<4x8xf32>, tensor<8xf32>
  return
}

// -----

func.func @rstd_type(%x : tensor<4x8xbf16>, %r : tensor<4xbf16>) {
  // expected-error@+1 {{(C5) the element type of rstd must be the compute type, 'f32', but rstd is 'tensor<4xbf16>'}}
  %y:2 = rmsnorm.norm ins(%x : tensor<4x8xbf16>) outs(%x : tensor<4x8xbf16>) rstd(%r : tensor<4xbf16>) {epsilon = 1.0e-6 : f64} -> tensor<4x8xbf16>, tensor<4xbf16>
  return
}

// -----

func.func @rstd_result_missing(%x : tensor<4x8xf32>, %r : tensor<4xf32>) {
  // expected-error@+1 {{(C7) needs 2 result(s) on tensors, one for outs and one for rstd, but has 1}}
  %y = rmsnorm.norm ins(%x : tensor<4x8xf32>) outs(%x : tensor<4x8xf32>) rstd(%r : tensor<4xf32>) {epsilon = 1.0e-6 : f64} -> tensor<4x8xf32>
  return
}

// -----

func.func @compute_type_integer(%x : tensor<4x8xf32>) {
  // expected-error@+1 {{(C10) compute_type must be f64, f32, bf16 or f16, but is 'i32'}}
  %y = rmsnorm.norm ins(%x : tensor<4x8xf32>) outs(%x : tensor<4x8xf32>) {compute_type = i32, epsilon = 1.0e-6 : f64} -> tensor<4x8xf32>
  return
}

// -----

func.func @compute_type_narrow(%x : tensor<4x8xf16>) {
  // expected-error@+1 {{(C10) compute_type 'bf16' can't hold the elements of x, 'tensor<4x8xf16>'}}
  %y = rmsnorm.norm ins(%x : tensor<4x8xf16>) outs(%x : tensor<4x8xf16>) {compute_type = bf16, epsilon = 1.0e-6 : f64} -> tensor<4x8xf16>
  return
}

// -----

func.func @statistic_size_above_extent(%x : tensor<4x8xf32>) {
  // expected-error@+1 {{(C11) statistic_size must be at least 1 and at most the extent of the row, but is 9}}
  %y = rmsnorm.norm ins(%x : tensor<4x8xf32>) outs(%x : tensor<4x8xf32>) {statistic_size = 9 : i64, epsilon = 1.0e-6 : f64} -> tensor<4x8xf32>
  return
}

// -----

func.func @statistic_size_zero(%x : tensor<4x8xf32>) {
  // expected-error@+1 {{(C11) statistic_size must be at least 1 and at most the extent of the row, but is 0}}
  %y = rmsnorm.norm ins(%x : tensor<4x8xf32>) outs(%x : tensor<4x8xf32>) {statistic_size = 0 : i64, epsilon = 1.0e-6 : f64} -> tensor<4x8xf32>
  return
}

// -----

func.func @statistic_size_with_center(%x : tensor<4x8xf32>) {
  // expected-error@+1 {{(C11) statistic_size goes with axes = 1 and without center}}
  %y = rmsnorm.norm ins(%x : tensor<4x8xf32>) outs(%x : tensor<4x8xf32>) {center, statistic_size = 4 : i64, epsilon = 1.0e-6 : f64} -> tensor<4x8xf32>
  return
}

// -----

func.func @divide_with_rstd(%x : tensor<4x8xf32>, %r : tensor<4xf32>) {
  // expected-error@+1 {{(C12) root = divide goes without rstd: it takes no reciprocal}}
  %y:2 = rmsnorm.norm ins(%x : tensor<4x8xf32>) outs(%x : tensor<4x8xf32>) rstd(%r : tensor<4xf32>)
           {epsilon = 1.0e-6 : f64, root = #rmsnorm.root<divide>} -> tensor<4x8xf32>, tensor<4xf32>
  return
}

// -----

func.func @accumulator_type_narrow(%x : tensor<4x8xbf16>) {
  // expected-error@+1 {{(C13) accumulator_type must be f32 or f64, but is 'f16'}}
  %y = rmsnorm.norm ins(%x : tensor<4x8xbf16>) outs(%x : tensor<4x8xbf16>) {accumulator_type = f16, compute_type = bf16, epsilon = 1.0e-6 : f64} -> tensor<4x8xbf16>
  return
}

// -----

func.func @statistic_type_integer(%x : tensor<4x8xbf16>) {
  // expected-error@+1 {{(C13) statistic_type must be f32 or f64, but is 'i32'}}
  %y = rmsnorm.norm ins(%x : tensor<4x8xbf16>) outs(%x : tensor<4x8xbf16>) {compute_type = bf16, epsilon = 1.0e-6 : f64, statistic_type = i32} -> tensor<4x8xbf16>
  return
}

// -----

func.func @accumulator_type_without_steps(%x : tensor<4x8xbf16>) {
  // expected-error@+1 {{(C13) accumulator_type goes with a compute_type of 16 bits, not with 'f32'}}
  %y = rmsnorm.norm ins(%x : tensor<4x8xbf16>) outs(%x : tensor<4x8xbf16>) {accumulator_type = f32, epsilon = 1.0e-6 : f64} -> tensor<4x8xbf16>
  return
}

// -----

func.func @statistic_type_without_steps(%x : tensor<4x8xf32>) {
  // expected-error@+1 {{(C13) statistic_type goes with a compute_type of 16 bits, not with 'f64'}}
  %y = rmsnorm.norm ins(%x : tensor<4x8xf32>) outs(%x : tensor<4x8xf32>) {compute_type = f64, epsilon = 1.0e-6 : f64, statistic_type = f64} -> tensor<4x8xf32>
  return
}

// -----

func.func @accumulator_of_nothing(%x : tensor<4x8xf16>) {
  // expected-error@+1 {{(C13) accumulator_type goes with statistic_type only where center has a mean of its own}}
  %y = rmsnorm.norm ins(%x : tensor<4x8xf16>) outs(%x : tensor<4x8xf16>) {accumulator_type = f32, compute_type = f16, epsilon = 1.0e-6 : f64, statistic_type = f32} -> tensor<4x8xf16>
  return
}

// -----

func.func @wide_mean_of_narrow_sum(%x : tensor<4x8xf16>) {
  // expected-error@+1 {{(C14) statistic = wide_mean goes with accumulator_type, which it divides in}}
  %y = rmsnorm.norm ins(%x : tensor<4x8xf16>) outs(%x : tensor<4x8xf16>) {compute_type = f16, epsilon = 1.0e-6 : f64, statistic = #rmsnorm.statistic<wide_mean>} -> tensor<4x8xf16>
  return
}

// -----

func.func @statistic_text(%x : tensor<4x8xf32>) {
  // expected-error@+1 {{Invalid attribute `statistic` in property conversion: "mean"}}
  %y = "rmsnorm.norm"(%x, %x) <{epsilon = 1.0e-6 : f64, statistic = "mean", operandSegmentSizes = array<i32: 1, 0, 0, 1, 0>}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
