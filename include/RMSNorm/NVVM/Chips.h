//===- Chips.h - The GPUs that code is made for -----------------*- C++ -*-===//

#ifndef RMSNORM_NVVM_CHIPS_H
#define RMSNORM_NVVM_CHIPS_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace mlir::rmsnorm {

/// The oldest PTX version that knows `chip`, as LLVM's feature; empty for a
/// chip that does not exist. LLVM aborts the process where the two do not fit.
llvm::StringRef getPTXFeature(llvm::StringRef chip);

/// Bytes of shared memory that a block can have on every GPU that runs machine
/// code for `chip`.
int64_t getSharedBytes(llvm::StringRef chip);

/// Whether `chip` copies to shared memory while threads go on.
bool hasAsyncCopies(llvm::StringRef chip);

/// What to choose from, for people.
llvm::StringRef getChipNames();

/// The newest chip whose PTX a device of compute capability `major`.`minor`
/// can run; empty if all are newer.
std::string getChipFor(int major, int minor);

} // namespace mlir::rmsnorm

#endif // RMSNORM_NVVM_CHIPS_H
