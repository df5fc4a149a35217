//===- Steps.cpp - What follows the normalised value ----------------------===//

#include "Steps.h"
#include "Product.h"

using namespace mlir;
using namespace mlir::rmsnorm;

/// Whether a factor has a root of its own: it makes a norm of the other one,
/// which may be a norm itself.
static bool hasRoot(Spelling &spelling, const Element &factor) {
  Rounded r = spelling.peel(factor);
  return !r.rounding && !findRoots(spelling, r.node).empty();
}

/// Splits off a weight where the normalised value is rounded before it.
static void splitWeight(Spelling &spelling, Rounded r, Steps &steps) {
  if (r.node.kind == Kind::Mul)
    for (unsigned i = 0; i < 2; ++i) {
      Rounded rest = spelling.peel(r.node.operands[1 - i]);
      bool isStep = rest.node.kind == Kind::Mul ||
                    (rest.node.kind == Kind::Div &&
                     !matchReciprocal(spelling, rest.node));
      bool rounds = rest.rounding || (spelling.roundsEachStep() && isStep);
      if (!rounds || findRoots(spelling, rest.node).empty() ||
          hasRoot(spelling, r.node.operands[i]))
        continue;
      steps.weight = r.node.operands[i];
      steps.weightRounding = r.rounding;
      steps.norm = std::move(rest);
      return;
    }
  steps.norm = std::move(r);
}

Steps mlir::rmsnorm::splitSteps(Spelling &spelling, const Element &y) {
  Steps steps;
  if (spelling.isNarrow(y.getType()))
    steps.result = y.getType();
  Rounded top = spelling.peel(y);
  // A fused multiply-add of a bias is one step, which the op has not.
  if (top.node.kind == Kind::Add && !top.node.operands[0].isProduct)
    for (unsigned i = 0; i < 2; ++i) {
      Steps inner = steps;
      splitWeight(spelling, spelling.peel(top.node.operands[1 - i]), inner);
      if (findRoots(spelling, inner.norm.node).empty())
        continue;
      inner.bias = top.node.operands[i];
      inner.biasRounding = top.rounding;
      return inner;
    }
  splitWeight(spelling, std::move(top), steps);
  return steps;
}

std::optional<Rounding> Steps::getRounding(bool weightInside) const {
  SmallVector<FloatType, 3> steps{norm.rounding};
  if (weight)
    steps.push_back(weightRounding);
  if (bias)
    steps.push_back(biasRounding);
  // Once, at the end.
  if (steps.back() == result &&
      llvm::all_of(ArrayRef(steps).drop_back(), [](FloatType t) { return !t; }))
    return Rounding::AfterWeight;
  // At each step, the first one to the type of x.
  if (norm.rounding && !weightInside &&
      llvm::all_of(ArrayRef(steps).drop_front(),
                   [&](FloatType t) { return t == result; }))
    return Rounding::BeforeWeight;
  return std::nullopt;
}
