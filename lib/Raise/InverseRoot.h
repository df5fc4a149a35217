//===- InverseRoot.h - What a row is divided by -----------------*- C++ -*-===//

#ifndef RMSNORM_LIB_RAISE_INVERSEROOT_H
#define RMSNORM_LIB_RAISE_INVERSEROOT_H

#include "Spelling.h"

namespace mlir::rmsnorm {

/// 1 / (sqrt(statistic) * scale + epsilon).
struct InverseRoot {
  Element statistic;
  double scale = 1.0;
  std::optional<double> epsilon; // outside of the root
  bool isClamped = false;        // the root, which makes this no norm
  bool isRounded = false;        // as well
  bool isOneStep = false;        // a power, which in 16 bits rounds once
  Operation *op = nullptr;       // that takes the root
  std::optional<Element> reciprocal; // the scalar that is this, if there is one

  bool isSame(Spelling &spelling, const InverseRoot &other) const;
};

/// `node` as a reciprocal root.
std::optional<InverseRoot> matchReciprocalRoot(const Node &node);

/// `node` as a reciprocal root, or as one over a root.
std::optional<InverseRoot> matchReciprocal(Spelling &spelling,
                                           const Node &node);

/// One over `e`.
std::optional<InverseRoot> matchDivisor(Spelling &spelling, Element e);

} // namespace mlir::rmsnorm

#endif // RMSNORM_LIB_RAISE_INVERSEROOT_H
