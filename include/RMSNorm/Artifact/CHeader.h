//===- CHeader.h - The C header of compiled functions -----------*- C++ -*-===//

#ifndef RMSNORM_ARTIFACT_CHEADER_H
#define RMSNORM_ARTIFACT_CHEADER_H

#include "RMSNorm/Artifact/Module.h"

namespace mlir::rmsnorm {

/// Fails on an argument or result that has no C type: an unranked tensor, a
/// tuple, or a result that is not a tensor or memref. `where` is the module's
/// place.
llvm::Error checkForC(ArrayRef<Signature> signatures);

/// Where a library's functions work.
enum class Place { Host, Device };

/// Writes declarations of `signatures` and of the descriptors that they take,
/// with each argument's shape and element type. The signatures passed
/// `checkForC`. On a device, functions take a stream too and return a status.
void writeCHeader(raw_ostream &os, ArrayRef<Signature> signatures, Place place);

} // namespace mlir::rmsnorm

#endif // RMSNORM_ARTIFACT_CHEADER_H
