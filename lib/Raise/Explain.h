//===- Explain.h - Why a root is of no mean square --------------*- C++ -*-===//
//-*-===//

#ifndef RMSNORM_LIB_RAISE_EXPLAIN_H
#define RMSNORM_LIB_RAISE_EXPLAIN_H

#include "InverseRoot.h"
#include "Row.h"

namespace mlir::rmsnorm {

inline constexpr StringLiteral clampReason =
    "a clamp stands where an epsilon would";

/// Why no statistic of rows of `y` was found in `root`.
StringRef explainStatistic(Spelling &spelling, const InverseRoot &root,
                           const Output &y);

} // namespace mlir::rmsnorm

#endif // RMSNORM_LIB_RAISE_EXPLAIN_H
