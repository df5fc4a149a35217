//===- Npy.h - Arrays in NumPy's .npy files ---------------------*- C++ -*-===//
//
// Format 1.0 and 2.0, numbers in little-endian order, elements in C order.
//
//===----------------------------------------------------------------------===//

#ifndef RMSNORM_RUNTIME_NPY_H
#define RMSNORM_RUNTIME_NPY_H

#include "mlir/Support/LLVM.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

namespace mlir::rmsnorm {

/// An element type of NumPy, as its `descr` says it.
struct NpyType {
  /// `f` float, `i` signed, `u` unsigned, `b` bool.
  char kind;
  /// The size of an element, in bytes.
  int64_t bytes;

  bool operator==(NpyType other) const {
    return kind == other.kind && bytes == other.bytes;
  }

  /// NumPy's name, such as `float32`.
  std::string getName() const;
};

/// The contents of a file, mapped or read.
struct NpyArray {
  NpyType type;
  SmallVector<int64_t> shape;
  /// The elements, exactly as many bytes as type and shape say.
  StringRef data;
  std::unique_ptr<llvm::MemoryBuffer> file;
};

/// The product of `shape`, or an error if it times `bytes` leaves int64_t.
llvm::Expected<int64_t> countElements(ArrayRef<int64_t> shape, int64_t bytes);

/// Reads file `path`. The error names the file and what to do about it: Fortran
/// order, big-endian numbers, objects, structs, text and complex numbers are
/// refused, as are files that are cut short.
llvm::Expected<NpyArray> readNpy(StringRef path);

/// Writes file `path` (format 1.0), whole or not at all.
llvm::Error writeNpy(StringRef path, NpyType type, ArrayRef<int64_t> shape,
                     StringRef data);

} // namespace mlir::rmsnorm

#endif // RMSNORM_RUNTIME_NPY_H
