//===- Terms.h - Rows that are scaled before they are centred ---*- C++ -*-===//
//
// x * f + (b - mean * f), where f has the reciprocal root as a factor: the
// batch normalisation that Keras and TFLite write a layer norm with.
//
//===----------------------------------------------------------------------===//

#ifndef RMSNORM_LIB_RAISE_TERMS_H
#define RMSNORM_LIB_RAISE_TERMS_H

#include "Statistic.h"

namespace mlir::rmsnorm {

/// The factors of a term, without its sign.
using Factors = SmallVector<Element, 4>;

/// The products that `e` is a sum of; none if it is no sum. Looks at a bounded
/// number of scalars.
SmallVector<Factors, 4> collectTerms(Spelling &spelling, const Element &e);

/// The inverse roots that several terms have as factors.
SmallVector<InverseRoot, 1> findSharedRoots(Spelling &spelling,
                                            ArrayRef<Factors> terms);

/// The mean that `terms` subtract from the row of `statistic`, both times
/// `root`.
std::optional<ScaledSum> findScaledMean(Spelling &spelling,
                                        ArrayRef<Factors> terms,
                                        const RowStatistic &statistic,
                                        const InverseRoot &root);

} // namespace mlir::rmsnorm

#endif // RMSNORM_LIB_RAISE_TERMS_H
