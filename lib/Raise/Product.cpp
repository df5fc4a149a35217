//===- Product.cpp - The factors of a normalised row ----------------------===//

#include "Product.h"

using namespace mlir;
using namespace mlir::rmsnorm;

/// A norm has its root among the first five products.
static constexpr unsigned maxProducts = 8;

SmallVector<Element> mlir::rmsnorm::findRoots(Spelling &spelling,
                                              const Node &top) {
  SmallVector<Element> roots;
  SmallVector<Node> products{top};
  for (unsigned i = 0; i < products.size() && i < maxProducts; ++i) {
    Node node = products[i];
    auto multiplyBy = [&](const Element &e) {
      Rounded factor = spelling.peel(e);
      if (!factor.rounding)
        products.push_back(std::move(factor.node));
    };
    auto divideBy = [&](const Element &e) {
      Rounded divisor = spelling.peel(e);
      if (!divisor.rounding && divisor.node.kind == Kind::Root)
        roots.push_back(divisor.node.operands[0]);
    };
    if (node.kind == Kind::Mul) {
      multiplyBy(node.operands[0]);
      multiplyBy(node.operands[1]);
    } else if (node.kind == Kind::Div) {
      multiplyBy(node.operands[0]);
      divideBy(node.operands[1]);
    } else if (node.kind == Kind::Reciprocal) {
      divideBy(node.operands[0]);
    } else if (node.kind == Kind::ReciprocalRoot) {
      roots.push_back(node.operands[0]);
    }
  }
  return roots;
}

namespace {
struct ProductCollector {
  void multiply(Element e, Product &product);
  void multiply(const Node &node, Product &product);

  Spelling &spelling;
  const Element &x, &root;
};
} // namespace

void ProductCollector::multiply(Element e, Product &product) {
  if (spelling.isSame(e, x)) {
    product.xs.push_back(std::move(e));
    return;
  }
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
  product.numRoots += inner.numRoots;
}

void ProductCollector::multiply(const Node &node, Product &product) {
  ArrayRef<Element> operands = node.operands;
  auto divideBy = [&](const Element &e) {
    Rounded divisor = spelling.peel(e);
    if (!divisor.rounding && divisor.node.kind == Kind::Root &&
        spelling.isSame(divisor.node.operands[0], root))
      ++product.numRoots;
    else
      product.others.push_back(e);
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
  } else if (node.kind == Kind::ReciprocalRoot &&
             spelling.isSame(operands[0], root)) {
    ++product.numRoots;
  }
}

Product mlir::rmsnorm::collectProduct(Spelling &spelling, const Node &node,
                                      const Element &x, const Element &root) {
  Product product;
  ProductCollector{spelling, x, root}.multiply(node, product);
  return product;
}
