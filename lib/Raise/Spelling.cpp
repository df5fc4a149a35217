//===- Spelling.cpp - One name for every way to write it ------------------===//

#include "Spelling.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::rmsnorm;

Node Spelling::getSumNode(Node node, Reduction sum) {
  // The sign of a zero that a sum starts from can't be seen in a mean square.
  std::optional<double> init =
      sum.init ? getConstant(*sum.init) : std::optional(0.0);
  if (!init || (*init != 0.0 && roundsEachStep()))
    return node;
  node.init = *init;
  node.kind = Kind::Sum;
  node.indices = std::move(sum.indices);
  node.extents = std::move(sum.extents);
  node.accumulator = sum.accumulator;
  // A sum of sums is one over the dimensions of both, unless partial sums are
  // rounded.
  Rounded inner;
  if (!roundsEachStep())
    inner = peel(sum.addend);
  else if (node.type.getWidth() > compute.getWidth())
    inner.node = getNode(sum.addend);
  auto isShared = [&](AffineExpr e) {
    return llvm::is_contained(node.indices, e);
  };
  // A row that is a product of matrices is summed, not its products.
  auto isProductOfMatrices = [&] {
    Node addend = getNode(skipFactors(inner.node.operands.front()));
    return addend.kind == Kind::Mul && !isSame(skipFactors(addend.operands[0]),
                                               skipFactors(addend.operands[1]));
  };
  if (inner.node.kind == Kind::Sum && !inner.rounding &&
      inner.node.init == 0.0 && llvm::none_of(inner.node.indices, isShared) &&
      !isProductOfMatrices()) {
    llvm::append_range(node.indices, inner.node.indices);
    llvm::append_range(node.extents, inner.node.extents);
    node.operands = std::move(inner.node.operands);
  } else {
    node.operands.push_back(std::move(sum.addend));
  }
  return node;
}

Element Spelling::skipFactors(Element e) {
  while (true) {
    Node node = getNode(e);
    if (node.kind == Kind::Mul && getConstant(node.operands[0]))
      e = node.operands[1];
    else if ((node.kind == Kind::Mul || node.kind == Kind::Div) &&
             getConstant(node.operands[1]))
      e = node.operands[0];
    else
      return e;
  }
}

Node Spelling::getNode(Element e) {
  Node node;
  node.element = view.resolve(std::move(e));
  node.type = node.element.getType();
  Operation *op = node.element.value.getDefiningOp();
  if (!op || !node.type || view.isExhausted())
    return node;

  if (std::optional<Reduction> sum = view.getSum(node.element))
    return getSumNode(std::move(node), std::move(*sum));
  if (isa<arith::SIToFPOp, arith::UIToFPOp>(op)) {
    Value index = skipIndexCasts(op->getOperand(0));
    if (index.getType().isIndex()) {
      node.kind = Kind::Extent;
      node.element = Element{index, {}};
    }
    return node;
  }
  if (isa<arith::SelectOp>(op))
    if (std::optional<bool> condition = getCondition(node.element))
      if (auto chosen = view.getOperand(node.element, *condition ? 1 : 2))
        return getNode(std::move(*chosen));
  Kind kind = getKind(op);
  bool isFused = isa<math::FmaOp>(op) && !node.element.isProduct;
  if ((isFused || node.element.isProduct) && !isNarrow(node.type) &&
      !roundsEachStep())
    kind = isFused ? Kind::Add : Kind::Mul;
  if (auto power = dyn_cast<math::FPowIOp>(op)) {
    APInt exponent;
    if (matchPattern(power.getRhs(), m_ConstantInt(&exponent)))
      kind = getPowerKind(exponent.getSExtValue());
  } else if (isa<math::PowFOp, tosa::PowOp>(op)) {
    if (std::optional<Element> rhs = view.getOperand(node.element, 1))
      if (std::optional<double> exponent = getConstant(*rhs))
        kind = getPowerKind(*exponent);
  }
  // The first operand of a select is its condition.
  unsigned firstOperand = isa<arith::SelectOp>(op) ? 1 : 0;
  SmallVector<Element, 2> operands;
  if (isFused && kind == Kind::Add) {
    operands.push_back(node.element);
    operands.back().isProduct = true;
    firstOperand = 1;
  }
  for (unsigned i = operands.size(); i < getNumOperands(kind); ++i) {
    std::optional<Element> operand =
        view.getOperand(node.element, firstOperand + i);
    if (!operand || !operand->getType())
      return node;
    operands.push_back(std::move(*operand));
  }
  node.kind = kind;
  node.operands = std::move(operands);
  return node;
}

