//===- ElementType.h - Element types of C and of MLIR -----------*- C++ -*-===//

#ifndef RMSNORM_LIB_CAPI_ELEMENTTYPE_H
#define RMSNORM_LIB_CAPI_ELEMENTTYPE_H

#include "RMSNorm-c/Function.h"
#include "mlir/IR/Types.h"

namespace mlir::rmsnorm {

/// The C type of elements that a caller can pass.
RMSNormElementType toElementType(Type type);

/// Whether elements of `given` can be passed for `type`: MLIR's integers
/// without a sign stand for either.
bool canPass(RMSNormElementType given, Type type);

} // namespace mlir::rmsnorm

#endif // RMSNORM_LIB_CAPI_ELEMENTTYPE_H
