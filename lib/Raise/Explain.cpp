//===- Explain.cpp - What a root was taken of, if of no mean square -------===//
//
// Follows the same way as Statistic.cpp, and says where it ends.
//
//===----------------------------------------------------------------------===//

#include "Explain.h"
#include "Statistic.h"

using namespace mlir;
using namespace mlir::rmsnorm;

/// Why what `sum` adds up is no square of a row.
static StringRef explainAddend(Spelling &spelling, const Node &sum,
                               const Output &y) {
  Rounded r = spelling.peel(sum.operands.front());
  if (r.rounding)
    return "its squares are rounded to 16 bits before they are summed";
  bool isProduct = r.node.kind == Kind::Mul;
  if (isProduct && !spelling.isSame(r.node.operands[0], r.node.operands[1]))
    return "it sums up products of two different values, not squares";
  if (isPower(r.node.element.value.getDefiningOp()) &&
      r.node.kind != Kind::Square)
    return "it sums up powers with another exponent than 2";
  if (!isProduct && r.node.kind != Kind::Square)
    return "what it sums up are no squares";
  std::optional<Row> row = getRow(y, sum.extents);
  if (!row || !row->align(spelling.skipWidening(r.node.operands[0]),
                          sum.indices, sum.extents))
    return "its sum is not over the last dimensions of the result";
  return "it is of no mean square";
}

/// Whether what is scaled with constants to give `r` is rounded.
static bool isRounded(Spelling &spelling, Rounded r) {
  while (!r.rounding) {
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
  if (r.node.kind == Kind::Add) {
    bool hasConstant = false;
    for (unsigned i = 0; i < 2 && !hasConstant; ++i) {
      hasConstant = spelling.getConstant(r.node.operands[i]).has_value();
      if (hasConstant)
        r = spelling.peel(r.node.operands[1 - i]);
    }
    if (!hasConstant)
      return "its epsilon is no constant";
    if (r.rounding)
      return "its mean is rounded to 16 bits";
    if (root.scale != 1.0 && !root.epsilon)
      return "a factor of the root scales its epsilon as well";
  }
  if (r.node.kind == Kind::Max || r.node.kind == Kind::Clamp)
    return clampReason;
  if (r.node.kind == Kind::Sub)
    return "it is of a difference that is no variance";
  std::optional<ScaledSum> sum = matchScaledSum(spelling, r.node.element);
  if (!sum)
    return isRounded(spelling, r)
               ? "its sum is rounded to 16 bits"
               : "its operand is no sum that is scaled with constants alone";
  return explainAddend(spelling, sum->sum, y);
}
