//===- Match.h - What is an RMS norm ----------------------------*- C++ -*-===//

#ifndef RMSNORM_LIB_RAISE_MATCH_H
#define RMSNORM_LIB_RAISE_MATCH_H

#include "RMSNorm/Dialect/RMSNorm.h"
#include "Refusals.h"
#include "Row.h"

namespace mlir::rmsnorm {

/// The operands and attributes of a norm that was found. Weight and bias have
/// the shape of the last dimensions of x, unit dims aside; a weight that is no
/// tensor is a value in the body of a linalg op.
struct NormMatch {
  Value x, weight, bias;
  SmallVector<int64_t> order; // of x's dims in the result; empty if as stored
  SmallVector<int64_t> shape; // of x, with the unit dims that the result has
  double epsilon = 0.0, weightOffset = 0.0;
  std::optional<double> factor; // in place of a weight, the same everywhere
  Rounding rounding = Rounding::AfterWeight;
  EpsilonPosition epsilonPosition = EpsilonPosition::Inside;
  Statistic statistic = Statistic::Mean;
  int64_t axes = 1;
  bool center = false;
  Root step = Root::Rsqrt; // where each step rounds
  std::optional<int64_t> statisticSize;
  FloatType computeType;                    // where it isn't the op's default
  FloatType accumulatorType, statisticType; // where they are wider than that
  Operation *root = nullptr;                // the op that took the root
  /// The reciprocal of the root, in the compute type, if it is a scalar of the
  /// program; at the coordinates of the result.
  std::optional<Element> reciprocal;
};

/// The norm that `y` is the result of. Everything that changes a bit is read
/// from the program; what can't be read is no norm, and `refusals` says why.
std::optional<NormMatch> matchNorm(const Output &y, Refusals &refusals);

/// The norm whose reciprocal root `y` is multiplied with, but with a rounding
/// that the op doesn't know: of the root, of the row, or of the mean that the
/// row is less of; or with the row and its mean multiplied before they are
/// subtracted. The op can hold the reciprocal root alone.
std::optional<NormMatch> matchReciprocalOnly(const Output &y,
                                             Refusals &refusals);

} // namespace mlir::rmsnorm

#endif // RMSNORM_LIB_RAISE_MATCH_H
