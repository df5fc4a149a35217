//===- ScaleOps.td - A dialect beside rmsnorm --------------*- tablegen -*-===//

#ifndef SCALE_OPS_TD
#define SCALE_OPS_TD

include "RMSNorm/Dialect/RMSNormAttrs.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Scale_Dialect : Dialect {
  let name = "scale";
  let cppNamespace = "::scale";
  let dependentDialects = ["::mlir::rmsnorm::RMSNormDialect"];
}

def Scale_ByNormOp : Op<Scale_Dialect, "by_norm", [Pure]> {
  let summary = "x divided by the root mean square of its last dimension";
  let arguments = (ins AnyStaticShapeTensor:$x, RMSNorm_RoundingAttr:$rounding);
  let results = (outs AnyStaticShapeTensor:$y);
  let assemblyFormat = "$x `rounding` $rounding attr-dict `:` type($x) `->` type($y)";
}

#endif // SCALE_OPS_TD
