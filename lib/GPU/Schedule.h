//===- Schedule.h - How a row is shared by threads --------------*- C++ -*-===//
//
// The schedule is a pure function of the row length and of the width of the
// compute type. It knows neither the number of rows nor the storage types nor
// their alignment, so a row gives the same bits alone and in any batch,
// whatever was fused with it; nor whether the length is known before the
// launch.
//
//===----------------------------------------------------------------------===//

#ifndef RMSNORM_GPU_SCHEDULE_H
#define RMSNORM_GPU_SCHEDULE_H

#include "mlir/IR/OpDefinition.h"
#include "mlir/Support/LLVM.h"

namespace mlir {
class OpBuilder;
class Operation;
class Type;
class VectorType;
namespace rmsnorm {

/// What the schedule depends on.
struct RowShape {
  /// Elements of a row that is one vector; 0 where the program has values per
  /// row alone, or walks the row.
  int64_t length = 0;
  /// The row is walked in vectors whose length is a multiple of the lanes.
  bool isWalked = false;
  /// Width of the widest type that is reduced in, 32 if none is wider.
  int64_t computeBits = 32;
  /// Elements of the groups that the row is cut into; 0 if it isn't. Lanes that
  /// hold one are neighbours in a warp.
  int64_t groupSize = 0;
  /// Some reduction goes from element to element in the order of the row.
  bool isOrdered = false;

  /// The shape of the row program inside `root`, or an error at the first op
  /// that does not fit.
  static FailureOr<RowShape> get(Operation *root);

  /// Whether `type` has one element for each group, or one row of elements.
  bool isPerGroup(VectorType type) const;
  bool isOfGroups(VectorType type) const;
};

/// Lane l of a row holds, for k = 0, 1, ..., the `width` consecutive elements
/// that start at (k * lanes + l) * width.
struct Schedule {
  int64_t lanes = 1;
  int64_t rows = 1;

  static constexpr int64_t width = 8;
  static constexpr int64_t warpSize = 32;
  /// Threads of a block whose rows have no more lanes than a warp; a longer row
  /// is a block's only one.
  static constexpr int64_t threads = 128;
  static constexpr int64_t maxLanes = 1024;
  /// A lane with more registers of a row than these has none left for what is
  /// fused with the norm, or too few threads are on a multiprocessor.
  static constexpr int64_t maxRegisters = 80;
  /// Bits of the longest group that the lanes of a warp hold.
  static constexpr int64_t groupBits = warpSize * maxRegisters * 32;
  /// Bits of the longest row that is held in registers.
  static constexpr int64_t registerBits = 32768 * 32;
  /// More than the bytes of shared memory through which a block's reductions
  /// exchange their parts, unless they go in the order of the row.
  static constexpr int64_t exchangedBytes = 4096;

  /// Rows of at least `from` elements have at least `lanes` lanes.
  struct Step {
    int64_t from, lanes;
  };
  static SmallVector<Step> getSteps(RowShape shape);

  /// The block for rows of `length` elements.
  static Schedule choose(RowShape shape, int64_t length);

  /// The schedule in words; that of all lengths where none is given.
  static std::string describe(RowShape shape, std::optional<int64_t> length);

  /// In words, whether rows that are walked are kept in `budget` bytes of
  /// shared memory: `count` of them that the program reads again.
  static std::string describeKept(std::optional<int64_t> length, int64_t count,
                                  int64_t budget);
};

/// The block for rows whose length is known at the launch: lanes and rows.
std::pair<OpFoldResult, OpFoldResult>
chooseBlock(OpBuilder &b, Location loc, RowShape shape, OpFoldResult length);

/// Bits of a scalar type as it is computed with (an index has 64); 0 for types
/// that rows cannot hold.
int64_t getScalarBits(Type type);

/// Whether the order of such a reduction is that of the row: every step of a
/// sum in 16 bits rounds, so another order would be another result.
bool isOrdered(Operation *reduction);

} // namespace rmsnorm
} // namespace mlir

#endif // RMSNORM_GPU_SCHEDULE_H
