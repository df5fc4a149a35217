//===- Product.h - The factors of a normalised row --------------*- C++ -*-===//

#ifndef RMSNORM_LIB_RAISE_PRODUCT_H
#define RMSNORM_LIB_RAISE_PRODUCT_H

#include "Spelling.h"

namespace mlir::rmsnorm {

/// What the reciprocal roots among the factors of `node` are taken of,
/// outermost first: a row that is itself a product may be the result of another
/// norm. Looks at a bounded number of products.
SmallVector<Element> findRoots(Spelling &spelling, const Node &node);

/// The factors of a scalar, in any order and however they are grouped.
struct Product {
  SmallVector<Element, 1> xs;     // the row
  SmallVector<Element, 1> others; // neither row nor root, each left whole
  unsigned numRoots = 0;          // reciprocal roots of the statistic
};

/// The factors of `node`, where `x` is the row and `root` the statistic.
Product collectProduct(Spelling &spelling, const Node &node, const Element &x,
                       const Element &root);

} // namespace mlir::rmsnorm

#endif // RMSNORM_LIB_RAISE_PRODUCT_H
