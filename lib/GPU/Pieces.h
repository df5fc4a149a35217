//===- Pieces.h - How wide accesses to a row can be -------------*- C++ -*-===//

#ifndef RMSNORM_GPU_PIECES_H
#define RMSNORM_GPU_PIECES_H

#include "mlir/Interfaces/VectorInterfaces.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::rmsnorm {

/// The attribute of a kernel's argument that says what divides it.
inline constexpr StringLiteral kDivisorName = "rmsnorm.divisor";

/// On a launch: the kernel for rows that are not aligned, and the operands that
/// say whether they are.
inline constexpr StringLiteral kUnalignedName = "rmsnorm.unaligned";
inline constexpr StringLiteral kCheckedName = "rmsnorm.checked";

/// On a write of what was just read: a copy to shared memory that need not be
/// there before the next `nvgpu.device_async_wait`.
inline constexpr StringLiteral kAsyncName = "rmsnorm.async";

/// A number that divides the index; 0 if the index is 0.
int64_t getDivisor(Value index);

/// The dimension of the buffer that the row, or each of its groups, runs along.
unsigned getRowDim(VectorTransferOpInterface op);

/// The dimension that numbers the groups, if there is one.
std::optional<unsigned> getGroupDim(VectorTransferOpInterface op);

/// How many elements are one access: as many as the buffer, its layout and the
/// place in it keep aligned, and no more than 16 bytes or `Schedule::width`.
/// A kernel's buffers begin at multiples of 16 bytes unless `llvm.align` says
/// otherwise.
int64_t getPiece(VectorTransferOpInterface op);

/// Adds the arguments of the kernel that the piece of `op` depends on: buffers
/// and indices.
void findAlignmentArguments(VectorTransferOpInterface op,
                            llvm::SetVector<BlockArgument> &arguments);

} // namespace mlir::rmsnorm

#endif // RMSNORM_GPU_PIECES_H
