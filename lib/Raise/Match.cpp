//===- Match.cpp - What is an RMS norm ------------------------------------===//
//
// From the result inwards: y = round(round(round(x * r) * w) + b), where r is
// the reciprocal root of a statistic of x. Which of the roundings are there
// decides between the two orders that the op knows, or that this is no norm.
//
//===----------------------------------------------------------------------===//

#include "Match.h"
#include "Explain.h"
#include "Operands.h"
#include "Product.h"
#include "Statistic.h"
#include "StatisticCheck.h"
#include "Steps.h"
#include "mlir/IR/TypeUtilities.h"
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
  Matcher(const Output &y, FloatType compute, unsigned fuel, Refusals &refusals)
      : view(compute.getContext(), fuel), spelling(view, compute), y(y),
        refusals(refusals) {}

  std::optional<NormMatch> match();
  std::optional<NormMatch> matchReciprocalOnly();

private:
  std::optional<NormMatch> matchRoot(const Steps &steps,
                                     const InverseRoot &root);
  std::optional<RowStatistic> matchStatistic(const InverseRoot &root);
  bool hasFactors(const Product &product, const Steps &steps,
                  const InverseRoot &root);
  bool isRoundedRow(Element e, const RowStatistic &statistic);
  bool matchRow(const Element &x, FloatType xType,
                const RowStatistic &statistic, const InverseRoot &root,
                NormMatch &result);
  bool matchColumns(const Product &product, const Steps &steps, const Row &row,
                    NormMatch &result);
  std::nullopt_t refuse(const InverseRoot &root, unsigned progress,
                        StringRef reason);

  ElementView view;
  Spelling spelling;
  const Output &y;
  Refusals &refusals;
};
} // namespace

std::nullopt_t Matcher::refuse(const InverseRoot &root, unsigned progress,
                               StringRef reason) {
  refusals.add(root.op, progress, [&] { return reason.str(); });
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
    Element weight = steps.weight ? *steps.weight : product.others.front();
    // What is multiplied last can as well stay behind the norm.
    bool isLast =
        steps.weight || llvm::is_contained(steps.norm.node.operands, weight);
    std::optional<Column> column =
        findShiftedColumn(spelling, weight, row, y, /*allowWhole=*/!isLast);
    if (column) {
      result.weight = column->tensor;
      result.weightOffset = column->offset;
    } else if (!isLast) {
      result.factor = spelling.getConstant(weight);
    }
    if (!result.weight && !result.factor)
      return false;
  }
  if (steps.bias)
    result.bias =
        findColumn(spelling, *steps.bias, row, y, /*allowWhole=*/false);
  return !steps.bias || result.bias;
}

std::optional<RowStatistic> Matcher::matchStatistic(const InverseRoot &root) {
  if (root.isClamped)
    return refuse(root, 2, clampReason);
  std::optional<RowStatistic> statistic =
      mlir::rmsnorm::matchStatistic(spelling, root, y);
  if (!statistic) {
    // Where each step rounds, the other view tells more.
    if (!spelling.roundsEachStep())
      refusals.add(root.op, 2,
                   [&] { return explainStatistic(spelling, root, y).str(); });
    return std::nullopt;
  }
  if (!std::isfinite(statistic->epsilon) || statistic->epsilon < 0)
    return refuse(root, 3, "its epsilon is negative or not finite");
  return statistic;
}

/// The tensor of type `xType` that holds `x`, the row of `statistic`; what is
/// summed of it, and the root.
bool Matcher::matchRow(const Element &x, FloatType xType,
                       const RowStatistic &statistic, const InverseRoot &root,
                       NormMatch &result) {
  result.root = root.op;
  result.epsilon = statistic.epsilon;
  std::optional<Element> rows = findRows(spelling, x, y, xType);
  if (!rows) {
    refuse(root, 6,
           "no tensor of the result's shape holds the row in a type that the "
           "op reads");
    return false;
  }
  result.x = rows->value;
  result.shape = llvm::to_vector(y.type.getShape());
  for (auto [dim, coord] : llvm::enumerate(rows->coords))
    if (auto own = dyn_cast<AffineDimExpr>(coord))
      result.shape[own.getPosition()] =
          cast<RankedTensorType>(rows->value.getType()).getDimSize(dim);
  StatisticCheck check(spelling.getComputeType(), *rows, y, statistic.row);
  if (!check.matchSquares(statistic, result) ||
      !llvm::all_of(statistic.means,
                    [&](const ScaledSum &s) { return check.isWholeMean(s); })) {
    refusals.add(root.op, 7, [&] { return check.explain(statistic); });
    return false;
  }
  result.axes = statistic.row.axes;
  result.center = statistic.center;
  if (root.epsilon)
    result.epsilonPosition = EpsilonPosition::Outside;
  FloatType compute = spelling.getComputeType();
  bool isF64 = getElementTypeOrSelf(result.x.getType()).isF64();
  if (spelling.roundsEachStep() || compute.isF64() != isF64)
    result.computeType = compute;
  if (root.reciprocal && root.reciprocal->getType() == compute)
    result.reciprocal = root.reciprocal;
  return true;
}

