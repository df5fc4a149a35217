//===- Schedule.h - How a row is shared by threads --------------*- C++ -*-===//
//
// The schedule is a pure function of the row length and of the width of the
// compute type. It knows neither the number of rows nor the storage types nor
// their alignment, so a row gives the same bits alone and in any batch,
// whatever was fused with it.
//
//===----------------------------------------------------------------------===//

#ifndef RMSNORM_GPU_SCHEDULE_H
#define RMSNORM_GPU_SCHEDULE_H

#include "mlir/Support/LLVM.h"

namespace mlir {
class Operation;
class Type;
namespace rmsnorm {

/// What the schedule depends on.
struct RowShape {
  /// Elements of a row; 0 where the program has values per row alone.
  int64_t length = 0;
  /// Width of the widest type that is reduced in, 32 if none is wider.
  int64_t computeBits = 32;

  /// The shape of the row program inside `root`, or an error at the first op
  /// that does not fit.
  static FailureOr<RowShape> get(Operation *root);
};

/// Lane l of a row holds, for k < chunks, the `width` consecutive elements that
/// start at (k * lanes + l) * width.
struct Schedule {
  int64_t lanes = 1;
  int64_t rows = 1;
  int64_t width = 1;
  int64_t chunks = 1;

  /// The longest row that is held in registers.
  static constexpr int64_t maxLength = 32768;

  /// The block for rows of this shape.
  static Schedule choose(RowShape shape);
  /// The share of each lane in a block that is given.
  static Schedule forBlock(RowShape shape, int64_t lanes, int64_t rows);
};

/// Bits of a scalar type as it is computed with (an index has 64); 0 for types
/// that rows cannot hold.
int64_t getScalarBits(Type type);

} // namespace rmsnorm
} // namespace mlir

#endif // RMSNORM_GPU_SCHEDULE_H
