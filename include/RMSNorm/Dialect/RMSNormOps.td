//===- RMSNormOps.td - The norm ----------------------------*- tablegen -*-===//

#ifndef RMSNORM_DIALECT_RMSNORMOPS_TD
#define RMSNORM_DIALECT_RMSNORMOPS_TD

include "RMSNorm/Dialect/RMSNormAttrs.td"
include "mlir/Dialect/Linalg/IR/LinalgInterfaces.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/TilingInterface.td"

def RMSNorm_InputFloat : AnyTypeOf<[F64, F32, BF16, F16]>;
def RMSNorm_OutputFloat : AnyTypeOf<[F64, F32, BF16, F16, F8E4M3FN, F8E5M2]>;

class RMSNorm_ShapedOf<Type element> : AnyTypeOf<[RankedTensorOf<[element]>, MemRefOf<[element]>]>;
def RMSNorm_Input : RMSNorm_ShapedOf<RMSNorm_InputFloat>;
def RMSNorm_Output : RMSNorm_ShapedOf<RMSNorm_OutputFloat>;

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
  let summary = "Root-mean-square normalisation of the last dimensions";
  let description = [{
    A row is what lies along the last `axes` dimensions of x. For every row of N
    elements, in the compute type C (`compute_type`; where it is not given f64
    for f64 rows, otherwise f32):

        d = x - sum(x) / N             with `center`, otherwise d = x
        s = sum(d * d) / N             `statistic = mean`, or without / N, `sum`
        r = 1 / sqrt(s + epsilon)      `epsilon_position = inside`
        r = 1 / (sqrt(s) + epsilon)    `outside`
        n = d * r
        y = n * (weight + weight_offset) + bias

    x is extended to C; weight and bias are converted to it. The offset is added in C.
    With `statistic_size = P` the squares are those of the row's first P elements,
    and so is their number N (partial RMSNorm); n covers the whole row.
    With `center` this is LayerNorm; its variance is computed from the centred
    values, so that rows far from zero keep their accuracy.

    Rounding. With `rounding = #rmsnorm.rounding<after_weight>`, the default, y is
    rounded once, to the element type of the result. With `before_weight` n is
    first rounded to the type of x, and then each step (times weight, plus bias)
    is computed in C from there and rounded to the result's type. A result in f8
    saturates: what lies beyond the largest finite value, infinities included,
    becomes that value.

    Where C has 16 bits every operation above rounds, 1 / sqrt(s + epsilon) once.
    Other ways to the same value have other roundings: with `statistic =
    reciprocal_mean` sums are multiplied with C(1 / N), not divided by N; with
    `root = reciprocal` the root is rounded, and then its reciprocal, as a 16-bit
    `math.rsqrt` is lowered; with `root = divide` n is d over the rounded root.
    Where C has more bits these change nothing, and a target may add a square to
    the sum by FMA (GPUs do), the same for every row and whatever is fused.

    Two attributes leave out roundings of a C of 16 bits. With `accumulator_type =
    A` every sum adds up its terms, each rounded to C, in A and is rounded to C when
    it is complete, as a bf16 `tosa.reduce_sum` is; with `statistic = wide_mean` it
    is divided by N before, as in JAX. With `statistic_type = S` s is computed from x
    as if C were S, with `center` about a mean in S, and rounded to C once; d with
    the mean in C, the sum with epsilon and what follows stay in C, as where PyTorch
    has `x.var()` beside `x.mean()`, or `x.float().pow(2).mean(-1).to(x.dtype)`.

    `rstd` receives r, in the compute type.

    The op writes into `outs`: on tensors it returns the results, on memrefs it
    has none. There an output may be x itself, element for element; what it gives
    where operands overlap in another way is undefined, as in linalg. `epsilon` is
    always given; 0.0 means none.

    ```mlir
    %y = rmsnorm.norm ins(%x : tensor<?x4096xbf16>) weight(%w : tensor<4096xbf16>)
           outs(%init : tensor<?x4096xbf16>)
           {epsilon = 1.0e-06 : f64, weight_offset = 1.0 : f64} -> tensor<?x4096xbf16>

    %z, %rstd = rmsnorm.norm ins(%x : tensor<8x64xf32>) weight(%w : tensor<64xf32>) bias(%b : tensor<64xf32>)
           outs(%init : tensor<8x64xf32>) rstd(%r : tensor<8xf32>)
           {center, epsilon = 1.0e-05 : f64, rounding = #rmsnorm.rounding<before_weight>} -> tensor<8x64xf32>, tensor<8xf32>
    ```

    Constraints. The verifier names the one that does not hold.

    * (C1) x has at least one dimension, and 1 <= axes <= rank(x).
    * (C2) shape(outs) is compatible with shape(x).
    * (C3) weight and bias have at least `axes` dimensions, and their shape is
      compatible with as many trailing dimensions of x; they never enlarge the result.
    * (C4) shape(rstd) is compatible with shape(x) without its last `axes` dimensions.
    * (C5) the element type of rstd is the compute type.
    * (C6) all operands are tensors, or all are memrefs.
    * (C7) on tensors there is one result for outs and one for rstd, of their types;
      on memrefs there is none.
    * (C8) epsilon is finite and not negative.
    * (C9) weight_offset is finite, and 0 where there is no weight.
    * (C10) compute_type is f64, f32, bf16 or f16, and holds every element of x.
    * (C11) statistic_size is at least 1 and at most the extent of the row; it
      goes with axes = 1 and without center.
    * (C12) root = divide goes without rstd.
    * (C13) accumulator_type and statistic_type are f32 or f64, and go with a
      compute_type of 16 bits; both at once go with center.
    * (C14) statistic = wide_mean goes with accumulator_type.

    Dynamic dimensions are compatible with all static ones.

    Source of the formula: Zhang and Sennrich, "Root Mean Square Layer
    Normalization", 2019, equation 4; with `center`, Ba, Kiros and Hinton, "Layer
    Normalization", 2016, equation 3.
  }];

  let arguments = (ins
    RMSNorm_Input:$x,
    Optional<RMSNorm_Input>:$weight,
    Optional<RMSNorm_Input>:$bias,
    RMSNorm_Output:$init,
    Optional<RMSNorm_Input>:$rstd,
    F64Attr:$epsilon,
    DefaultValuedAttr<RMSNorm_EpsilonPositionAttr, "::mlir::rmsnorm::EpsilonPosition::Inside">:$epsilon_position,
    DefaultValuedAttr<F64Attr, "0.0">:$weight_offset,
    DefaultValuedAttr<RMSNorm_RoundingAttr, "::mlir::rmsnorm::Rounding::AfterWeight">:$rounding,
    DefaultValuedAttr<I64Attr, "1">:$axes,
    UnitAttr:$center,
    DefaultValuedAttr<RMSNorm_StatisticAttr, "::mlir::rmsnorm::Statistic::Mean">:$statistic,
    OptionalAttr<I64Attr>:$statistic_size,
    DefaultValuedAttr<RMSNorm_RootAttr, "::mlir::rmsnorm::Root::Rsqrt">:$root,
    OptionalAttr<TypeAttr>:$compute_type,
    OptionalAttr<TypeAttr>:$accumulator_type,
    OptionalAttr<TypeAttr>:$statistic_type);
  let results = (outs Variadic<RankedTensorOf<[RMSNorm_OutputFloat]>>:$results);

  let assemblyFormat = [{
    `ins` `(` $x `:` type($x) `)`
    (`weight` `(` $weight^ `:` type($weight) `)`)?
    (`bias` `(` $bias^ `:` type($bias) `)`)?
    `outs` `(` $init `:` type($init) `)`
    (`rstd` `(` $rstd^ `:` type($rstd) `)`)?
    attr-dict (`->` type($results)^)?
  }];

  let builders = [
    /// Only x, weight and bias (either may be null), written into `init`; the
    /// attributes keep their defaults.
    OpBuilder<(ins "Value":$x, "Value":$weight, "Value":$bias, "Value":$init, "FloatAttr":$epsilon)>
  ];

  let extraClassDeclaration = [{
    ShapedType getXType() { return cast<ShapedType>(getX().getType()); }
    ShapedType getInitType() { return cast<ShapedType>(getInit().getType()); }
    int64_t getRank() { return getXType().getRank(); }
    /// The number of dimensions that number the rows.
    int64_t getNumRowDims() { return getRank() - int64_t(getAxes()); }

    /// The type that statistic and scaling are computed in.
    FloatType getEffectiveComputeType();
    /// The type that the statistic is computed in before it is rounded to the
    /// compute type.
    FloatType getEffectiveStatisticType();
    /// The type that a sum of terms of type `term` is held in.
    FloatType getEffectiveAccumulatorType(FloatType term);

    MutableOperandRange getDpsInitsMutable();
  }];
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
}

#endif // RMSNORM_DIALECT_RMSNORMOPS_TD
