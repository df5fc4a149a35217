//===- InverseRoot.cpp - What a row is divided by -------------------------===//

#include "InverseRoot.h"

using namespace mlir;
using namespace mlir::rmsnorm;

bool InverseRoot::isSame(Spelling &spelling, const InverseRoot &other) const {
  return scale == other.scale && isClamped == other.isClamped &&
         isRounded == other.isRounded && epsilon == other.epsilon &&
         spelling.isSame(statistic, other.statistic);
}

static InverseRoot makeRoot(const Node &node) {
  InverseRoot root;
  root.statistic = node.operands[0];
  root.op = node.element.value.getDefiningOp();
  return root;
}

std::optional<InverseRoot>
mlir::rmsnorm::matchReciprocalRoot(const Node &node) {
  if (node.kind != Kind::ReciprocalRoot)
    return std::nullopt;
  InverseRoot root = makeRoot(node);
  root.isOneStep = isPower(root.op);
  root.reciprocal = node.element;
  return root;
}

/// A root, or one over a reciprocal root.
static std::optional<InverseRoot> matchRoot(Spelling &spelling,
                                            const Rounded &r) {
  std::optional<InverseRoot> root;
  if (r.node.kind == Kind::Root) {
    root = makeRoot(r.node);
  } else {
    bool divides = r.node.kind == Kind::Div &&
                   spelling.getConstant(r.node.operands[0]) == 1.0;
    if (spelling.roundsEachStep() ||
        (r.node.kind != Kind::Reciprocal && !divides))
      return std::nullopt;
    Rounded inverse = spelling.peel(r.node.operands.back());
    if (inverse.rounding || inverse.node.kind != Kind::ReciprocalRoot)
      return std::nullopt;
    root = makeRoot(inverse.node);
  }
  root->isRounded = bool(r.rounding);
  return root;
}

/// A root times a constant, or over one.
static std::optional<InverseRoot> matchScaledRoot(Spelling &spelling,
                                                  Element e) {
  Rounded r = spelling.peel(std::move(e));
  if (std::optional<InverseRoot> root = matchRoot(spelling, r))
    return root;
  bool divides = r.node.kind == Kind::Div;
  if (r.node.kind != Kind::Mul && !divides)
    return std::nullopt;
  for (unsigned i = divides ? 1 : 0; i < 2; ++i) {
    std::optional<double> scale = spelling.getConstant(r.node.operands[i]);
    if (!scale || *scale <= 0)
      continue;
    std::optional<InverseRoot> root =
        matchRoot(spelling, spelling.peel(r.node.operands[1 - i]));
    if (!root)
      continue;
    root->scale = divides ? 1.0 / *scale : *scale;
    root->isRounded |= bool(r.rounding);
    return root;
  }
  return std::nullopt;
}

std::optional<InverseRoot> mlir::rmsnorm::matchDivisor(Spelling &spelling,
                                                       Element e) {
  Rounded r = spelling.peel(e);
  std::optional<InverseRoot> root;
  if (r.node.kind == Kind::Max || r.node.kind == Kind::Clamp) {
    for (const Element &operand : r.node.operands)
      if (!root)
        root = matchScaledRoot(spelling, operand);
    if (root)
      root->isClamped = true;
  } else if (r.node.kind == Kind::Add) {
    for (unsigned i = 0; i < 2 && !root; ++i) {
      std::optional<double> epsilon = spelling.getConstant(r.node.operands[i]);
      if (epsilon)
        root = matchScaledRoot(spelling, r.node.operands[1 - i]);
      if (root)
        root->epsilon = epsilon;
    }
  } else {
    return matchScaledRoot(spelling, std::move(e));
  }
  if (root)
    root->isRounded |= bool(r.rounding);
  return root;
}

std::optional<InverseRoot> mlir::rmsnorm::matchReciprocal(Spelling &spelling,
                                                          const Node &node) {
  std::optional<InverseRoot> root;
  if (node.kind == Kind::Reciprocal)
    root = matchDivisor(spelling, node.operands[0]);
  else if (node.kind == Kind::Div &&
           spelling.getConstant(node.operands[0]) == 1.0)
    root = matchDivisor(spelling, node.operands[1]);
  else
    return matchReciprocalRoot(node);
  if (root)
    root->reciprocal = node.element;
  return root;
}
