//===- Steps.h - What follows the normalised value --------------*- C++ -*-===//

#ifndef RMSNORM_LIB_RAISE_STEPS_H
#define RMSNORM_LIB_RAISE_STEPS_H

#include "RMSNorm/Dialect/RMSNorm.h"
#include "Spelling.h"

namespace mlir::rmsnorm {

/// A result as the normalised value and the steps after it, with what each is
/// rounded to. A weight that no rounding comes before is still in `norm`.
struct Steps {
  Rounded norm;
  std::optional<Element> weight, bias;
  FloatType weightRounding, biasRounding;
  FloatType result; // what the result is rounded to

  /// The order of the roundings, if it is one of the op's.
  std::optional<Rounding> getRounding(bool weightInside) const;
};

Steps splitSteps(Spelling &spelling, const Element &y);

} // namespace mlir::rmsnorm

#endif // RMSNORM_LIB_RAISE_STEPS_H
