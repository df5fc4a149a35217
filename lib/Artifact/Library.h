//===- Library.h - A shared library and its header --------------*- C++ -*-===//

#ifndef RMSNORM_LIB_ARTIFACT_LIBRARY_H
#define RMSNORM_LIB_ARTIFACT_LIBRARY_H

#include "RMSNorm/Artifact/CHeader.h"

namespace mlir::rmsnorm {

/// Links the object file with the bytes `object` into the shared library
/// `output`, and writes its C header beside it. Both appear when they are
/// complete. A library for a device brings along what drives it.
llvm::Error writeLibrary(StringRef output, StringRef object,
                         ArrayRef<Signature> signatures, Place place);

} // namespace mlir::rmsnorm

#endif // RMSNORM_LIB_ARTIFACT_LIBRARY_H
