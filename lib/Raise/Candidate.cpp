//===- Candidate.cpp - What may be a norm ---------------------------------===//

#include "Candidate.h"
#include "Operands.h"
#include "Product.h"
#include "Steps.h"

using namespace mlir;
using namespace mlir::rmsnorm;

/// How many scalars are looked at for a root. Norms of known frontends need a
/// third.
static constexpr unsigned rootFuel = 96;

/// Whether `e` is a product with a reciprocal root, after any casts of it.
static bool hasRoundedRoot(Spelling &spelling, const Element &e) {
  Node node = spelling.getNode(e);
  return node.kind == Kind::Mul &&
         llvm::any_of(node.operands, [&](const Element &operand) {
           return matchReciprocal(spelling, spelling.skipCasts(operand));
         });
}

/// Whether the op of `e` only moves or widens what another op computes, which
/// is looked at itself. Other ops may do the same with it.
static bool isMoved(Spelling &spelling, const Element &e) {
  Node node = spelling.getNode(e);
  Operation *own = e.value.getDefiningOp();
  Operation *computes = node.element.value.getDefiningOp();
  bool isOwn =
      own && computes && (computes == own || computes->getParentOp() == own);
  return !isOwn ||
         (node.kind == Kind::Cast &&
          node.operands.front().getType().getWidth() < node.type.getWidth());
}

/// Seen in f32, more casts are transparent: what has no root has none in f64.
bool mlir::rmsnorm::mayBeNorm(const Element &e) {
  FloatType own = e.getType();
  if (!own || !isNormType(own))
    return false;
  auto hasRootIn = [&](FloatType compute) {
    ElementView view(own.getContext(), rootFuel);
    Spelling spelling(view, compute);
    return !isMoved(spelling, e) &&
           (!findRoots(spelling, splitSteps(spelling, e).norm.node).empty() ||
            hasRoundedRoot(spelling, e));
  };
  return hasRootIn(Float32Type::get(own.getContext())) ||
         (own.getWidth() == 16 && hasRootIn(own));
}
