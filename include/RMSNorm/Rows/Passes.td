//===- Passes.td - Passes of the stage Rows -*- tablegen -*-===//

#ifndef RMSNORM_ROWS_PASSES_TD
#define RMSNORM_ROWS_PASSES_TD

include "mlir/Pass/PassBase.td"

def InlineConditionsPass : Pass<"rmsnorm-inline-conditions"> {
  let summary = "Computes conditions in the ops that they decide, with upstream's elementwise fusion";
  let description = [{
    TOSA writes a comparison, a logical op and a selection as an op each, with
    tensors of i1 between them. In memory those are bytes and a vector of them is
    bits, so no row could be read. Each op that takes a condition gets a copy of the
    elementwise code that makes it, as long as that stays small.

    ```mlir
    %c = linalg.generic ... ins(%x, %y : tensor<4x8xf32>, tensor<4x8xf32>) outs(%i : tensor<4x8xi1>) {
    ^bb0(%a: f32, %b: f32, %o: i1):
      %l = arith.cmpf ogt, %a, %b : f32
      linalg.yield %l : i1
    } -> tensor<4x8xi1>
    %z = linalg.select ins(%c, %x, %y : tensor<4x8xi1>, tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
    // becomes
    %z = linalg.generic ... ins(%x, %y : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %l = arith.cmpf ogt, %a, %b : f32
      %s = arith.select %l, %a, %b : f32
      linalg.yield %s : f32
    } -> tensor<4x8xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect"];
}

def NormalizePayloadsPass : Pass<"rmsnorm-normalize-payloads"> {
  let summary = "Brings scalar code of structured ops into a form that clones onto vectors";
  let description = [{
    Powers with constant exponents, tensors of them too, become products and roots
    (`math.fpowi` with a vector of exponents has no lowering). Results that nobody uses go, such as the
    index that torch-mlir computes beside every maximum. Truncated constants are
    rounded here, since not every target converts f64 to 16 bits. A `math.rsqrt` in
    16 bits rounds the root and then its reciprocal, on every target, as upstream's
    lowering to LLVM has it and PyTorch on a CPU; a power of -0.5 rounds once.

    ```mlir
    %y = math.fpowi %x, %c2 : f32, i64
    // becomes
    %y = arith.mulf %x, %x : f32
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def PropagateReshapesPass : Pass<"rmsnorm-propagate-reshapes", "::mlir::func::FuncOp"> {
  let summary = "Moves reshapes away from rows, so that elementwise ops around them share their shape";
  let description = [{
    A row may be part of a model's own last dimension: a norm of groups, or of
    heads, stands between reshapes. Elementwise ops on the other side of them are
    given the shape of the rows, with upstream's fusion of reshapes by expansion;
    the reshapes move on to where the ops end. An op whose own shape has rows that
    something reduces stays as it is.

    ```mlir
    %flat = tensor.collapse_shape %rows [[0], [1, 2]] : tensor<4x2x64xf32> into tensor<4x128xf32>
    %y = linalg.mul ins(%flat, %gate : tensor<4x128xf32>, tensor<4x128xf32>) outs(%init : tensor<4x128xf32>)
    // becomes
    %g = tensor.expand_shape %gate [[0], [1, 2]] output_shape [4, 2, 64] : tensor<4x128xf32> into tensor<4x2x64xf32>
    %e = linalg.mul ins(%rows, %g : tensor<4x2x64xf32>, tensor<4x2x64xf32>) outs(%i : tensor<4x2x64xf32>)
    %y = tensor.collapse_shape %e [[0], [1, 2]] : tensor<4x2x64xf32> into tensor<4x128xf32>
    ```
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"];
}

def EmitRowsPass : Pass<"rmsnorm-emit-rows"> {
  let summary = "Turns structured ops around row reductions into loops over rows";
  let description = [{
    The linalg ops around a reduction along the last dimension share a row space;
    they become one `scf.forall` over rows, whose body is the vector program of
    one row. The row is walked in vectors of `chunk` elements, once for every
    reduction that others wait for; what several of these passes need and is costly to
    compute is kept in a buffer of one row (`bufferization.alloc_tensor`). Rows of a GPU block are walked in vectors of
    `chunk` elements for each of its lanes (`scalable`; their number is
    `vector.vscale`), unless they fit into `register-bits`: then they are one
    vector.

    Ops on groups of a row's elements, behind a reshape that cuts the row, go into
    the same loop: a pass over the row then goes from group to group. On the lanes
    of a block a row that is one vector is cast to one of groups, if they have a
    power of two of elements, from `chunk` to `max-group`. Other groups, and those
    of a row that is walked, share its lanes side by side: that pass is an
    `scf.forall` over the groups, each of them one vector. Ops behind a reshape that
    makes one dimension of those that number the rows are in the loop, too.
    A result whose destination is an input in a writable buffer takes its place,
    unless a later pass reads the input.

    ```mlir
    %sum = linalg.generic ... ins(%x : tensor<4x128xf32>) outs(%zero : tensor<4xf32>)  // sum of squares
    %y = linalg.generic ... ins(%x, %sum : ...) outs(%init : tensor<4x128xf32>)        // x * sum
    // becomes, with chunk = 64,
    %y = scf.forall (%i) in (4) shared_outs(%o = %init) -> (tensor<4x128xf32>) {
      %row = tensor.extract_slice %o[%i, 0] [1, 128] [1, 1]
      %acc = scf.for %j = %c0 to %c128 step %c64 iter_args(%a = %zeros) -> (vector<64xf32>) {...}
      %s = vector.reduction <add>, %acc : vector<64xf32> into f32
      %new = scf.for %j = %c0 to %c128 step %c64 iter_args(%r = %row) -> (tensor<128xf32>) {...}
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %new into %o[%i, 0] [1, 128] [1, 1]
      }
    }
    ```

    Groups that share the lanes of a row:

    ```mlir
    %q = linalg.generic ... ins(%x, %max : tensor<?x?xf32>, tensor<?xf32>) ...
    %groups = tensor.expand_shape %q [[0], [1, 2]] ... : tensor<?x?xf32> into tensor<?x?x384xf32>
    %sum = linalg.reduce { arith.addf } ins(%groups : tensor<?x?x384xf32>) ...
    %y = linalg.generic ... ins(%groups, %sum : tensor<?x?x384xf32>, tensor<?x?xf32>) ...
    // becomes, in the loop over rows,
    scf.forall (%g) in (%count) shared_outs(%o = %row) -> (tensor<?x384xf32>) {
      %first = affine.apply affine_map<(d0) -> (d0 * 384)>(%g)
      %v = vector.transfer_read %x[%r, %first], %pad {in_bounds = [true]} : tensor<?x?xf32>, vector<384xf32>
      ...
      %s = vector.reduction <add>, %d : vector<384xf32> into f32
      ...
    } {mapping = [#gpu.warp<linear_dim_0>]}
    ```
  }];
  let options = [
    Option<"chunk", "chunk", "int64_t", "64", "Elements of a row per vector">,
    Option<"scalable", "scalable", "bool", "false", "A vector has `chunk` elements for each lane of a block">,
    Option<"registerBits", "register-bits", "int64_t", "0",
           "Rows of static length are one vector if they have no more bits, counting 32 or the bits "
           "of the widest type that is reduced in for each element">,
    Option<"maxGroup", "max-group", "int64_t", "0",
           "Elements of the largest group that lanes hold as part of a row">,
    Option<"groupBits", "group-bits", "int64_t", "0",
           "Groups of no more bits, counted as those of rows, can share the lanes of a row">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::bufferization::BufferizationDialect", "::mlir::gpu::GPUDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect", "::mlir::vector::VectorDialect"
  ];
}


def SeparateResultsPass : Pass<"rmsnorm-separate-results", "::mlir::func::FuncOp"> {
  let summary = "Keeps what a function returns apart from its arguments and from itself";
  let description = [{
    Every result gets a buffer of the caller's own, so one tensor can't be two of
    them, nor what two of them are computed into, and the caller's arguments are
    never written to.

    ```mlir
    func.func @f(%y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
      return %y, %y : tensor<4xf32>, tensor<4xf32>
    // becomes
    func.func @f(%y: tensor<4xf32> {bufferization.writable = false}) -> (tensor<4xf32>, tensor<4xf32>) {
      %copy = bufferization.alloc_tensor() copy(%y) : tensor<4xf32>
      return %y, %copy : tensor<4xf32>, tensor<4xf32>
    ```
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect"];
}

def ResolveReshapesPass : Pass<"rmsnorm-resolve-reshapes"> {
  let summary = "Views that split a dimension into several dynamic ones";
  let description = [{
    Upstream's expansion of such a view takes the sizes to follow from the source,
    which holds for one dynamic size alone. Here they are those that the op names.
    A buffer that is collapsed and expanded to its own sizes again is that buffer,
    so the result of a norm over several axes is written in place.

    ```mlir
    %v = memref.expand_shape %m [[0], [1, 2]] output_shape [%a, %b, %c]
           : memref<?x?xf32> into memref<?x?x?xf32>
    // becomes
    %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %m : ...
    %v = memref.reinterpret_cast %m to offset: [0], sizes: [%a, %b, %c], strides: [%strides#0, %c, 1]
    ```
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::memref::MemRefDialect"];
}

def ExpandF64TruncationsPass : Pass<"rmsnorm-expand-f64-truncations"> {
  let summary = "Truncates f64 to 16 or 8 bits by way of f32, rounding once";
  let description = [{
    Rounding to f32 and from there to fewer bits would round twice. The value in
    between is therefore rounded to odd: where it is inexact its last bit is set,
    which tells the second rounding on which side the true value lies (Boldo and
    Melquiond, 2008).

    ```mlir
    %y = arith.truncf %x : f64 to bf16
    // becomes
    %near = arith.truncf %x : f64 to f32
    ...                                     // %odd: the neighbour with an odd last bit, where inexact
    %y = arith.truncf %odd : f32 to bf16
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def ExpandF8Pass : Pass<"rmsnorm-expand-f8"> {
  let summary = "Writes conversions of 8-bit floats as integer code";
  let description = [{
    LLVM has no types of 8-bit floats: upstream leaves conversions to them as
    they are. Here they become code on the bits, which rounds as `arith.truncf`
    does: to the nearest and to even; what is too large for f8E4M3FN becomes NaN
    and for f8E5M2 infinity.

    ```mlir
    %y = arith.truncf %x : f32 to f8E4M3FN
    // becomes
    %all = arith.bitcast %x : f32 to i32
    ...
    %byte = arith.trunci %value : i32 to i8
    %y = arith.bitcast %byte : i8 to f8E4M3FN
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def FuseSquaresPass : Pass<"rmsnorm-fuse-squares"> {
  let summary = "Adds products to sums by FMA where the IR allows it";
  let description = [{
    It does for the squares of a norm, which are `contract`. The choice is made
    here and not by LLVM, so that a row that is held and one that is walked have
    the same bits, whatever is fused with them. With `fma = false` it is never;
    the flags are gone either way.

    ```mlir
    %q = arith.mulf %x, %x fastmath<contract> : vector<8xf32>
    %s = arith.addf %sum, %q fastmath<contract> : vector<8xf32>
    // becomes
    %s = math.fma %x, %x, %sum : vector<8xf32>
    ```
  }];
  let options = [
    Option<"fma", "fma", "bool", "true", "Use FMA; a CPU may have none">
  ];
  let dependentDialects = ["::mlir::math::MathDialect"];
}

#endif // RMSNORM_ROWS_PASSES_TD
