//===- Terms.cpp - Rows that are scaled before they are centred -----------===//

#include "Terms.h"
#include "Product.h"

using namespace mlir;
using namespace mlir::rmsnorm;

/// A layer norm is a sum of three terms, in two additions.
static constexpr unsigned maxSums = 5;

static Factors collectFactors(Spelling &spelling, const Node &product) {
  Factors factors;
  SmallVector<Node, 4> products{product};
  for (unsigned i = 0; i < products.size() && i < maxProducts; ++i) {
    SmallVector<Element, 2> operands = products[i].operands;
    for (Element &operand : operands) {
      Rounded r = spelling.peel(operand);
      bool isInner = r.node.kind == Kind::Mul || r.node.kind == Kind::Negate;
      if (isInner && !r.rounding)
        products.push_back(std::move(r.node));
      else
        factors.push_back(std::move(operand));
    }
  }
  return factors;
}

SmallVector<Factors, 4> mlir::rmsnorm::collectTerms(Spelling &spelling,
                                                    const Element &e) {
  SmallVector<Factors, 4> terms;
  SmallVector<Element, 4> sums{e};
  for (unsigned i = 0; i < sums.size() && i < maxSums; ++i) {
    Rounded r = spelling.peel(sums[i]);
    if (r.rounding)
      continue;
    if (r.node.kind == Kind::Add || r.node.kind == Kind::Sub)
      llvm::append_range(sums, r.node.operands);
    else if (i > 0 && r.node.kind == Kind::Mul)
      terms.push_back(collectFactors(spelling, r.node));
  }
  return terms;
}

/// Whether `root` is one of the factors of `term`.
static bool isScaled(Spelling &spelling, const Factors &term,
                     const InverseRoot &root) {
  return llvm::any_of(term, [&](const Element &factor) {
    auto own = matchReciprocal(spelling, spelling.getNode(factor));
    return own && own->isSame(spelling, root);
  });
}

SmallVector<InverseRoot, 1>
mlir::rmsnorm::findSharedRoots(Spelling &spelling, ArrayRef<Factors> terms) {
  SmallVector<InverseRoot, 1> roots;
  for (auto [i, term] : llvm::enumerate(terms))
    for (const Element &factor : term) {
      auto root = matchReciprocal(spelling, spelling.getNode(factor));
      if (root && llvm::any_of(terms.drop_front(i + 1), [&](const Factors &t) {
            return isScaled(spelling, t, *root);
          }))
        roots.push_back(std::move(*root));
    }
  return roots;
}

std::optional<ScaledSum>
mlir::rmsnorm::findScaledMean(Spelling &spelling, ArrayRef<Factors> terms,
                              const RowStatistic &statistic,
                              const InverseRoot &root) {
  std::optional<ScaledSum> mean;
  bool hasRow = false;
  for (const Factors &term : terms) {
    if (!isScaled(spelling, term, root))
      continue;
    for (const Element &factor : term) {
      hasRow |= spelling.isSame(factor, statistic.x);
      if (!mean)
        mean = matchMean(spelling, factor, statistic.x, statistic.row);
    }
  }
  return hasRow ? mean : std::nullopt;
}
