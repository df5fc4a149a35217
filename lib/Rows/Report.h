//===- Report.h - What is in a loop over rows, and what is not --*- C++ -*-===//

#ifndef RMSNORM_LIB_ROWS_REPORT_H
#define RMSNORM_LIB_ROWS_REPORT_H

#include "Cluster.h"

namespace mlir::rmsnorm {

/// Says what a loop over rows holds, and what around it could not go in,
/// through MLIR's remarks (`--remarks-filter` of its tools).
void report(const Cluster &cluster,
            const llvm::DenseMap<Operation *, StringRef> &reasonsAgainstGroups);

} // namespace mlir::rmsnorm

#endif // RMSNORM_LIB_ROWS_REPORT_H