std::optional<NormMatch> Matcher::matchRoot(const Steps &steps,
                                            const InverseRoot &root) {
  if (matchReciprocalRoot(steps.norm.node) ||
      steps.norm.node.kind == Kind::Reciprocal)
    return refuse(root, 1, noProductReason);
  std::optional<RowStatistic> statistic = matchStatistic(root);
  if (!statistic)
    return std::nullopt;
  Product product = collectProduct(spelling, steps.norm.node, *statistic, root);
  if (product.xs.empty() && product.others.empty())
    return refuse(root, 4, noProductReason);
  if (product.xs.empty())
    return refuse(root, 5,
                  "what it multiplies is not the row of its statistic");
  if (!hasFactors(product, steps, root))
    return refuse(root, 5,
                  "besides its row it multiplies more than one other factor");
  std::optional<Rounding> rounding = steps.getRounding(!product.others.empty());
  if (!rounding)
    return std::nullopt; // what is rounded there is the norm, and found later
  NormMatch result;
  result.rounding = *rounding;
  llvm::append_range(statistic->means, product.means);
  FloatType xType =
      rounding == Rounding::BeforeWeight ? steps.norm.rounding : FloatType();
  if (!matchRow(product.xs.front(), xType, *statistic, root, result))
    return std::nullopt;
  if (!matchColumns(product, steps, statistic->row, result))
    return refuse(root, 8,
                  "a weight or bias doesn't have the shape of the last "
                  "dimensions");
  return result;
}

std::optional<NormMatch> Matcher::match() {
  Steps steps = splitSteps(spelling, y.element);
  for (const InverseRoot &root : findRoots(spelling, steps.norm.node))
    if (std::optional<NormMatch> result = matchRoot(steps, root))
      return result;
  return std::nullopt;
}

/// Whether `e` is the row, or the row less something, after any rounding.
bool Matcher::isRoundedRow(Element e, const RowStatistic &statistic) {
  Node node = spelling.skipCasts(std::move(e));
  if (statistic.center) {
    if (node.kind != Kind::Sub)
      return false;
    node = spelling.skipCasts(node.operands[0]);
  }
  return spelling.isSame(node.element, spelling.skipCasts(statistic.x).element);
}

std::optional<NormMatch> Matcher::matchReciprocalOnly() {
  Node product = spelling.getNode(y.element);
  if (product.kind != Kind::Mul)
    return std::nullopt;
  for (unsigned i = 0; i < 2; ++i) {
    std::optional<InverseRoot> root =
        matchReciprocal(spelling, spelling.skipCasts(product.operands[i]));
    if (!root)
      continue;
    std::optional<RowStatistic> statistic = matchStatistic(*root);
    NormMatch result;
    if (statistic && isRoundedRow(product.operands[1 - i], *statistic) &&
        matchRow(statistic->x, FloatType(), *statistic, *root, result) &&
        result.reciprocal)
      return result;
  }
  return std::nullopt;
}

/// Whether `e` is a product with a reciprocal root, after any casts of it.
static bool hasRoundedRoot(Spelling &spelling, const Element &e) {
  Node node = spelling.getNode(e);
  return node.kind == Kind::Mul &&
         llvm::any_of(node.operands, [&](const Element &operand) {
           return matchReciprocal(spelling, spelling.skipCasts(operand));
         });
}

/// Seen in f32, more casts are transparent: what has no root has none in f64.
bool mlir::rmsnorm::mayBeNorm(const Element &e) {
  FloatType own = e.getType();
  if (!own || !isNormType(own))
    return false;
  auto hasRootIn = [&](FloatType compute) {
    ElementView view(own.getContext(), rootFuel);
    Spelling spelling(view, compute);
    return !findRoots(spelling, splitSteps(spelling, e).norm.node).empty() ||
           hasRoundedRoot(spelling, e);
  };
  return hasRootIn(Float32Type::get(own.getContext())) ||
         (own.getWidth() == 16 && hasRootIn(own));
}

/// Whether the op can have a result like `y`.
static bool isNormOutput(const Output &y) {
  return y.type.getRank() != 0 && !y.type.getEncoding() &&
         isNormType(y.type.getElementType());
}

std::optional<NormMatch> mlir::rmsnorm::matchNorm(const Output &y,
                                                  Refusals &refusals) {
  if (!isNormOutput(y) || !mayBeNorm(y.element))
    return std::nullopt;
  MLIRContext *context = y.type.getContext();
  auto own = cast<FloatType>(y.type.getElementType());
  FloatType f32 = Float32Type::get(context);
  SmallVector<FloatType, 3> computes{f32, Float64Type::get(context)};
  if (own.getWidth() == 16)
    computes.push_back(own);
  for (FloatType compute : computes)
    if (std::optional<NormMatch> result =
            Matcher(y, compute, matchFuel, refusals).match())
      return result;
  return std::nullopt;
}

std::optional<NormMatch>
mlir::rmsnorm::matchReciprocalOnly(const Output &y, Refusals &refusals) {
  if (!isNormOutput(y))
    return std::nullopt;
  FloatType f32 = Float32Type::get(y.type.getContext());
  return Matcher(y, f32, matchFuel, refusals).matchReciprocalOnly();
}
