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
#include "StatisticCheck.h"
#include "Steps.h"
#include <cmath>

using namespace mlir;
using namespace mlir::rmsnorm;

/// How many scalars a match looks at, so that its cost has a bound: for the
/// root, which most ops don't have, and for all the rest. Norms of known
/// frontends need a third of either.
static constexpr unsigned rootFuel = 96, matchFuel = 1024;

namespace {
class Matcher {
public:
  Matcher(Value y, FloatType compute, unsigned fuel, Refusals &refusals)
      : view(y.getContext(), fuel), spelling(view, compute), y(view.at(y)),
        refusals(refusals) {}

  bool hasRoot() {
    return !findRoots(spelling, splitSteps(spelling, y).norm.node).empty();
  }
  std::optional<NormMatch> match();

private:
  std::optional<NormMatch> matchRoot(const Steps &steps,
                                     const InverseRoot &root);
  bool hasFactors(const Product &product, const Steps &steps,
                  const InverseRoot &root);
  bool matchColumns(const Product &product, const Steps &steps, const Row &row,
                    NormMatch &result);
  std::nullopt_t refuse(const InverseRoot &root, unsigned progress,
                        StringRef reason);

  ElementView view;
  Spelling spelling;
  Element y;
  Refusals &refusals;
};
} // namespace

std::nullopt_t Matcher::refuse(const InverseRoot &root, unsigned progress,
                               StringRef reason) {
  Refusal &refusal = refusals[root.op];
  if (progress > refusal.progress)
    refusal = {progress, reason};
  return std::nullopt;
}

/// Whether the factors are a row, one inverse root, and at most one weight.
bool Matcher::hasFactors(const Product &product, const Steps &steps,
                         const InverseRoot &root) {
  if (product.xs.size() != 1 || product.numRoots != 1 ||
      product.others.size() + (steps.weight ? 1 : 0) > 1)
    return false;
  // Where each step rounds there is one spelling only: (x * rsqrt) * weight.
  return !spelling.roundsEachStep() ||
         (product.others.empty() && steps.norm.node.kind == Kind::Mul &&
          root.isOneStep);
}

bool Matcher::matchColumns(const Product &product, const Steps &steps,
                           const Row &row, NormMatch &result) {
  if (steps.weight || !product.others.empty()) {
    std::optional<Column> column = findShiftedColumn(
        spelling, steps.weight ? *steps.weight : product.others.front(), row,
        y);
    if (!column)
      return false;
    result.weight = column->tensor;
    result.weightOffset = column->offset;
  }
  if (steps.bias)
    result.bias = findColumn(spelling, *steps.bias, row, y);
  return !steps.bias || result.bias;
}

std::optional<NormMatch> Matcher::matchRoot(const Steps &steps,
                                            const InverseRoot &root) {
  if (steps.norm.node.kind == Kind::ReciprocalRoot ||
      steps.norm.node.kind == Kind::Reciprocal)
    return refuse(root, 1, noProductReason);
  std::optional<RowStatistic> statistic = matchStatistic(spelling, root, y);
  if (!statistic)
    return refuse(root, 2,
                  "its operand is no sum of squares along the last dimensions "
                  "plus a constant, computed without rounding to 16 bits");
  NormMatch result;
  result.root = root.op;
  result.epsilon = statistic->epsilon;
  if (!std::isfinite(result.epsilon) || result.epsilon < 0)
    return refuse(root, 3, "its epsilon is negative or not finite");
  Product product = collectProduct(spelling, steps.norm.node, *statistic, root);
  if (product.xs.empty() && product.others.empty())
    return refuse(root, 4, noProductReason);
  if (!hasFactors(product, steps, root))
    return refuse(root, 5,
                  "what it multiplies is not the row of its statistic, or "
                  "there is more than one other factor");
  std::optional<Rounding> rounding = steps.getRounding(!product.others.empty());
  if (!rounding)
    return refuse(root, 6, "the result is rounded where the op doesn't round");
  result.rounding = *rounding;
  result.x = findRows(spelling, product.xs.front(), y,
                      rounding == Rounding::BeforeWeight ? steps.norm.rounding
                                                         : FloatType());
  if (!result.x)
    return refuse(root, 7,
                  "no tensor of the result's shape holds the row in a type "
                  "that the op reads");
  llvm::append_range(statistic->means, product.means);
  StatisticCheck check(spelling.getComputeType(), result.x, y, statistic->row);
  if (!check.matchSquares(*statistic, result) ||
      !llvm::all_of(statistic->means,
                    [&](const ScaledSum &s) { return check.isWholeMean(s); }))
    return refuse(root, 8,
                  "its statistic is not over the whole row, or not divided by "
                  "the number of elements");
  if (!matchColumns(product, steps, statistic->row, result))
    return refuse(root, 9,
                  "a weight or bias doesn't have the shape of the last "
                  "dimensions");
  result.axes = statistic->row.axes;
  result.center = statistic->center;
  if (root.epsilon)
    result.epsilonPosition = EpsilonPosition::Outside;
  if (spelling.roundsEachStep())
    result.stepType = spelling.getComputeType();
  return result;
}

std::optional<NormMatch> Matcher::match() {
  Steps steps = splitSteps(spelling, y);
  for (const InverseRoot &root : findRoots(spelling, steps.norm.node))
    if (std::optional<NormMatch> result = matchRoot(steps, root))
      return result;
  return std::nullopt;
}

std::optional<NormMatch> mlir::rmsnorm::matchNorm(Value y, Refusals &refusals) {
  auto type = dyn_cast<RankedTensorType>(y.getType());
  if (!type || type.getRank() == 0 || type.getEncoding() ||
      !isNormType(type.getElementType()))
    return std::nullopt;
  FloatType f32 = Float32Type::get(y.getContext());
  SmallVector<FloatType, 3> computes{f32, Float64Type::get(y.getContext())};
  auto own = cast<FloatType>(type.getElementType());
  if (own.getWidth() == 16)
    computes.push_back(own);
  // Seen in f32, more casts are transparent: what has no root has none in f64.
  auto hasRoot = [&](FloatType compute) {
    return Matcher(y, compute, rootFuel, refusals).hasRoot();
  };
  if (!hasRoot(f32) && !(own.getWidth() == 16 && hasRoot(own)))
    return std::nullopt;
  for (FloatType compute : computes)
    if (std::optional<NormMatch> result =
            Matcher(y, compute, matchFuel, refusals).match())
      return result;
  return std::nullopt;
}
