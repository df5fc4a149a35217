//===- InverseRoot.cpp - What a row is divided by -------------------------===//

#include "InverseRoot.h"

using namespace mlir;
using namespace mlir::rmsnorm;

bool InverseRoot::isSame(Spelling &spelling, const InverseRoot &other) const {
  return scale == other.scale && epsilon == other.epsilon &&
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
  root.isOneStep = true;
  return root;
}

/// A root times a constant, or over one.
static std::optional<InverseRoot> matchScaledRoot(Spelling &spelling,
                                                  Element e) {
  Rounded r = spelling.peel(std::move(e));
  if (r.rounding)
    return std::nullopt;
  if (r.node.kind == Kind::Root)
    return makeRoot(r.node);
  bool divides = r.node.kind == Kind::Div;
  if (r.node.kind != Kind::Mul && !divides)
    return std::nullopt;
  for (unsigned i = divides ? 1 : 0; i < 2; ++i) {
    std::optional<double> scale = spelling.getConstant(r.node.operands[i]);
    Rounded root = spelling.peel(r.node.operands[1 - i]);
    if (!scale || *scale <= 0 || root.rounding || root.node.kind != Kind::Root)
      continue;
    InverseRoot result = makeRoot(root.node);
    result.scale = divides ? 1.0 / *scale : *scale;
    return result;
  }
  return std::nullopt;
}

std::optional<InverseRoot> mlir::rmsnorm::matchDivisor(Spelling &spelling,
                                                       Element e) {
  Rounded r = spelling.peel(e);
  if (r.rounding)
    return std::nullopt;
  if (r.node.kind != Kind::Add)
    return matchScaledRoot(spelling, std::move(e));
  for (unsigned i = 0; i < 2; ++i) {
    std::optional<double> epsilon = spelling.getConstant(r.node.operands[i]);
    if (!epsilon)
      continue;
    std::optional<InverseRoot> root =
        matchScaledRoot(spelling, r.node.operands[1 - i]);
    if (root)
      root->epsilon = epsilon;
    return root;
  }
  return std::nullopt;
}
