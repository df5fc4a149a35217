//===- RMSNormOps.td - The norm ----------------------------*- tablegen -*-===//

#ifndef RMSNORM_DIALECT_RMSNORMOPS_TD
#define RMSNORM_DIALECT_RMSNORMOPS_TD

include "RMSNorm/Dialect/RMSNormAttrs.td"
include "mlir/Dialect/Linalg/IR/LinalgInterfaces.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/TilingInterface.td"

def RMSNorm_Float : AnyTypeOf<[F64, F32, BF16, F16]>;
def RMSNorm_Shaped : AnyTypeOf<[RankedTensorOf<[RMSNorm_Float]>, MemRefRankOf<[RMSNorm_Float], [1, 2, 3, 4, 5, 6, 7, 8]>]>;

def RMSNorm_NormOp : Op<RMSNorm_Dialect, "norm", [
    AttrSizedOperandSegments, DestinationStyleOpInterface,
    DeclareOpInterfaceMethods<AggregatedOpInterface, ["decomposeOperation"]>,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface, ["reifyResultShapes"]>,
    DeclareOpInterfaceMethods<TilingInterface, [
      "getLoopIteratorTypes", "getIterationDomain", "getTiledImplementation",
      "getResultTilePosition", "getIterationDomainTileFromResultTile",
      "generateResultTileValue", "getIterationDomainTileFromOperandTiles",
      "getTiledImplementationFromOperandTiles"]>]> {
  let summary = "Root-mean-square normalisation of the last dimension";
  let description = [{
    For every row of N elements along the last dimension, in the compute type C
    (f64 where x is f64, otherwise f32):

        r = 1 / sqrt(sum(x * x) / N + epsilon)
        n = x * r
        y = n * (weight + weight_offset) + bias

    x is extended to C, and so are weight and bias; the offset is added in C.
    With `rounding = #rmsnorm.rounding<after_weight>`, the default, y is rounded
    once, to the element type of the result. With `before_weight` n is first
    rounded to the type of x, and then each step (times weight, plus bias) is
    computed in C from there and rounded to the result's type.

    The op writes into `outs`: on tensors it returns the result, on memrefs it
    has none. Weight and bias have the shape `[N]`; they never enlarge the result.
    `epsilon` is always given; 0.0 means none.

    ```mlir
    %y = rmsnorm.norm ins(%x : tensor<?x4096xbf16>) weight(%w : tensor<4096xbf16>)
           outs(%init : tensor<?x4096xbf16>)
           {epsilon = 1.0e-06 : f64, weight_offset = 1.0 : f64} -> tensor<?x4096xbf16>
    ```

    Source of the formula: Zhang and Sennrich, "Root Mean Square Layer
    Normalization", 2019, equation 4.
  }];

  let arguments = (ins
    Arg<RMSNorm_Shaped, "the rows to normalise">:$x,
    Optional<RMSNorm_Shaped>:$weight,
    Optional<RMSNorm_Shaped>:$bias,
    RMSNorm_Shaped:$init,
    F64Attr:$epsilon,
    DefaultValuedAttr<F64Attr, "0.0">:$weight_offset,
    DefaultValuedAttr<RMSNorm_RoundingAttr, "::mlir::rmsnorm::Rounding::AfterWeight">:$rounding);
  let results = (outs Variadic<RankedTensorOf<[RMSNorm_Float]>>:$results);

  let assemblyFormat = [{
    `ins` `(` $x `:` type($x) `)`
    (`weight` `(` $weight^ `:` type($weight) `)`)?
    (`bias` `(` $bias^ `:` type($bias) `)`)?
    `outs` `(` $init `:` type($init) `)`
    attr-dict (`->` type($results)^)?
  }];

  let extraClassDeclaration = [{
    ShapedType getXType() { return cast<ShapedType>(getX().getType()); }
    ShapedType getInitType() { return cast<ShapedType>(getInit().getType()); }
    int64_t getRank() { return getXType().getRank(); }

    /// The type that statistic and scaling are computed in.
    FloatType getComputeType();

    MutableOperandRange getDpsInitsMutable() { return getInitMutable(); }
  }];
  let hasVerifier = 1;
}

#endif // RMSNORM_DIALECT_RMSNORMOPS_TD
