//===- Match.cpp - What is an RMS norm ------------------------------------===//
//
// From the result inwards: y = round(round(round(x * r) * w) + b), where r is
// the reciprocal root of a statistic of x. Which of the roundings are there
// decides between the two orders that the op knows, or that this is no norm.
//
//===----------------------------------------------------------------------===//

#include "Match.h"
#include "Candidate.h"
#include "Explain.h"
#include "Operands.h"
#include "Product.h"
#include "Statistic.h"
#include "StatisticCheck.h"
#include "Steps.h"
#include "Terms.h"
#include "mlir/IR/TypeUtilities.h"
#include <cmath>

using namespace mlir;
using namespace mlir::rmsnorm;

/// How many scalars a match looks at, so that its cost has a bound. Norms of
/// known frontends need a third.
static constexpr unsigned matchFuel = 1024;

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
  std::optional<NormMatch> matchScaledTerms();
  std::optional<RowStatistic> matchStatistic(const InverseRoot &root);
  bool hasRoundedRow(const Element &e, const RowStatistic &statistic);
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
      result.weight = column->value;
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
  if (root.isRounded)
    return refuse(root, 2, "it is rounded before the row is divided by it");
  if (spelling.roundsEachStep() && root.scale != 1.0)
    return refuse(root, 4, "each step rounds to 16 bits, and one scales it");
  std::optional<RowStatistic> statistic =
      mlir::rmsnorm::matchStatistic(spelling, root, y);
  if (!statistic) {
    // Where each step rounds, the other view says no more than that.
    bool isStep = root.statistic.getType() == spelling.getComputeType();
    if (isStep || !spelling.roundsEachStep())
      refusals.add(root.op, spelling.roundsEachStep() ? 3 : 2,
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
  result.order = getOrder(rows->coords);
  result.shape = llvm::to_vector(y.type.getShape());
  for (auto [dim, coord] : llvm::enumerate(rows->coords))
    if (auto own = dyn_cast<AffineDimExpr>(coord))
      result.shape[own.getPosition()] =
          cast<RankedTensorType>(rows->value.getType()).getDimSize(dim);
  StatisticCheck check(*rows, y, statistic.row);
  if (!check.match(statistic, result)) {
    refusals.add(root.op, 7, [&] { return check.explain(statistic); });
    return false;
  }
  result.axes = statistic.row.axes;
  result.center = statistic.center;
  if (spelling.roundsEachStep() && !root.isOneStep)
    result.step = !root.reciprocal ? Root::Divide
                  : root.epsilon   ? Root::Rsqrt // the same, outside
                                   : Root::Reciprocal;
  if (root.epsilon)
    result.epsilonPosition = EpsilonPosition::Outside;
  FloatType compute = spelling.getComputeType();
  bool isF64 = getElementTypeOrSelf(result.x.getType()).isF64();
  if (spelling.roundsEachStep() || compute.isF64() != isF64)
    result.computeType = compute;
  if (statistic.squares.type != compute)
    result.statisticType = statistic.squares.type;
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
  StringRef misfit = explainFactors(spelling, product, steps, *statistic, root);
  if (!misfit.empty())
    return refuse(root, 5, misfit);
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
                  "no tensor of the shape of the last dimensions holds its "
                  "weight or bias");
  return result;
}

std::optional<NormMatch> Matcher::match() {
  Steps steps = splitSteps(spelling, y.element);
  for (const InverseRoot &root : findRoots(spelling, steps.norm.node))
    if (std::optional<NormMatch> result = matchRoot(steps, root))
      return result;
  return std::nullopt;
}

