//===- RMSNormAttrs.td - What changes the numbers ----------*- tablegen -*-===//

#ifndef RMSNORM_DIALECT_RMSNORMATTRS_TD
#define RMSNORM_DIALECT_RMSNORMATTRS_TD

include "RMSNorm/Dialect/RMSNormDialect.td"
include "mlir/IR/EnumAttr.td"

def RMSNorm_Rounding : I32EnumAttr<"Rounding",
    "where the normalised value is rounded", [
      I32EnumAttrCase<"AfterWeight", 0, "after_weight">,
      I32EnumAttrCase<"BeforeWeight", 1, "before_weight">
    ]> {
  let cppNamespace = "::mlir::rmsnorm";
  let genSpecializedAttr = 0;
}

def RMSNorm_RoundingAttr : EnumAttr<RMSNorm_Dialect, RMSNorm_Rounding, "rounding"> {
  let summary = "Rounding once at the end, or also before the weight";
  let assemblyFormat = "`<` $value `>`";
}

#endif // RMSNORM_DIALECT_RMSNORMATTRS_TD
