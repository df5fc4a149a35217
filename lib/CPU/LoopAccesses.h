//===- LoopAccesses.h - The memory that a loop touches ----------*- C++ -*-===//

#ifndef RMSNORM_LIB_CPU_LOOPACCESSES_H
#define RMSNORM_LIB_CPU_LOOPACCESSES_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::rmsnorm {

/// The buffers that a loop reads and writes.
struct LoopAccesses {
  /// Nothing where some op in `loop` touches memory in a way not known here.
  static std::optional<LoopAccesses> get(Operation *loop);

  llvm::SetVector<Value> reads, writes;
};

/// Whether the steps of `loop` are those from zero to `end`, whatever their
/// width: by itself, or from block to block within another loop.
bool walksRow(scf::ForOp loop, Value end);

/// A cache line, which covers every vector register too.
inline constexpr int64_t lineBytes = 64;

/// The bytes that an element of `memref` takes.
int64_t getElementBytes(Value memref);

/// The number of elements of `memref`, as an index.
Value createNumElements(OpBuilder &b, Location loc, Value memref);

} // namespace mlir::rmsnorm

#endif // RMSNORM_LIB_CPU_LOOPACCESSES_H
