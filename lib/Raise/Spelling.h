//===- Spelling.h - One name for every way to write it ----------*- C++ -*-===//
//
// x * x, pow(x, 2) and fpowi(x, 2) are a square; 1 / sqrt(v), pow(v, -0.5) and
// rsqrt(v) a reciprocal root. Op names are known here and in Kind.cpp alone.
//
//===----------------------------------------------------------------------===//

#ifndef RMSNORM_LIB_RAISE_SPELLING_H
#define RMSNORM_LIB_RAISE_SPELLING_H

#include "ElementView.h"
#include "Kind.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::rmsnorm {

/// A scalar and how it is computed: in `type`, from `operands`.
struct Node {
  Kind kind = Kind::Given;
  Element element;
  FloatType type;
  SmallVector<Element, 2> operands;
  /// What a sum runs over; see Reduction.
  SmallVector<AffineExpr, 2> indices;
  SmallVector<int64_t, 2> extents;
  FloatType accumulator;
  double init = 0.0; // that a sum starts from
};

/// The integer that an integer or index scalar is converted from.
Value skipIndexCasts(Value v);

/// A scalar without its casts. `rounding` is the type that the value was last
/// rounded to, by a narrowing cast or because `node` computes in that type;
/// null where it has the precision of the compute type.
struct Rounded {
  Node node;
  FloatType rounding;
};

/// Names the scalars of an element view.
///
/// All is seen relative to a compute type. Casts among types at least as wide
/// are transparent, and so is every widening; an op that computes in a narrower
/// type is one in the compute type that rounds its result.
///
/// A compute type of 16 bits rounds at each step: then no cast is transparent,
/// and an op in another type means nothing, unless it adds up what is rounded
/// once.
class Spelling {
public:
  Spelling(ElementView &view, FloatType compute)
      : view(view), compute(compute) {}

  Node getNode(Element e);
  Rounded peel(Element e);
  /// `e` without its casts, also those that round.
  Node skipCasts(Element e);
  /// `e` before the widening casts, which change no value.
  Element skipWidening(Element e, SmallVectorImpl<Element> *passed = nullptr);

  /// `e` before its sign was changed or dropped, which its square doesn't show.
  Element skipSigns(Element e);

  /// What a cast rounds to a compute type of 16 bits, if `e` is one.
  std::optional<Element> skipRounding(const Element &e);
  /// Whether `sum` adds up widened values of a compute type of 16 bits. Then
  /// they become its operands.
  bool narrowTerms(Node &sum);

  /// The value of a constant scalar. A cast of it to the compute type or a
  /// wider one changes nothing: whatever holds the value rounds it again.
  std::optional<double> getConstant(Element e);

  /// `node` as a sum of something and a constant, which `added` becomes; the
  /// former.
  std::optional<Element> splitConstant(const Node &node, double &added);

  /// Whether two scalars are the same computation on the same elements.
  bool isSame(Element a, Element b);

  FloatType getComputeType() const { return compute; }
  bool roundsEachStep() { return compute.getWidth() == 16; }
  /// Whether the order of a sum is free: it does not round at each step.
  bool isInAnyOrder(const Node &sum) {
    return !roundsEachStep() || sum.accumulator;
  }
  /// The same scalars as what computes in f32.
  Spelling inF32() {
    return Spelling(view, Float32Type::get(compute.getContext()));
  }
  bool isNarrow(FloatType type) { return type.getWidth() < compute.getWidth(); }

private:
  Node getSumNode(Node node, Reduction sum);
  /// `e` before it was multiplied with constants or divided by them.
  Element skipFactors(Element e);
  /// What a select chooses by, if that is a constant.
  std::optional<bool> getCondition(const Element &select);
  /// The integer constant that `e` is converted from.
  std::optional<double> getInteger(const Element &e);
  /// The value of `e`, of kind `kind`, if its operands are constants.
  std::optional<double> computeConstant(const Element &e, Kind kind);

  ElementView &view;
  FloatType compute;
};

} // namespace mlir::rmsnorm

#endif // RMSNORM_LIB_RAISE_SPELLING_H
