//===- RMSNormDialect.td - The rmsnorm dialect -------------*- tablegen -*-===//

#ifndef RMSNORM_DIALECT_RMSNORMDIALECT_TD
#define RMSNORM_DIALECT_RMSNORMDIALECT_TD

include "mlir/IR/OpBase.td"

def RMSNorm_Dialect : Dialect {
  let name = "rmsnorm";
  let cppNamespace = "::mlir::rmsnorm";
  let summary = "Normalisation by the root mean square, with its rounding points";
  let description = [{
    A norm as one op on tensors or memrefs, in destination-passing style. The op
    says which value is rounded when, so that a norm found in a model keeps its
    bits; everything around the norm (residual adds, gates, casts, quantisation)
    stays ordinary IR, which the compiler fuses into the same kernel.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect",
    "::mlir::tensor::TensorDialect"
  ];
  let useDefaultAttributePrinterParser = 1;
}

#endif // RMSNORM_DIALECT_RMSNORMDIALECT_TD
