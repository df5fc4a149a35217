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

def RMSNorm_EpsilonPosition : I32EnumAttr<"EpsilonPosition",
    "where epsilon is added", [
      I32EnumAttrCase<"Inside", 0, "inside">,
      I32EnumAttrCase<"Outside", 1, "outside">
    ]> {
  let cppNamespace = "::mlir::rmsnorm";
  let genSpecializedAttr = 0;
}

def RMSNorm_EpsilonPositionAttr : EnumAttr<RMSNorm_Dialect, RMSNorm_EpsilonPosition, "epsilon_position"> {
  let summary = "Epsilon added to the statistic, inside the root, or to the root, outside of it";
  let assemblyFormat = "`<` $value `>`";
}

def RMSNorm_Statistic : I32EnumAttr<"Statistic",
    "what is taken of the squares", [
      I32EnumAttrCase<"Mean", 0, "mean">,
      I32EnumAttrCase<"Sum", 1, "sum">,
      I32EnumAttrCase<"ReciprocalMean", 2, "reciprocal_mean">,
      I32EnumAttrCase<"WideMean", 3, "wide_mean">
    ]> {
  let cppNamespace = "::mlir::rmsnorm";
  let genSpecializedAttr = 0;
}

def RMSNorm_StatisticAttr : EnumAttr<RMSNorm_Dialect, RMSNorm_Statistic, "statistic"> {
  let summary = "The mean of the squares, their sum, which gives the L2 norm, the sum times the rounded reciprocal of N, or the mean of a sum that is rounded after the division";
  let assemblyFormat = "`<` $value `>`";
}

def RMSNorm_Root : I32EnumAttr<"Root",
    "how a row is divided by the root", [
      I32EnumAttrCase<"Rsqrt", 0, "rsqrt">,
      I32EnumAttrCase<"Reciprocal", 1, "reciprocal">,
      I32EnumAttrCase<"Divide", 2, "divide">
    ]> {
  let cppNamespace = "::mlir::rmsnorm";
  let genSpecializedAttr = 0;
}

def RMSNorm_RootAttr : EnumAttr<RMSNorm_Dialect, RMSNorm_Root, "root"> {
  let summary = "A product with the reciprocal root, with the reciprocal of the rounded root, or a quotient by the root";
  let assemblyFormat = "`<` $value `>`";
}

#endif // RMSNORM_DIALECT_RMSNORMATTRS_TD
