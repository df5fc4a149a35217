//===- Candidate.h - What may be a norm -------------------------*- C++ -*-===//

#ifndef RMSNORM_LIB_RAISE_CANDIDATE_H
#define RMSNORM_LIB_RAISE_CANDIDATE_H

#include "ElementView.h"

namespace mlir::rmsnorm {

/// Whether an inverse root is among the factors of `e`, rounded or not: a cheap
/// question that most scalars answer with no.
bool mayBeNorm(const Element &e);

} // namespace mlir::rmsnorm

#endif // RMSNORM_LIB_RAISE_CANDIDATE_H
