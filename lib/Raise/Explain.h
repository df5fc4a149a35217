//===- Explain.h - Why a root is of no mean square --------------*- C++ -*-===//

#ifndef RMSNORM_LIB_RAISE_EXPLAIN_H
#define RMSNORM_LIB_RAISE_EXPLAIN_H

#include "Product.h"
#include "Steps.h"

namespace mlir::rmsnorm {

inline constexpr StringLiteral clampReason =
    "a clamp stands where an epsilon would";

/// Why no statistic of rows of `y` was found in `root`.
StringRef explainStatistic(Spelling &spelling, const InverseRoot &root,
                           const Output &y);

/// Why the factors of `product` are no row, one inverse root, and at most one
/// weight; empty if they are.
StringRef explainFactors(Spelling &spelling, const Product &product,
                         const Steps &steps, const RowStatistic &statistic,
                         const InverseRoot &root);

} // namespace mlir::rmsnorm

#endif // RMSNORM_LIB_RAISE_EXPLAIN_H
