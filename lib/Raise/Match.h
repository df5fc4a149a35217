//===- Match.h - What is an RMS norm ----------------------------*- C++ -*-===//

#ifndef RMSNORM_LIB_RAISE_MATCH_H
#define RMSNORM_LIB_RAISE_MATCH_H

#include "RMSNorm/Dialect/RMSNorm.h"

namespace mlir::rmsnorm {

/// The operands and attributes of a norm that was found. Weight and bias have
/// one dimension that isn't 1, the normalised one, but may have unit dims.
struct NormMatch {
  Value x, weight, bias;
  double epsilon = 0.0, weightOffset = 0.0;
  Rounding rounding = Rounding::AfterWeight;
};

/// The norm that `y` is the result of. Everything that changes a bit is read
/// from the program; what can't be read is no norm.
std::optional<NormMatch> matchNorm(Value y);

} // namespace mlir::rmsnorm

#endif // RMSNORM_LIB_RAISE_MATCH_H
