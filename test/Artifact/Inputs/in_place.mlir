// Results that take the places of inputs, in the caller's buffers.

// As serving engines do it: the sum over the residual, the norm over x.
func.func @add_norm(%x: memref<?x160xf32>, %r: memref<?x160xf32>, %w: memref<160xf32>) {
  %xt = bufferization.to_tensor %x restrict writable : memref<?x160xf32> to tensor<?x160xf32>
  %rt = bufferization.to_tensor %r restrict writable : memref<?x160xf32> to tensor<?x160xf32>
  %wt = bufferization.to_tensor %w restrict : memref<160xf32> to tensor<160xf32>
  %s = linalg.add ins(%xt, %rt : tensor<?x160xf32>, tensor<?x160xf32>) outs(%rt : tensor<?x160xf32>) -> tensor<?x160xf32>
  %y = rmsnorm.norm ins(%s : tensor<?x160xf32>) weight(%wt : tensor<160xf32>) outs(%xt : tensor<?x160xf32>) {epsilon = 1.0e-06 : f64} -> tensor<?x160xf32>
  bufferization.materialize_in_destination %y in restrict writable %x : (tensor<?x160xf32>, memref<?x160xf32>) -> ()
  bufferization.materialize_in_destination %s in restrict writable %r : (tensor<?x160xf32>, memref<?x160xf32>) -> ()
  return
}

// x is both summands, and the result's place.
func.func @twice(%x: memref<?x160xf32>, %w: memref<160xf32>) {
  %xt = bufferization.to_tensor %x restrict writable : memref<?x160xf32> to tensor<?x160xf32>
  %wt = bufferization.to_tensor %w restrict : memref<160xf32> to tensor<160xf32>
  %s = linalg.add ins(%xt, %xt : tensor<?x160xf32>, tensor<?x160xf32>) outs(%xt : tensor<?x160xf32>) -> tensor<?x160xf32>
  %y = rmsnorm.norm ins(%s : tensor<?x160xf32>) weight(%wt : tensor<160xf32>) outs(%xt : tensor<?x160xf32>) {epsilon = 1.0e-06 : f64} -> tensor<?x160xf32>
  bufferization.materialize_in_destination %y in restrict writable %x : (tensor<?x160xf32>, memref<?x160xf32>) -> ()
  return
}

// The sum over the residual, while a later pass and the caller's `z` need the
// residual as it was.
func.func @needed(%x: memref<?x160xf32>, %r: memref<?x160xf32>, %z: memref<160xf32>) {
  %xt = bufferization.to_tensor %x restrict writable : memref<?x160xf32> to tensor<?x160xf32>
  %rt = bufferization.to_tensor %r restrict writable : memref<?x160xf32> to tensor<?x160xf32>
  %zt = bufferization.to_tensor %z restrict writable : memref<160xf32> to tensor<160xf32>
  %zero = arith.constant 0.0 : f32
  %s = linalg.add ins(%xt, %rt : tensor<?x160xf32>, tensor<?x160xf32>) outs(%rt : tensor<?x160xf32>) -> tensor<?x160xf32>
  %n = rmsnorm.norm ins(%s : tensor<?x160xf32>) outs(%xt : tensor<?x160xf32>) {epsilon = 1.0e-06 : f64} -> tensor<?x160xf32>
  %y = linalg.mul ins(%n, %rt : tensor<?x160xf32>, tensor<?x160xf32>) outs(%xt : tensor<?x160xf32>) -> tensor<?x160xf32>
  %none = linalg.fill ins(%zero : f32) outs(%zt : tensor<160xf32>) -> tensor<160xf32>
  %sum = linalg.reduce { arith.addf } ins(%rt : tensor<?x160xf32>) outs(%none : tensor<160xf32>) dimensions = [0]
  bufferization.materialize_in_destination %y in restrict writable %x : (tensor<?x160xf32>, memref<?x160xf32>) -> ()
  bufferization.materialize_in_destination %s in restrict writable %r : (tensor<?x160xf32>, memref<?x160xf32>) -> ()
  bufferization.materialize_in_destination %sum in restrict writable %z : (tensor<160xf32>, memref<160xf32>) -> ()
  return
}

// The op itself, on one buffer.
func.func @itself(%x: memref<?x160xf32>, %w: memref<160xf32>) {
  rmsnorm.norm ins(%x : memref<?x160xf32>) weight(%w : memref<160xf32>) outs(%x : memref<?x160xf32>) {epsilon = 1.0e-06 : f64}
  return
}

// The norm over x, of which two passes need the gate: a CPU keeps that.
func.func @gated(%x: memref<?x160xf32>, %z: memref<?x160xf32>) {
  %xt = bufferization.to_tensor %x restrict writable : memref<?x160xf32> to tensor<?x160xf32>
  %zt = bufferization.to_tensor %z restrict : memref<?x160xf32> to tensor<?x160xf32>
  %g = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%zt : tensor<?x160xf32>) outs(%xt : tensor<?x160xf32>) {
  ^bb0(%a: f32, %b: f32):
    %one = arith.constant 1.0 : f32
    %0 = arith.negf %a : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.divf %a, %2 : f32
    %4 = arith.mulf %3, %b : f32
    linalg.yield %4 : f32
  } -> tensor<?x160xf32>
  %y = rmsnorm.norm ins(%g : tensor<?x160xf32>) outs(%xt : tensor<?x160xf32>) {epsilon = 1.0e-06 : f64} -> tensor<?x160xf32>
  bufferization.materialize_in_destination %y in restrict writable %x : (tensor<?x160xf32>, memref<?x160xf32>) -> ()
  return
}
