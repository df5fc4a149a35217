//===- NpyHeader.h - The header of a .npy file ------------------*- C++ -*-===//

#ifndef RMSNORM_LIB_RUNTIME_NPYHEADER_H
#define RMSNORM_LIB_RUNTIME_NPYHEADER_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace mlir::rmsnorm {

struct NpyHeader {
  StringRef descr;
  bool fortranOrder;
  SmallVector<int64_t> shape;
};

/// Reads the Python dictionary of a header, which NumPy specifies to have
/// exactly the keys `descr`, `fortran_order` and `shape`, in any order. A
/// `descr` that is no string (a struct) is returned as its text.
std::optional<NpyHeader> parseNpyHeader(StringRef text);

} // namespace mlir::rmsnorm

#endif // RMSNORM_LIB_RUNTIME_NPYHEADER_H
