//===- Product.cpp - The factors of a normalised row ----------------------===//

#include "Product.h"

using namespace mlir;
using namespace mlir::rmsnorm;

SmallVector<InverseRoot> mlir::rmsnorm::findRoots(Spelling &spelling,
                                                  const Node &top) {
  SmallVector<InverseRoot> roots;
  SmallVector<Node, 4> products{top};
  auto addRoot = [&](std::optional<InverseRoot> root) {
    if (root && !spelling.getConstant(root->statistic)) // as GELU's sqrt(2)
      roots.push_back(std::move(*root));
  };
  for (unsigned i = 0; i < products.size() && i < maxProducts; ++i) {
    Node node = products[i];
    auto multiplyBy = [&](const Element &e) {
      Rounded factor = spelling.peel(e);
      if (!factor.rounding)
        products.push_back(std::move(factor.node));
    };
    if (std::optional<InverseRoot> root = matchReciprocal(spelling, node)) {
      addRoot(std::move(root));
    } else if (node.kind == Kind::Mul) {
      multiplyBy(node.operands[0]);
      multiplyBy(node.operands[1]);
    } else if (node.kind == Kind::Div) {
      multiplyBy(node.operands[0]);
      addRoot(matchDivisor(spelling, node.operands[1]));
    }
  }
  return roots;
}

namespace {
struct ProductCollector {
  void multiply(Element e, Product &product);
  void multiply(const Node &node, Product &product);
  bool addRow(const Element &e, Product &product);

  Spelling &spelling;
  const RowStatistic &statistic;
  const InverseRoot &root;
};
} // namespace

/// Adds `e` where it is an element of the row, centred if the statistic is.
bool ProductCollector::addRow(const Element &e, Product &product) {
  if (!statistic.center) {
    if (!statistic.isRow(spelling, e))
      return false;
    product.xs.push_back(e);
    return true;
  }
  std::optional<Centred> centred = matchCentred(spelling, e, statistic.row);
  if (!centred || !spelling.isSame(centred->x, statistic.x))
    return false;
  product.xs.push_back(centred->x);
  product.means.push_back(std::move(centred->mean));
  return true;
}

void ProductCollector::multiply(Element e, Product &product) {
  if (addRow(e, product))
    return;
  Rounded r = spelling.peel(e);
  Product inner;
  if (!r.rounding)
    multiply(r.node, inner);
  // What has no part of the norm in it stays whole: a weight that is computed.
  if (inner.xs.empty() && inner.numRoots == 0) {
    product.others.push_back(std::move(e));
    return;
  }
  llvm::append_range(product.xs, inner.xs);
  llvm::append_range(product.others, inner.others);
  llvm::append_range(product.divisors, inner.divisors);
  llvm::append_range(product.means, inner.means);
  product.numRoots += inner.numRoots;
}

void ProductCollector::multiply(const Node &node, Product &product) {
  ArrayRef<Element> operands = node.operands;
  auto divideBy = [&](const Element &e) {
    std::optional<InverseRoot> divisor = matchDivisor(spelling, e);
    if (divisor && divisor->isSame(spelling, root))
      ++product.numRoots;
    else
      product.divisors.push_back(e);
  };
  // What a model multiplies in a wider type than the op would stays as it is.
  if (node.type != spelling.getComputeType() && !spelling.isNarrow(node.type) &&
      node.kind != Kind::ReciprocalRoot && node.kind != Kind::Reciprocal)
    return;
  if (node.kind == Kind::Mul) {
    multiply(operands[0], product);
    multiply(operands[1], product);
  } else if (node.kind == Kind::Div) {
    if (spelling.getConstant(operands[0]) != 1.0)
      multiply(operands[0], product);
    divideBy(operands[1]);
  } else if (node.kind == Kind::Reciprocal) {
    divideBy(operands[0]);
  } else if (std::optional<InverseRoot> r = matchReciprocalRoot(node)) {
    if (r->isSame(spelling, root))
      ++product.numRoots;
  }
}

/// Divides `squares` by the square of `factor` where that makes a mean of it.
static bool divideToMean(ScaledSum &squares, double factor) {
  ScaledSum divided = squares;
  divided.scale.factor /= factor * factor;
  int64_t count = squares.getCount();
  if (factor <= 0 || squares.getStatistic(count) == Statistic::Mean ||
      divided.getStatistic(count) != Statistic::Mean)
    return false;
  squares = std::move(divided);
  return true;
}

/// Takes a constant out of `product` that makes the statistic a mean.
static void takeConstant(Spelling &spelling, Product &product,
                         RowStatistic &statistic, const InverseRoot &root) {
  auto takeFrom = [&](SmallVectorImpl<Element> &factors, bool divide) {
    for (Element &factor : factors) {
      std::optional<double> constant = spelling.getConstant(factor);
      if (constant && divide)
        constant = 1.0 / *constant;
      if (!constant || !divideToMean(statistic.squares, *constant))
        continue;
      statistic.epsilon /= root.epsilon ? *constant : *constant * *constant;
      factors.erase(&factor);
      return true;
    }
    return false;
  };
  if (!takeFrom(product.others, /*divide=*/false))
    takeFrom(product.divisors, /*divide=*/true);
}

/// Lets `statistic` be of a row whose squares it multiplies with a constant, if
/// it is of that row times a constant; says whether it was.
static bool skipRowFactor(Spelling &spelling, RowStatistic &statistic) {
  Scale scale;
  Element row = splitScale(spelling, statistic.x, scale);
  if (scale.isNone() || scale.extent || statistic.center)
    return false;
  statistic.x = std::move(row);
  statistic.squares.scale.factor *= scale.factor * scale.factor;
  return true;
}

Product mlir::rmsnorm::collectProduct(Spelling &spelling, const Node &node,
                                      RowStatistic &statistic,
                                      const InverseRoot &root) {
  auto collect = [&] {
    Product product;
    ProductCollector{spelling, statistic, root}.multiply(node, product);
    return product;
  };
  Product product = collect();
  if (spelling.roundsEachStep())
    return product;
  if (product.xs.empty() && skipRowFactor(spelling, statistic))
    product = collect();
  takeConstant(spelling, product, statistic, root);
  return product;
}
