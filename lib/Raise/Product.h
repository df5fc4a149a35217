//===- Product.h - The factors of a normalised row --------------*- C++ -*-===//

#ifndef RMSNORM_LIB_RAISE_PRODUCT_H
#define RMSNORM_LIB_RAISE_PRODUCT_H

#include "Statistic.h"

namespace mlir::rmsnorm {

/// A norm has its root and its row among the first five products.
inline constexpr unsigned maxProducts = 8;

/// The inverse roots among the factors of `node`, outermost first: a row that
/// is itself a product may be the result of another norm. Looks at a bounded
/// number of products.
SmallVector<InverseRoot> findRoots(Spelling &spelling, const Node &node);

/// The factors of a scalar, in any order and however they are grouped.
struct Product {
  SmallVector<Element, 1> xs;       // the row
  SmallVector<Element, 1> others;   // neither row nor root, each left whole
  SmallVector<Element, 1> divisors; // that are not the root
  SmallVector<ScaledSum, 1> means;  // that were subtracted from the row
  unsigned numRoots = 0;            // inverse roots of the statistic
};

/// The factors of `node`, where `root` is of the statistic of a row. Where no
/// step rounds to 16 bits, constants that stand with the row or with the root
/// move into `statistic`: x * sqrt(N) / sqrt(sum(x * x)) is of a mean.
Product collectProduct(Spelling &spelling, const Node &node,
                       RowStatistic &statistic, const InverseRoot &root);

} // namespace mlir::rmsnorm

#endif // RMSNORM_LIB_RAISE_PRODUCT_H