std::optional<Element> Spelling::skipRounding(const Element &e) {
  if (!roundsEachStep())
    return std::nullopt;
  Node node = getNode(e);
  if (node.kind != Kind::Cast || node.type != compute ||
      node.operands.front().getType().getWidth() <= compute.getWidth())
    return std::nullopt;
  return node.operands.front();
}

bool Spelling::narrowTerms(Node &sum) {
  if (sum.kind != Kind::Sum || sum.type.getWidth() <= compute.getWidth())
    return false;
  Node term = getNode(sum.operands.front());
  if (term.kind != Kind::Cast || term.operands.front().getType() != compute)
    return false;
  sum.operands = std::move(term.operands);
  // A wider accumulator is as good.
  sum.accumulator = Float32Type::get(compute.getContext());
  return true;
}

Rounded Spelling::peel(Element e) {
  Rounded result{getNode(std::move(e)), {}};
  if (roundsEachStep()) {
    if (std::optional<Element> wide = skipRounding(result.node.element)) {
      Node sum = getNode(*wide);
      if (narrowTerms(sum)) {
        sum.type = compute;
        result.node = std::move(sum);
      }
    }
    if (result.node.kind == Kind::Cast || result.node.type != compute)
      result.node.kind = Kind::Given;
    return result;
  }
  while (result.node.kind == Kind::Cast) {
    FloatType to = result.node.type;
    FloatType from = result.node.operands.front().getType();
    bool rounds = isNarrow(to) && to.getWidth() <= from.getWidth();
    // A value that is rounded twice is no single step: its cast stays.
    bool rounded = result.rounding || rounds;
    if (rounds && !result.rounding)
      result.rounding = to;
    else if (rounds)
      return result;
    if (rounded && isNarrow(from))
      return result;
    result.node = getNode(result.node.operands.front());
  }
  if (!result.rounding && result.node.type && isNarrow(result.node.type))
    result.rounding = result.node.type;
  return result;
}

Node Spelling::skipCasts(Element e) {
  Node node = getNode(std::move(e));
  while (node.kind == Kind::Cast)
    node = getNode(node.operands.front());
  return node;
}

Element Spelling::skipWidening(Element e, SmallVectorImpl<Element> *passed) {
  while (true) {
    e = view.resolve(std::move(e), passed);
    Node node = getNode(e);
    if (node.kind != Kind::Cast ||
        node.operands.front().getType().getWidth() >= node.type.getWidth())
      return e;
    e = node.operands.front();
  }
}

Element Spelling::skipSigns(Element e) {
  while (true) {
    Rounded r = peel(e);
    bool isSign = r.node.kind == Kind::Negate || r.node.kind == Kind::Absolute;
    // The op itself rounds nothing, in no type.
    if (!isSign || (r.rounding && r.rounding != r.node.type))
      return e;
    e = r.node.operands[0];
  }
}

bool Spelling::isSame(Element a, Element b) {
  a = skipWidening(std::move(a));
  b = skipWidening(std::move(b));
  if (a == b)
    return true;
  Node left = getNode(a), right = getNode(b);
  if (left.kind == Kind::Given || left.kind != right.kind ||
      left.type != right.type || left.kind == Kind::Sum ||
      left.kind == Kind::Extent || left.kind == Kind::Clamp)
    return false;
  return llvm::all_of(
      llvm::zip_equal(left.operands, right.operands),
      [&](auto pair) { return isSame(std::get<0>(pair), std::get<1>(pair)); });
}
