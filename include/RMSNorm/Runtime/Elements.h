//===- Elements.h - Elements between files and memory -----------*- C++ -*-===//

#ifndef RMSNORM_RUNTIME_ELEMENTS_H
#define RMSNORM_RUNTIME_ELEMENTS_H

#include "RMSNorm/Runtime/Npy.h"
#include "mlir/IR/Types.h"

namespace mlir::rmsnorm {

/// The size of one element of `type` in memory, in bytes. Fails on types that
/// no file holds: complex numbers, vectors, less than 8 bits.
llvm::Expected<int64_t> getElementBytes(Type type);

/// What a file of values of `type` holds: f32 for narrower floats, int64 for
/// index, bool for i1, otherwise the type itself. `type` has a size.
NpyType getFileType(Type type);

/// Checks that a file of `from` can be an argument of `type`: a float that is
/// as wide as the argument's file type or narrower, or that very integer
/// (either sign where `type` has none).
llvm::Error checkConvertible(NpyType from, Type type);

/// Converts `count` elements of a file to memory at `to`. Floats are rounded to
/// nearest, ties to even, once.
void convertFromFile(NpyType from, const char *data, int64_t count, Type type,
                     char *to);

/// Converts `count` elements in memory to the file type of `type`, exactly.
void convertToFile(Type type, const char *data, int64_t count, char *to);

} // namespace mlir::rmsnorm

#endif // RMSNORM_RUNTIME_ELEMENTS_H
