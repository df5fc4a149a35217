//===- RMSNorm.h - The rmsnorm dialect --------------------------*- C++ -*-===//

#ifndef RMSNORM_DIALECT_RMSNORM_H
#define RMSNORM_DIALECT_RMSNORM_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/TilingInterface.h"

#include "RMSNorm/Dialect/RMSNormDialect.h.inc"
#include "RMSNorm/Dialect/RMSNormEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "RMSNorm/Dialect/RMSNormAttrs.h.inc"

#define GET_OP_CLASSES
#include "RMSNorm/Dialect/RMSNormOps.h.inc"

namespace mlir::rmsnorm {

/// One-shot bufferisation of the dialect: results go into the buffers of their
/// destinations.
void registerBufferizableModels(DialectRegistry &registry);

} // namespace mlir::rmsnorm

#endif // RMSNORM_DIALECT_RMSNORM_H
