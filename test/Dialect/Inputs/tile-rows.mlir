// Tiles the last elementwise op by rows and fuses the norm and its producer in.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root : !transform.any_op) {
    %negf = transform.structured.match ops{["linalg.negf"]} in %root : (!transform.any_op) -> !transform.any_op
    %norm = transform.structured.match ops{["rmsnorm.norm"]} in %root : (!transform.any_op) -> !transform.any_op
    %exp = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_forall %negf tile_sizes [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %norm_in, %loop1 = transform.structured.fuse_into_containing_op %norm into %loop : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    %exp_in, %loop2 = transform.structured.fuse_into_containing_op %exp into %loop1 : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
