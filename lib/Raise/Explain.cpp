//===- Explain.cpp - What makes something no norm -------------------------===//
//
// Of the statistic: follows the same way as Statistic.cpp, and says where it
// ends. Of the product: what it has besides a row, a root and a weight.
//
//===----------------------------------------------------------------------===//

#include "Explain.h"

using namespace mlir;
using namespace mlir::rmsnorm;

/// Why what `sum` adds up is no square of a row.
static StringRef explainAddend(Spelling &spelling, const Node &sum,
                               const Output &y) {
  Rounded r = spelling.peel(sum.operands.front());
  if (r.rounding)
    return "its squares are rounded to 16 bits before they are summed";
  if (r.node.kind == Kind::Sum && spelling.roundsEachStep())
    return "it sums up partial sums that are rounded to 16 bits";
  bool isProduct = r.node.kind == Kind::Mul;
  if (isProduct && !spelling.isSame(r.node.operands[0], r.node.operands[1]))
    return "it sums up products of two different values, not squares";
  if (isPower(r.node.element.value.getDefiningOp()) &&
      r.node.kind != Kind::Square)
    return "it sums up powers with another exponent than 2";
  if (!isProduct && r.node.kind != Kind::Square)
    return "what it sums up are no squares";
  std::optional<Row> row = getRow(y, sum.extents);
  auto isOverRow = [&](bool anyOrder) {
    return row && row->align(spelling, r.node.operands[0], sum, anyOrder);
  };
  if (!isOverRow(/*anyOrder=*/true))
    return "its sum is not over the last dimensions of what it multiplies";
  if (!isOverRow(spelling.isInAnyOrder(sum)))
    return "each step rounds to 16 bits, and its sum has another order than "
           "the row";
  return "it is of no mean square";
}

/// Whether what is scaled with constants to give `r` is rounded.
static bool isRounded(Spelling &spelling, Rounded r) {
  while (!r.rounding && !spelling.skipRounding(r.node.element)) {
    if (r.node.kind != Kind::Mul && r.node.kind != Kind::Div)
      return false;
    unsigned scaled = spelling.getConstant(r.node.operands[0]) ? 1 : 0;
    r = spelling.peel(r.node.operands[scaled]);
  }
  return true;
}

StringRef mlir::rmsnorm::explainStatistic(Spelling &spelling,
                                          const InverseRoot &root,
                                          const Output &y) {
  Rounded r = spelling.peel(root.statistic);
  if (r.rounding)
    return "its operand is rounded to 16 bits";
  double epsilon = 0.0;
  std::optional<Element> rest = spelling.splitConstant(r.node, epsilon);
  if (r.node.kind == Kind::Add && !rest)
    return "its epsilon is no constant";
  if (rest) {
    r = spelling.peel(*rest);
    if (r.rounding)
      return "its mean is rounded to 16 bits";
    if (root.epsilon)
      return "an epsilon is added to its operand and another to the root";
  }
  if (r.node.kind == Kind::Max || r.node.kind == Kind::Clamp)
    return clampReason;
  if (r.node.kind == Kind::Sub)
    return spelling.roundsEachStep()
               ? "each step rounds to 16 bits, and it is of a difference"
               : "it is of a difference that is no variance";
  std::optional<ScaledSum> sum = matchScaledSum(spelling, r.node.element);
  if (!sum) {
    if (std::optional<Element> wide = spelling.skipRounding(r.node.element)) {
      Spelling inF32 = spelling.inF32();
      InverseRoot unrounded = root;
      unrounded.statistic = *wide;
      return explainStatistic(inF32, unrounded, y);
    }
    return isRounded(spelling, r)
               ? "its sum is rounded to 16 bits"
               : "its operand is no sum that is scaled with constants alone";
  }
  return explainAddend(spelling, sum->sum, y);
}

static constexpr StringLiteral weightFirstReason =
    "each step rounds to 16 bits, and it multiplies the weight first";

StringRef mlir::rmsnorm::explainFactors(Spelling &spelling,
                                        const Product &product,
                                        const Steps &steps,
                                        const RowStatistic &statistic,
                                        const InverseRoot &root) {
  if (product.xs.empty()) {
    auto isRow = [&](const Element &e) { return statistic.isRow(spelling, e); };
    if (statistic.center && llvm::any_of(product.others, isRow))
      return "it multiplies the row before the mean is subtracted";
    bool isRowLast =
        steps.weight &&
        (isRow(*steps.weight) ||
         matchCentred(spelling, *steps.weight, statistic.row).has_value());
    if (spelling.roundsEachStep() && isRowLast)
      return weightFirstReason;
    return "what it multiplies is not the row of its statistic";
  }
  if (!product.divisors.empty())
    return "it is divided by more than its root";
  if (product.xs.size() != 1 || product.numRoots != 1 ||
      product.others.size() + (steps.weight ? 1 : 0) > 1)
    return "besides its row it multiplies more than one other factor";
  if (spelling.roundsEachStep() && !product.others.empty())
    return weightFirstReason;
  return "";
}
