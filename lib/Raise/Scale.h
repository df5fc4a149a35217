//===- Scale.h - Sums and means ---------------------------------*- C++ -*-===//

#ifndef RMSNORM_LIB_RAISE_SCALE_H
#define RMSNORM_LIB_RAISE_SCALE_H

#include "RMSNorm/Dialect/RMSNorm.h"
#include "Spelling.h"

namespace mlir::rmsnorm {

/// What a sum is multiplied with or divided by.
struct Scale {
  double factor = 1.0;
  double divisor = 1.0;  // the part of the factor that came from divisions
  Value extent;          // an index that divides the sum as well, or null
  unsigned numSteps = 0; // products and quotients

  /// Multiplies this with `e`, or divides it by `e`, where that is made of
  /// constants and an extent alone; says whether it is.
  bool take(Spelling &spelling, const Element &e, bool divides);

  /// What this makes of a sum over `count` elements, to the precision of
  /// `type`; in 16 bits, where each step rounds, to the bit.
  std::optional<Statistic> getStatistic(int64_t count, FloatType type) const;
  bool isNone() const { return factor == 1.0 && !extent; }

private:
  bool isMeanOf(int64_t count, FloatType type) const;
  bool isReciprocalMeanOf(int64_t count, FloatType type) const;
};

/// sum * scale + offset.
struct ScaledSum {
  Node sum;
  Scale scale;
  FloatType type;      // of what is added up
  FloatType scaled;    // what it is scaled in: `type`, or wider
  bool isPart = false; // of a slice
  double offset = 0.0;

  /// The number of elements that are added up, where that is known.
  int64_t getCount() const;
  /// What this is of `count` elements, where no extent divides it.
  std::optional<Statistic> getStatistic(int64_t count) const;
  /// The mean, as this comes to one.
  Statistic getMean() const {
    return scaled == type ? Statistic::Mean : Statistic::WideMean;
  }
};

/// `e` without the factors that `scale` takes.
Element splitScale(Spelling &spelling, Element e, Scale &scale);

/// `e` as one sum times constants and over an extent, with those of its terms
/// if `splitTerms`. Where no step rounds to 16 bits, constants may be added to
/// it on the way.
std::optional<ScaledSum> matchScaledSum(Spelling &spelling, Element e,
                                        bool splitTerms = true);

} // namespace mlir::rmsnorm

#endif // RMSNORM_LIB_RAISE_SCALE_H
