//===- Match.cpp - What is an RMS norm ------------------------------------===//
//
// From the result inwards: y = round(round(round(x * r) * w) + b), where r is
// the reciprocal root of a statistic of x. Which of the roundings are there
// decides between the two orders that the op knows, or that this is no norm.
//
//===----------------------------------------------------------------------===//

#include "Match.h"
#include "Operands.h"
#include "Product.h"
#include "Statistic.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

using namespace mlir;
using namespace mlir::rmsnorm;

/// How many scalars a match looks at, so that its cost has a bound: for the
/// root, which most ops don't have, and for all the rest. Norms of known
/// frontends need a third of either.
static constexpr unsigned rootFuel = 96, matchFuel = 1024;

namespace {
class Matcher {
public:
  Matcher(Value y, FloatType compute, unsigned fuel)
      : view(y.getContext(), fuel), spelling(view, compute), y(view.at(y)),
        last(this->y.coords.back()) {}

  bool hasRoot() { return !findRoots(spelling, split().node).empty(); }
  std::optional<NormMatch> match();

private:
  Rounded split();
  Rounded splitBias(Rounded r);
  Rounded splitWeight(Rounded r);
  std::optional<NormMatch> matchRoot(const Rounded &norm, const Element &root);
  std::optional<Rounding> findRounding(FloatType normRounding,
                                       bool weightInside);
  bool isWholeMean(const RowStatistic &s, Value rows);

  ElementView view;
  Spelling spelling;
  Element y;
  AffineExpr last; // the coordinate along the rows

  /// The steps after the normalised value, and what each is rounded to.
  std::optional<Element> bias, weight;
  FloatType biasRounding, weightRounding;
};
} // namespace

Rounded Matcher::splitBias(Rounded r) {
  if (r.node.kind != Kind::Add)
    return r;
  for (unsigned i = 0; i < 2; ++i) {
    Rounded rest = spelling.peel(r.node.operands[1 - i]);
    if (!findColumn(spelling, r.node.operands[i], last) ||
        findRoots(spelling, splitWeight(rest).node).empty())
      continue;
    bias = r.node.operands[i];
    biasRounding = r.rounding;
    return splitWeight(std::move(rest));
  }
  return r;
}

/// The normalised value where it is rounded before a weight.
Rounded Matcher::splitWeight(Rounded r) {
  weight.reset();
  if (r.node.kind != Kind::Mul)
    return r;
  for (unsigned i = 0; i < 2; ++i) {
    Rounded rest = spelling.peel(r.node.operands[1 - i]);
    if (!rest.rounding || findRoots(spelling, rest.node).empty())
      continue;
    weight = r.node.operands[i];
    weightRounding = r.rounding;
    return rest;
  }
  return r;
}

/// The normalised value; the steps after it are left in the members.
Rounded Matcher::split() {
  Rounded top = spelling.peel(y);
  Rounded norm = splitBias(top);
  return bias ? norm : splitWeight(std::move(top));
}

/// Whether the statistic is of all elements of a row and divided by their
/// number.
bool Matcher::isWholeMean(const RowStatistic &s, Value rows) {
  auto type = cast<RankedTensorType>(rows.getType());
  int64_t dim = type.getRank() - 1;
  if (s.extent) {
    FailureOr<bool> equal =
        ValueBoundsConstraintSet::areEqual({rows, dim}, {s.extent});
    return s.factor == 1.0 && succeeded(equal) && *equal;
  }
  int64_t extent = type.getDimSize(dim);
  if (ShapedType::isDynamic(extent))
    extent = cast<RankedTensorType>(y.value.getType()).getDimSize(dim);
  return !ShapedType::isDynamic(extent) &&
         s.isMeanOf(extent, spelling.getComputeType());
}

/// The order of the roundings that the program has, if it is one of the op's.
std::optional<Rounding> Matcher::findRounding(FloatType normRounding,
                                              bool weightInside) {
  auto yType = cast<FloatType>(y.getType());
  FloatType final = spelling.isNarrow(yType) ? yType : FloatType();
  SmallVector<FloatType, 3> steps{normRounding};
  if (weight)
    steps.push_back(weightRounding);
  if (bias)
    steps.push_back(biasRounding);
  // Once, at the end.
  if (steps.back() == final &&
      llvm::all_of(ArrayRef(steps).drop_back(), [](FloatType t) { return !t; }))
    return Rounding::AfterWeight;
  // At each step, the first one to the type of x.
  if (normRounding && !weightInside &&
      llvm::all_of(ArrayRef(steps).drop_front(),
                   [&](FloatType t) { return t == final; }))
    return Rounding::BeforeWeight;
  return std::nullopt;
}

std::optional<NormMatch> Matcher::matchRoot(const Rounded &norm,
                                            const Element &root) {
  std::optional<RowStatistic> statistic = matchStatistic(spelling, root, last);
  if (!statistic)
    return std::nullopt;
  Product product = collectProduct(spelling, norm.node, statistic->x, root);
  bool weightInside = !product.others.empty();
  if (product.xs.size() != 1 || product.numRoots != 1 ||
      product.others.size() + (weight ? 1 : 0) > 1)
    return std::nullopt;
  std::optional<Rounding> rounding = findRounding(norm.rounding, weightInside);
  if (!rounding)
    return std::nullopt;

  NormMatch result;
  result.rounding = *rounding;
  result.epsilon = statistic->epsilon;
  result.x = findRows(spelling, product.xs.front(), y,
                      rounding == Rounding::BeforeWeight ? norm.rounding
                                                         : FloatType());
  if (!result.x || !isWholeMean(*statistic, result.x))
    return std::nullopt;
  if (weight || weightInside) {
    std::optional<Column> column = findShiftedColumn(
        spelling, weightInside ? product.others.front() : *weight, last);
    if (!column)
      return std::nullopt;
    result.weight = column->tensor;
    result.weightOffset = column->offset;
  }
  if (bias)
    result.bias = findColumn(spelling, *bias, last);
  return result;
}

std::optional<NormMatch> Matcher::match() {
  Rounded norm = split();
  for (const Element &root : findRoots(spelling, norm.node))
    if (std::optional<NormMatch> result = matchRoot(norm, root))
      return result;
  return std::nullopt;
}

std::optional<NormMatch> mlir::rmsnorm::matchNorm(Value y) {
  auto type = dyn_cast<RankedTensorType>(y.getType());
  if (!type || type.getRank() == 0 || type.getEncoding() ||
      !isNormType(type.getElementType()))
    return std::nullopt;
  FloatType f32 = Float32Type::get(y.getContext());
  FloatType f64 = Float64Type::get(y.getContext());
  // Seen in f32, more casts are transparent: what has no root has none in f64.
  if (!Matcher(y, f32, rootFuel).hasRoot())
    return std::nullopt;
  for (FloatType compute : {f32, f64})
    if (std::optional<NormMatch> result =
            Matcher(y, compute, matchFuel).match())
      return result;
  return std::nullopt;
}