/// Whether `e` is the row, or the row less something, after any rounding and
/// times anything but itself.
bool Matcher::hasRoundedRow(const Element &e, const RowStatistic &statistic) {
  Element row =
      spelling.skipCasts(statistic.skipSigns(spelling, statistic.x)).element;
  unsigned numRows = 0;
  SmallVector<Node, 4> factors{spelling.skipCasts(e)};
  for (unsigned i = 0; i < factors.size() && i < maxProducts; ++i) {
    Node node = factors[i];
    if (node.kind == Kind::Mul) {
      for (const Element &operand : node.operands)
        factors.push_back(spelling.skipCasts(operand));
      continue;
    }
    if (statistic.center && node.kind == Kind::Sub)
      node = spelling.skipCasts(node.operands[0]);
    else if (statistic.center)
      continue;
    numRows +=
        spelling.isSame(statistic.skipSigns(spelling, node.element), row);
  }
  return numRows == 1;
}

/// The reciprocal root that a row and its mean are scaled with before the one
/// is subtracted from the other.
std::optional<NormMatch> Matcher::matchScaledTerms() {
  SmallVector<Factors, 4> terms = collectTerms(spelling, y.element);
  for (const InverseRoot &root : findSharedRoots(spelling, terms)) {
    std::optional<RowStatistic> statistic = matchStatistic(root);
    if (!statistic || !statistic->center)
      continue;
    std::optional<ScaledSum> mean =
        findScaledMean(spelling, terms, *statistic, root);
    if (!mean)
      continue;
    statistic->means.push_back(std::move(*mean));
    NormMatch result;
    if (matchRow(statistic->x, FloatType(), *statistic, root, result) &&
        result.reciprocal)
      return result;
  }
  return std::nullopt;
}

std::optional<NormMatch> Matcher::matchReciprocalOnly() {
  Node product = spelling.getNode(y.element);
  if (product.kind == Kind::Add || product.kind == Kind::Sub)
    return matchScaledTerms();
  if (product.kind != Kind::Mul)
    return std::nullopt;
  for (unsigned i = 0; i < 2; ++i) {
    std::optional<InverseRoot> root =
        matchReciprocal(spelling, spelling.skipCasts(product.operands[i]));
    if (!root || spelling.getConstant(root->statistic))
      continue;
    std::optional<RowStatistic> statistic = matchStatistic(*root);
    NormMatch result;
    if (statistic && hasRoundedRow(product.operands[1 - i], *statistic) &&
        matchRow(statistic->skipSigns(spelling, statistic->x), FloatType(),
                 *statistic, *root, result) &&
        result.reciprocal)
      return result;
  }
  return std::nullopt;
}

/// Whether the op can have a result like `y`.
static bool isNormOutput(const Output &y) {
  return y.type.getRank() != 0 && !y.type.getEncoding() &&
         isNormType(y.type.getElementType());
}

/// The first match of `y` in one of `computes`, or in its own type if that has
/// 16 bits.
static std::optional<NormMatch>
matchIn(const Output &y, SmallVector<FloatType, 3> computes, Refusals &refusals,
        std::optional<NormMatch> (Matcher::*match)()) {
  auto own = cast<FloatType>(y.type.getElementType());
  if (own.getWidth() == 16)
    computes.push_back(own);
  for (FloatType compute : computes) {
    Matcher matcher(y, compute, matchFuel, refusals);
    if (std::optional<NormMatch> result = (matcher.*match)())
      return result;
  }
  return std::nullopt;
}

std::optional<NormMatch> mlir::rmsnorm::matchNorm(const Output &y,
                                                  Refusals &refusals) {
  if (!isNormOutput(y) || !mayBeNorm(y.element))
    return std::nullopt;
  MLIRContext *context = y.type.getContext();
  return matchIn(y, {Float32Type::get(context), Float64Type::get(context)},
                 refusals, &Matcher::match);
}

std::optional<NormMatch>
mlir::rmsnorm::matchReciprocalOnly(const Output &y, Refusals &refusals) {
  if (!isNormOutput(y))
    return std::nullopt;
  return matchIn(y, {Float32Type::get(y.type.getContext())}, refusals,
                 &Matcher::matchReciprocalOnly);
}
